import { formatDatetime } from '../../core/time.ts';
import type { ReferenceLayout } from '../reference-layout.ts';
import type { MarketsRun } from '../market/run-markets.ts';
import { tierInForce } from '../market/trust.ts';
import type { StateUsed, TickerLine, UsdBefore } from './receipt.ts';
import type { ExplainedTick } from './explain.ts';

/** The first and last instants that a datetime can express. */
const DATETIMES_MS = 8.64e15;

/** The ticker of one listing. */
export function tickerLine(
  { reference, input, methodology }: ExplainedTick<never>,
  listing: number,
  believedVolume: number,
): TickerLine {
  const exchange = reference.exchanges[reference.listingExchange[listing]!]!;
  const marketId = reference.marketIds[reference.listingMarket[listing]!]!;
  const { status, qualified } = exchange.listings.find((candidate) => candidate.marketId === marketId)!;
  const { last, volume, bid, ask, lastMoved, k, age } = input.tickers;
  return {
    exchangeId: exchange.id,
    exchange: exchange.name,
    tier: tierInForce(exchange, input.at, methodology.trust),
    exchangeStatus: exchange.status,
    marketStatus: status,
    qualified: qualified ? 'YES' : 'NO',
    last: last[listing]!,
    ...optionalNumber('bid', bid[listing]!),
    ...optionalNumber('ask', ask[listing]!),
    ...movedAt(lastMoved[listing]!),
    ticksSinceChange: k[listing]!,
    ...(age[listing]! >= 0 && { ageMs: age[listing]! }),
    reportedVolume: volume[listing]!,
    believedVolume,
  };
}

function movedAt(lastMoved: number): { readonly lastMoved?: string } {
  const shown = displayableInstant(lastMoved);
  return shown === Infinity ? {} : { lastMoved: formatDatetime(shown) };
}

/**
 * Rounded up to a millisecond, so that comparisons with whole milliseconds give the same result as with the exact time. Infinity
 * for an invalid time, which is later than every instant.
 */
export function displayableInstant(lastMoved: number): number {
  if (!(lastMoved <= DATETIMES_MS)) return Infinity;
  // Adding 0 turns -0 into 0.
  return Math.ceil(Math.max(lastMoved, -DATETIMES_MS)) + 0;
}

/** Omits a value of 0, which means that there is none. */
export function optionalNumber<Name extends string>(
  name: Name,
  value: number,
): { readonly [name in Name]?: number } {
  return (value > 0 ? { [name]: value } : {}) as { readonly [name in Name]?: number };
}

export function stateUsed(memory: {
  readonly price: number;
  readonly volume: number;
  readonly realAt: number;
}): StateUsed {
  return {
    ...optionalNumber('lastValue', memory.price),
    ...optionalNumber('lastVolume', memory.volume),
    ...(memory.realAt > 0 && { lastRealAt: formatDatetime(memory.realAt) }),
  };
}

/** The USD values before the tick, from a run. */
interface WorthBefore {
  readonly markets: Pick<MarketsRun, 'previousUsd' | 'quoteUsd'>;
}

export function usdBefore(
  { reference, run }: { readonly reference: ReferenceLayout; readonly run: WorthBefore },
  market: number,
): UsdBefore {
  const { previousUsd, quoteUsd } = run.markets;
  return {
    ...optionalNumber('baseUsdBefore', previousUsd[reference.base[market]!]!),
    ...optionalNumber('quoteUsdBefore', quoteUsd[reference.quote[market]!]!),
  };
}

/** `BTC_USD`. */
export function marketNameAt({ symbols, base, quote }: ReferenceLayout, market: number): string {
  return `${symbols[base[market]!]}_${symbols[quote[market]!]}`;
}

export function listingsOf({ firstListing }: ReferenceLayout, market: number): number[] {
  const first = firstListing[market]!;
  return Array.from({ length: firstListing[market + 1]! - first }, (_, i) => first + i);
}
