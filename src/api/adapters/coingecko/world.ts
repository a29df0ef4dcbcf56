import { parseDatetime, SECOND_MS } from '../../../core/time.ts';
import { ApiError } from '../../http/errors.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { coinRoute, type CoinGeckoParts } from './coin-route.ts';
import { byCurrency } from './coins.ts';
import { page } from './parameters.ts';
import { flagsOf, IN_USD, inCurrency, shownFlags, type Currency } from './prices.ts';

const BITCOIN = 'bitcoin';
const MAX_PER_PAGE = 250;
const DEFAULT_PER_PAGE = 100;

/** The answer of `/v3/market-cap/total`. */
interface Total {
  readonly marketCap: string;
  readonly volumeUsd: string;
  readonly btcShare?: string;
  readonly timestamp: string;
}

export function worldRoutes(parts: CoinGeckoParts): DataRoute[] {
  const { prices, reader, lookups } = parts;
  return [
    coinRoute(parts, {
      path: '/exchanges',
      access: 'token',
      checksLimit: true,
      query: page(MAX_PER_PAGE),
      answer: ({ query: { per_page: size = DEFAULT_PER_PAGE, page: number = 1 } }) =>
        lookups.catalogue
          .findExchanges({})
          .filter(({ status }) => status !== 'INACTIVE')
          .slice((number - 1) * size, number * size)
          .map(({ name, url }) => ({
            id: exchangeSlug(name),
            name,
            year_established: null,
            country: null,
            description: null,
            url,
            image: null,
            has_trading_incentive: null,
            trust_score: null,
            trust_score_rank: null,
            trade_volume_24h_btc: null,
            trade_volume_24h_btc_normalized: null,
          })),
    }),
    coinRoute(parts, {
      path: '/global',
      access: ['read:market-cap'],
      answer: async (call) => {
        const { body: total } = await reader.read<Total>('getMarketCapTotal', call);
        const mayConvert = call.grant?.scopes.has('read:index-ticker');
        const currencies = mayConvert ? (await prices.read(call)).mapCurrencies() : [IN_USD];
        return {
          data: {
            active_cryptocurrencies: lookups.catalogue.findAssets({ type: 'CRYPTO', status: 'ACTIVE' })
              .length,
            upcoming_icos: null,
            ongoing_icos: null,
            ended_icos: null,
            markets: lookups.catalogue.findExchanges({ status: 'ACTIVE' }).length,
            total_market_cap: byCurrency(Number(total.marketCap), currencies),
            total_volume: byCurrency(Number(total.volumeUsd), currencies),
            market_cap_percentage: total.btcShare === undefined ? {} : { btc: Number(total.btcShare) },
            market_cap_change_percentage_24h_usd: null,
            volume_change_percentage_24h_usd: null,
            updated_at: (parseDatetime(total.timestamp) ?? 0) / SECOND_MS,
          },
        };
      },
    }),
    coinRoute(parts, {
      path: '/exchange_rates',
      access: ['read:index-ticker'],
      answer: async (call) => {
        const now = await prices.read(call);
        const [bitcoin] = lookups.catalogue.findAssets({ slugName: BITCOIN });
        const price = bitcoin && now.of(bitcoin);
        if (!price) throw new ApiError('SERVICE_UNAVAILABLE', 'Bitcoin has no current price');
        const rate = (currency: Currency) => [
          currency.code,
          {
            name: currency.price?.asset.name ?? 'US Dollar',
            unit: currency.code.toUpperCase(),
            value: inCurrency(price.usd, currency),
            type: (currency.price?.asset.type ?? 'FIAT').toLowerCase(),
            ...shownFlags(flagsOf(price, currency.price)),
          },
        ];
        return { rates: Object.fromEntries(now.currencies().map(rate)) as unknown };
      },
    }),
  ];
}

/** Exchanges have no slug of their own. */
function exchangeSlug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '');
}
