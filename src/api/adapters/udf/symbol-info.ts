import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import { volumesShown } from '../../../latest/candles/interval-candle-text.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { DAY_RESOLUTION, MINUTES, SYMBOL, TEXT } from './parameters.ts';
import { readsDays, readsTicks } from './symbols.ts';
import { INDEX_ACCESS, udfRoute, type UdfParts } from './udf-route.ts';

/** Prices have 8 significant digits; charts show at most 16 decimals. */
const DIGITS = 8;
const MIN_DECIMALS = 2;
const MAX_DECIMALS = 16;
/** Prices below 1 without a current price to learn the decimals from. */
const UNKNOWN_DECIMALS = 8;

/** `/symbols`: how a chart has to show an index. */
export function symbolInfoRoute(parts: UdfParts): DataRoute {
  const { symbols, indexTickers } = parts;
  return udfRoute(parts, {
    path: '/symbols',
    access: INDEX_ACCESS,
    query: { ...SYMBOL, currencyCode: TEXT, unitId: TEXT },
    answer: ({ query, grant, marketTime }) => {
      const { series, name, fullName, description, currency } = symbols.find(grant as Grant, query.symbol);
      const { indexId, indexType } = series;
      const minutes = readsTicks(grant as Grant, indexType) ? MINUTES : [];
      const days = readsDays(grant as Grant, indexType) ? [DAY_RESOLUTION] : [];
      const hasVolume = volumesShown(series, '1m').hasOwn;
      return {
        body: {
          name,
          full_name: fullName,
          ticker: indexId,
          description,
          type: 'index',
          exchange: indexType,
          listed_exchange: indexType,
          'exchange-traded': indexType,
          'exchange-listed': indexType,
          currency_code: currency,
          session: '24x7',
          timezone: 'Etc/UTC',
          format: 'price',
          minmov: 1,
          minmov2: 0,
          pricescale: priceScale(indexTickers.priceOf(series, marketTime - INDEX_WINDOW_MS)),
          has_intraday: minutes.length > 0,
          has_daily: days.length > 0,
          has_weekly_and_monthly: false,
          intraday_multipliers: minutes,
          supported_resolutions: [...minutes, ...days],
          visible_plots_set: hasVolume ? 'ohlcv' : 'ohlc',
          has_no_volume: !hasVolume,
          volume_precision: DIGITS,
          data_status: 'streaming',
        },
      };
    },
  });
}

/** 10 to the power of the decimals that the price needs. */
export function priceScale(price: number | undefined): number {
  const decimals = price === undefined || price <= 0 ? UNKNOWN_DECIMALS : DIGITS - 1 - exponentOf(price);
  return Number(`1e${Math.min(Math.max(decimals, MIN_DECIMALS), MAX_DECIMALS)}`);
}

function exponentOf(price: number): number {
  return Number(price.toExponential().split('e')[1]);
}
