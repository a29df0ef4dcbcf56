import { Lru } from '../../../core/lru.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import { BlockDamaged } from '../../block/block-damaged.ts';
import { yearReader } from '../../block/candle-block.ts';
import { CANDLE_LAYOUT, DAYS_A_YEAR } from '../../block/layout.ts';
import { rowBuffer, type RowBuffer } from '../../block/rows.ts';
import type { Segment, OpenSegments } from '../segment/open-segments.ts';

const MOST_DAYS = 31;
const MOST_MONTHS = 2;

/** A year of candles in its file. */
export interface SealedYear extends Segment {
  readonly generation: number;
  /** The oldest and the newest day that it holds; 1 January where the oldest is unknown. */
  readonly firstDay: Millis;
  readonly lastDay: Millis;
}

/** Reads candles of one series out of sealed years. */
export class CandleBlocks {
  readonly #segments: OpenSegments;
  readonly #reader = yearReader();
  readonly #buffer = rowBuffer(CANDLE_LAYOUT, DAYS_A_YEAR);

  constructor(segments: OpenSegments) {
    this.#segments = segments;
  }

  /** Oldest first, of the days of the year from first to last, until the next call. */
  read(year: SealedYear, number: number, first: number, last: number): { count: number; buffer: RowBuffer } {
    const buffer = this.#buffer;
    if (!this.#segments.openBlock(year, number, this.#reader)) return { count: 0, buffer };
    const count = this.#reader.read(first, last, 'oldest-first', buffer);
    if (!(count instanceof BlockDamaged)) return { count, buffer };
    this.#segments.reportBlock(year, number, count.message);
    return { count: 0, buffer };
  }
}

/** A month of a sealed year, decoded series by series on demand. Entry `number * 31 + day`. */
export class CandleMonth {
  readonly columns: readonly Float64Array[];
  readonly flags: Uint16Array;
  readonly #firstDay: number;
  readonly #present: Uint8Array;
  readonly #decoded: Uint8Array;

  constructor(firstDay: number, capacity: number) {
    this.#firstDay = firstDay;
    this.columns = CANDLE_LAYOUT.columns.map(() => new Float64Array(capacity * MOST_DAYS));
    this.flags = new Uint16Array(capacity * MOST_DAYS);
    this.#present = new Uint8Array(capacity * MOST_DAYS);
    this.#decoded = new Uint8Array(capacity);
  }

  /** False where that was done before. */
  decode(blocks: CandleBlocks, year: SealedYear, number: number): boolean {
    if (number >= this.#decoded.length || this.#decoded[number] === 1) return false;
    this.#decoded[number] = 1;
    const first = this.#firstDay;
    const { count, buffer } = blocks.read(year, number, first, first + MOST_DAYS - 1);
    for (let i = 0; i < count; i++) {
      const entry = number * MOST_DAYS + buffer.rowNumbers[i]! - first;
      this.#present[entry] = 1;
      this.flags[entry] = buffer.flags[i]!;
      this.columns.forEach((column, c) => (column[entry] = buffer.numbers[c]![i]!));
    }
    return true;
  }

  /** Where the candle stands in the columns; undefined where there is none. */
  entryOf(number: number, dayOfYear: number): number | undefined {
    const entry = number * MOST_DAYS + dayOfYear - this.#firstDay;
    return number < this.#decoded.length && this.#present[entry] === 1 ? entry : undefined;
  }
}

/** Some decoded months, the last used ones. */
export class CandleMonths {
  readonly #months = new Lru<string, CandleMonth>({ mostEntries: MOST_MONTHS });

  /** The 31 days that hold the day. `capacity`: how many series there are. */
  take(year: SealedYear, day: Millis, capacity: number): CandleMonth {
    const firstDay = Math.floor(dayOfYear(year.start, day) / MOST_DAYS) * MOST_DAYS;
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
