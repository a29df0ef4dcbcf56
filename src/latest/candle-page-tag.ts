import { crc32 } from 'node:zlib';
import type { Interval, IntervalCandle } from '../core/candle-interval.ts';
import { expectedTicks, type CandleMarks } from './interval-candle-text.ts';

const COLUMNS = 13;
/** Columns that have a checksum together: instants and prices, means and volumes, everything else. */
const GROUPS = [0, 5, 9, COLUMNS] as const;

/** Names pages by their numbers, a fifth of their bytes, in checksums of groups of them. One page at a time. */
export class CandlePageTags {
  /** Used again: made anew for each page, the system would have to clear it each time. */
  #numbers = new Float64Array(0);

  /** `frame`: what all records have in common, and how the page ends. */
  tagOf(
    candles: readonly IntervalCandle[],
    { now, isComplete }: CandleMarks,
    interval: Interval,
    frame: string,
  ): string {
    const count = candles.length;
    if (this.#numbers.length < COLUMNS * count) this.#numbers = new Float64Array(COLUMNS * count);
    const numbers = this.#numbers;
    for (let row = 0; row < count; row++) {
      const candle = candles[row]!;
      const { startAt } = candle;
      numbers[row] = startAt;
      numbers[row + count] = candle.open;
      numbers[row + 2 * count] = candle.high;
      numbers[row + 3 * count] = candle.low;
      numbers[row + 4 * count] = candle.close;
      numbers[row + 5 * count] = candle.vwap;
      numbers[row + 6 * count] = candle.twap;
      numbers[row + 7 * count] = candle.volume;
      numbers[row + 8 * count] = candle.volumeRest;
      numbers[row + 9 * count] = candle.ticks;
      numbers[row + 10 * count] = candle.carried;
      numbers[row + 11 * count] = candle.flags;
      numbers[row + 12 * count] = expectedTicks(startAt, interval, now) * 2 + (isComplete(startAt) ? 1 : 0);
    }
    const columnBytes = count * numbers.BYTES_PER_ELEMENT;
    const words = GROUPS.slice(1).map((end, i) => {
      const start = GROUPS[i]! * columnBytes;
      return crc32(new Uint8Array(numbers.buffer, start, end * columnBytes - start));
    });
    return [crc32(frame), ...words].map((word) => word.toString(16).padStart(8, '0')).join('');
  }
}
