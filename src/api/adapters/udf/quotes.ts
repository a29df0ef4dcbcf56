import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import { TICKER_SCOPES } from '../../../contract/scopes.ts';
import { STALE_VALUE_MS } from '../../../core/index-value.ts';
import { dayStart } from '../../../core/time.ts';
import { ApiError } from '../../http/errors.ts';
import type { DataRoute } from '../../http/routing/route.ts';
import { requireType } from '../../pages/index-access.ts';
import { errorText } from '../error-text.ts';
import type { AdapterCall } from '../resource-reader.ts';
import type { TickerRecord } from '../ticker-record.ts';
import { readBars, type Bar } from './bars.ts';
import { symbolList } from './parameters.ts';
import { readsDays, type UdfSymbol } from './symbols.ts';
import { INDEX_ACCESS, udfRoute, type UdfParts } from './udf-route.ts';

const MAX_SYMBOLS = 50;
/** As many as a price has. */
const DIGITS = 8;

/** `/quotes`: current prices, with the change since the last close if the token may read days. */
export function quotesRoute(parts: UdfParts): DataRoute {
  return udfRoute(parts, {
    path: '/quotes',
    access: INDEX_ACCESS,
    query: {
      symbols: { kind: symbolList(MAX_SYMBOLS), description: 'Symbols as in /symbols', required: true },
    },
    answer: async (call) => {
      const quotes: object[] = [];
      for (const name of call.query.symbols) quotes.push(await quoteOrError(parts, call, name));
      return { body: { s: 'ok', d: quotes } };
    },
  });
}

/** A symbol that cannot be quoted does not hide the others. */
async function quoteOrError(parts: UdfParts, call: AdapterCall, name: string): Promise<object> {
  try {
    const symbol = parts.symbols.find(call.grant as Grant, name);
    requireType(call.grant as Grant, symbol.series.indexType, TICKER_SCOPES);
    return { s: 'ok', n: name, v: await quote(parts, call, symbol) };
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
    return { s: 'error', n: name, v: {}, errmsg: errorText(error) };
  }
}

async function quote(parts: UdfParts, call: AdapterCall, symbol: UdfSymbol): Promise<object> {
  const { series, name, fullName, description } = symbol;
  const record = parts.indexTickers.fragmentOf(series, call.marketTime - STALE_VALUE_MS);
  if (!record) throw new ApiError('NOT_FOUND', 'there is no current price');
  const ticker = JSON.parse(record.toString()) as TickerRecord;
  if (Date.parse(ticker.timestamp) < call.marketTime - STALE_VALUE_MS)
    throw new ApiError('NOT_FOUND', 'there is no current price');
  const price = Number(ticker.price);
  const { today, before } = await daysOf(parts, call, symbol);
  const flags = [...new Set([ticker, today, before].flatMap((part) => part?.flags ?? []))];
  return {
    short_name: name,
    exchange: series.indexType,
    original_name: fullName,
    description: flags.length === 0 ? description : `${description} [${flags.join(', ')}]`,
    lp: price,
    volume: Number(ticker.volume),
    ...(today && { open_price: today.open, high_price: today.high, low_price: today.low }),
    ...(before && {
      prev_close_price: before.close,
      ch: Number((price - before.close).toPrecision(DIGITS)),
      chp: Number(((price / before.close - 1) * 100).toFixed(2)),
    }),
    ...(flags.length > 0 && { tidemark_flags: flags }),
  };
}

/** The bar of today and the one before it, where the token may read them. */
async function daysOf(
  parts: UdfParts,
  call: AdapterCall,
  { series }: UdfSymbol,
): Promise<{ readonly today?: Bar | undefined; readonly before?: Bar | undefined }> {
  if (!readsDays(call.grant as Grant, series.indexType)) return {};
  const range = { interval: '1d', to: call.marketTime + 1, limit: 2 } as const;
  const { bars } = await readBars(parts, call, series, range);
  const day = dayStart(call.marketTime);
  return { today: bars.find(({ at }) => at === day), before: bars.findLast(({ at }) => at < day) };
}
