import { clamped, eightDigits, isWithin, weightedMedian } from './numbers.ts';
import { TRUST, type Line } from './screening.ts';

type Quote = { readonly bid: number; readonly ask: number };

export interface Ticker {
  readonly line: Line;
  readonly quote: Quote | undefined;
  readonly price: number;
  readonly f: number;
  volume: number;
  reason?: string;
}

/** State of a market from the previous ticks; 0 means none. */
export interface Memory {
  readonly lastValue: number;
  readonly lastVolume: number;
  readonly anchor: number;
  /** The anchor of a market whose anchor is older than 24 h, for 7 days. */
  readonly oldAnchor: number;
  readonly hold: Hold;
}

export interface Hold {
  readonly ticks: number;
  readonly moves: number;
  readonly from: number;
}

/** V, E, T and R of a quorum; E and R, or R alone, of a thin market that is held to a reference. */
export type Medians = readonly [number | undefined, number | undefined, number | undefined, number];

export interface Value {
  readonly price: number;
  readonly volume: number;
  readonly flags: readonly string[];
  readonly medians?: Medians;
}

/** Maximum distance of a price from R. */
export const CLAMP = 0.0005;

export const trustOf = ({ line }: Ticker): number => TRUST[line.tier];

export function medianOf(tickers: readonly Ticker[], weightOf: (ticker: Ticker) => number): number {
  return weightedMedian(
    tickers.flatMap((ticker) =>
      votesOf(ticker.price, ticker.quote).map((price) => ({ price, weight: weightOf(ticker) })),
    ),
  );
}

/** Bid, p and ask, at most 5 bps from the middle of the quote. */
export function votesOf(price: number, quote: Quote | undefined): number[] {
  if (!quote) return [price, price, price];
  const middle = quote.bid + (quote.ask - quote.bid) / 2;
  return [quote.bid, price, quote.ask].map((vote) =>
    clamped(vote, middle * (1 - CLAMP), middle * (1 + CLAMP)),
  );
}

export function average(left: readonly Ticker[], lowest: number, highest: number) {
  const largest = Math.max(...left.map(({ volume }) => volume));
  const prices = left.map(({ price }) => clamped(price, lowest, highest));
  const weights = left.map(({ volume, f }) => (volume / largest) * f);
  const mean = sum(weights.map((weight, i) => weight * prices[i]!)) / sum(weights);
  return {
    price: eightDigits(clamped(mean, Math.min(...prices), Math.max(...prices))),
    volume: eightDigits(sum(left.map(({ volume }) => volume))),
  };
}

/** Its inputs are at most 5 bps from the reference. */
export function averageAround(left: readonly Ticker[], r: number) {
  return average(left, r * (1 - CLAMP), r * (1 + CLAMP));
}

type HoldStep = 'RELEASED' | 'HELD' | 'OVERDUE';

const isReleased = ({ ticks, moves }: Omit<Hold, 'from'>) => ticks > 20 && moves >= 3;

/**
 * A hold while no exchange passes the gate, one tick later; one that was released before stays this close to the
 * anchor.
 */
export function holdOfNone(memory: Memory, theirs: number, hasMoved: boolean): HoldStep {
  const { hold, anchor } = memory;
  if (!isReleased(hold)) return holdOn(memory, theirs, hasMoved);
  return anchor > 0 && !isWithin(theirs, anchor, 0.25) ? 'HELD' : 'RELEASED';
}

/** A hold, one tick later; one that was released before has ended. It is overdue after 20 ticks without three moves. */
export function holdOn({ hold: before }: Memory, theirs: number, hasMoved: boolean): HoldStep {
  const hold = isReleased(before) ? { ticks: 0, moves: 0, from: 0 } : before;
  if (hold.ticks > 0 && hold.from > 0 && !isWithin(theirs, hold.from, 0.25)) return 'HELD';
  const ticks = Math.min(hold.ticks + 1, 21);
  const moves = hold.moves + (hold.ticks > 0 && hasMoved ? 1 : 0);
  if (isReleased({ ticks, moves })) return 'RELEASED';
  return ticks <= 20 ? 'HELD' : 'OVERDUE';
}

export const hasMoved = (tickers: readonly Ticker[]): boolean =>
  tickers.some(({ line }) => line.ticksSinceChange === '0');

export function sum(numbers: readonly number[]): number {
  let total = 0;
  for (const number of numbers) total += number;
  return total;
}
