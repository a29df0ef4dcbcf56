import { Lru } from '../../../core/lru.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import { BlockDamaged } from '../../block/block-damaged.ts';
import { yearReader } from '../../block/candle-block.ts';
import { CANDLE_LAYOUT, DAYS_PER_YEAR } from '../../block/layout.ts';
import { rowBuffer, type RowBuffer } from '../../block/rows.ts';
import type { Segment, OpenSegments } from '../segment/open-segments.ts';

const DAYS_PER_MONTH = 31;
const MAX_MONTHS = 2;

/** The candles of one year in a file. */
export interface SealedYear extends Segment {
  readonly generation: number;
  /** The oldest and the newest day in it; 1 January if the oldest is unknown. */
  readonly firstDay: Millis;
  readonly lastDay: Millis;
}

/** Reads candles of one series from sealed years. */
export class CandleBlocks {
  readonly #segments: OpenSegments;
  readonly #reader = yearReader();
  readonly #buffer = rowBuffer(CANDLE_LAYOUT, DAYS_PER_YEAR);

  constructor(segments: OpenSegments) {
    this.#segments = segments;
  }

  /** The candles from day `first` to day `last` of the year, oldest first. Valid until the next call. */
  read(year: SealedYear, number: number, first: number, last: number): { count: number; buffer: RowBuffer } {
    const buffer = this.#buffer;
    if (!this.#segments.openBlock(year, number, this.#reader)) return { count: 0, buffer };
    const count = this.#reader.read(first, last, 'oldest-first', buffer);
    if (!(count instanceof BlockDamaged)) return { count, buffer };
    this.#segments.reportBlock(year, number, count.message);
    return { count: 0, buffer };
  }
}

/** A month of a sealed year, decoded series by series on demand. The index of an entry is `number * 31 + day`. */
export class CandleMonth {
  readonly columns: readonly Float64Array[];
  readonly flags: Uint16Array;
  readonly #firstDay: number;
  readonly #present: Uint8Array;
  readonly #decoded: Uint8Array;

  constructor(firstDay: number, capacity: number) {
    this.#firstDay = firstDay;
    this.columns = CANDLE_LAYOUT.columns.map(() => new Float64Array(capacity * DAYS_PER_MONTH));
    this.flags = new Uint16Array(capacity * DAYS_PER_MONTH);
    this.#present = new Uint8Array(capacity * DAYS_PER_MONTH);
    this.#decoded = new Uint8Array(capacity);
  }

  /** False if the series was already decoded. */
  decode(blocks: CandleBlocks, year: SealedYear, number: number): boolean {
    if (number >= this.#decoded.length || this.#decoded[number] === 1) return false;
    this.#decoded[number] = 1;
    const first = this.#firstDay;
    const { count, buffer } = blocks.read(year, number, first, first + DAYS_PER_MONTH - 1);
    for (let i = 0; i < count; i++) {
      const entry = number * DAYS_PER_MONTH + buffer.rowNumbers[i]! - first;
      this.#present[entry] = 1;
      this.flags[entry] = buffer.flags[i]!;
      this.columns.forEach((column, c) => (column[entry] = buffer.numbers[c]![i]!));
    }
    return true;
  }

  /** The index of the candle in the columns; undefined if there is none. */
  entryOf(number: number, dayOfYear: number): number | undefined {
    const entry = number * DAYS_PER_MONTH + dayOfYear - this.#firstDay;
    return number < this.#decoded.length && this.#present[entry] === 1 ? entry : undefined;
  }
}

/** A cache of the last used decoded months. */
export class CandleMonths {
  readonly #months = new Lru<string, CandleMonth>({ maxEntries: MAX_MONTHS });

  /** The group of 31 days that contains the day. `capacity`: the number of series. */
  take(year: SealedYear, day: Millis, capacity: number): CandleMonth {
    const firstDay = Math.floor(dayOfYear(year.start, day) / DAYS_PER_MONTH) * DAYS_PER_MONTH;
    const key = `${year.path} ${firstDay}`;
    const known = this.#months.get(key);
    if (known) return known;
    const month = new CandleMonth(firstDay, capacity);
    this.#months.set(key, month);
    return month;
  }
}

export function dayOfYear(start: Millis, day: Millis): number {
  return Math.floor((day - start) / DAY_MS);
}
