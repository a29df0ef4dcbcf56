import { crc32 } from 'node:zlib';
import type { Interval, IntervalCandle } from '../../core/candle-interval.ts';
import { expectedTicks, type CandleMarks } from './interval-candle-text.ts';

/** The columns of a candle. */
export const [START, OPEN, HIGH, LOW, CLOSE, VWAP, TWAP, VOLUME, REST, TICKS, CARRIED, FLAGS, MARKS] = [
  0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12,
] as const;
const COLUMNS = MARKS + 1;
/** Groups of columns with a common checksum: instants and prices, means and volumes, everything else. */
const GROUPS = [START, VWAP, TICKS, COLUMNS] as const;

/**
 * The numbers of a page of candles, in columns. They are a fifth of its bytes and determine its tag. Because
 * they are always doubles, the code that writes them is compiled once. One page at a time.
 */
export class CandleNumbers {
  /** Column after column. Reused, because the system would have to clear new memory for each page. */
  values = new Float64Array(0);
  count = 0;

  fill(candles: readonly IntervalCandle[], { now, isComplete }: CandleMarks, interval: Interval): void {
    const count = candles.length;
    this.count = count;
    if (this.values.length < COLUMNS * count) this.values = new Float64Array(COLUMNS * count);
    const { values } = this;
    for (let row = 0; row < count; row++) {
      const candle = candles[row]!;
      const { startAt } = candle;
      values[row] = startAt;
      values[row + OPEN * count] = candle.open;
      values[row + HIGH * count] = candle.high;
      values[row + LOW * count] = candle.low;
      values[row + CLOSE * count] = candle.close;
      values[row + VWAP * count] = candle.vwap;
      values[row + TWAP * count] = candle.twap;
      values[row + VOLUME * count] = candle.volume;
      values[row + REST * count] = candle.volumeRest;
      values[row + TICKS * count] = candle.ticks;
      values[row + CARRIED * count] = candle.carried;
      values[row + FLAGS * count] = candle.flags;
      values[row + MARKS * count] = marksOf(expectedTicks(startAt, interval, now), isComplete(startAt));
    }
  }

  /** Checksums of groups of columns. `frame`: the common part of all records, and the end of the page. */
  tag(frame: string): string {
    const columnBytes = this.count * this.values.BYTES_PER_ELEMENT;
    const words = GROUPS.slice(1).map((end, i) => {
      const start = GROUPS[i]! * columnBytes;
      return crc32(new Uint8Array(this.values.buffer, start, end * columnBytes - start));
    });
    return [crc32(frame), ...words].map((word) => word.toString(16).padStart(8, '0')).join('');
  }
}

function marksOf(expected: number, isComplete: boolean): number {
  return expected * 2 + (isComplete ? 1 : 0);
}

export function expectedIn(marks: number): number {
  return marks >> 1;
}

export function isCompleteIn(marks: number): boolean {
  return (marks & 1) === 1;
}
