import { toNumber, type Tidemark } from '@tidemark/sdk';
import { KEPT_MS } from './receipt-store.ts';

export const STEP_MS = 300_000;

/** The close of a five-minute candle. */
interface Close {
  readonly at: number;
  readonly price: number;
}

export interface Day {
  /** Oldest first. */
  readonly closes: readonly Close[];
  /** The first tick of the last day; undefined if there is none. */
  readonly first: number | undefined;
}

/** Loads the last day of an index, for the scrubber. */
export async function loadDay(
  tidemark: Tidemark,
  indexId: string,
  newest: number,
  signal: AbortSignal,
): Promise<Day> {
  const from = new Date(newest - KEPT_MS).toISOString();
  const [candles, ticks] = await Promise.all([
    tidemark.read('listCandles', { indexId, interval: '5m', from, order: 'asc', size: 400 }, { signal }),
    tidemark.read('listIndexTickers', { indexId, from, order: 'asc', size: 1 }, { signal }),
  ]);
  const [first] = ticks.content;
  return {
    closes: candles.content.map(({ endTimestamp, close }) => ({
      at: Date.parse(endTimestamp),
      price: toNumber(close),
    })),
    first: first && Date.parse(first.timestamp),
  };
}

/** The line of a day within a box of 100 by 100, as an SVG path; missing closes are gaps. */
export function dayPath({ closes }: Day, from: number, to: number): string {
  const prices = closes.map(({ price }) => price);
  const [low, high] = [Math.min(...prices), Math.max(...prices)];
  const span = high - low || 1;
  return closes
    .map(({ at, price }, i) => {
      const before = closes[i - 1];
      const isJoined = before !== undefined && at - before.at <= STEP_MS;
      const x = ((Math.min(at, to) - from) / (to - from || 1)) * 100;
      const y = 92 - ((price - low) / span) * 84;
      return `${isJoined ? 'L' : 'M'}${x.toFixed(2)} ${y.toFixed(2)}`;
    })
    .join('');
}
