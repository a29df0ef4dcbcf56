import type { Millis } from '../../core/time.ts';
import type { Methodology } from '../methodology.ts';
import type { MarketTickers } from './market-tickers.ts';

/**
 * Why a ticker does not contribute. The position is its code in `Uint8Array`s and in recorded outputs, so the order never
 * changes. `NO_TICKER` is not a rejection: there was no ticker to reject.
 */
export const SCREEN_OUTCOMES = [
  'ACCEPTED',
  'BAD_NUMBER',
  'BAD_TIME',
  'EXCHANGE_STATUS',
  'UNQUALIFIED',
  'STALE',
  'OUTLIER',
  'NO_TICKER',
  'NEW',
] as const;
export type ScreenOutcome = (typeof SCREEN_OUTCOMES)[number];
export type TickerRefusal = Exclude<ScreenOutcome, 'ACCEPTED' | 'NO_TICKER'>;

export const ACCEPTED = 0;
export const BAD_NUMBER = 1;
export const BAD_TIME = 2;
export const EXCHANGE_STATUS = 3;
export const UNQUALIFIED = 4;
export const STALE = 5;
export const OUTLIER = 6;
export const NO_TICKER = 7;
export const NEW = 8;

/** The USD value of one unit of a market's base and quote at the previous tick; 0 if unknown. */
export interface MarketUsd {
  readonly base: number;
  readonly quote: number;
}

/** All checks of a ticker that do not depend on the other tickers of its market. */
export function screen(
  tickers: Omit<MarketTickers, 'trust'>,
  i: number,
  at: Millis,
  usd: MarketUsd,
  { screen }: Methodology,
): number {
  if (tickers.k[i]! < 0) return NO_TICKER;
  const last = tickers.last[i]!;
  const volume = tickers.volume[i]!;
  if (!(last > 0 && volume > 0)) return BAD_NUMBER;
  if (volume * unitUsd(last, usd, screen) > screen.maxVolumeUsd) return BAD_NUMBER;
  if (!(tickers.lastMoved[i]! <= at + screen.futureToleranceMs)) return BAD_TIME;
  if (tickers.standing[i] !== ACCEPTED) return tickers.standing[i]!;
  return tickers.age[i]! > screen.maxAgeMs ? STALE : ACCEPTED;
}

/** The USD value of one unit of the base, used to value a volume; 0 if unknown. */
function unitUsd(last: number, usd: MarketUsd, { volumeWorthBy }: Methodology['screen']): number {
  return volumeWorthBy === 'BASE' ? usd.base || last * usd.quote : last * usd.quote || usd.base;
}

export function hasValidQuote(bid: number, ask: number, { screen }: Methodology): boolean {
  return bid > 0 && ask >= bid && ask - bid <= screen.widestQuote * bid;
}

/** The last price, clamped between bid and ask if the quote is valid. */
export function priceOf(last: number, bid: number, ask: number, methodology: Methodology): number {
  if (!hasValidQuote(bid, ask, methodology)) return last;
  if (last < bid) return bid;
  return last > ask ? ask : last;
}
