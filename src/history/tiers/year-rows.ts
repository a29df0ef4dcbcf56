import { CANDLE_NUMBERS, type Candle } from '../../core/candle.ts';
import { BlockDamaged } from '../block/block-damaged.ts';
import { YearEncoder, yearReader } from '../block/candle-block.ts';
import { CANDLE_LAYOUT, DAYS_PER_YEAR } from '../block/layout.ts';
import { rowBuffer } from '../block/rows.ts';
import type { CandleColumns } from './candle-day.ts';

/** A year of end-of-day records of one series, changed day by day. Reused for one series after another. */
export class YearRows {
  readonly #present = new Uint8Array(DAYS_PER_YEAR);
  readonly #numbers = CANDLE_LAYOUT.columns.map(() => new Float64Array(DAYS_PER_YEAR));
  readonly #flags = new Uint16Array(DAYS_PER_YEAR);
  readonly #reader = yearReader();
  readonly #encoder = new YearEncoder();
  readonly #buffer = rowBuffer(CANDLE_LAYOUT, DAYS_PER_YEAR);

  get isEmpty(): boolean {
    return !this.#present.includes(1);
  }

  /** Replaces the content. If the block is damaged, the year is empty. */
  load(block: Uint8Array | undefined): BlockDamaged | undefined {
    this.#present.fill(0);
    if (!block) return undefined;
    const count = this.#reader.readWhole(block, this.#buffer);
    if (count instanceof BlockDamaged) return count;
    const stored = { columns: this.#buffer.numbers, flags: this.#buffer.flags };
    for (let i = 0; i < count; i++) this.put(this.#buffer.rowNumbers[i]!, stored, i);
    return undefined;
  }

  has(day: number): boolean {
    return this.#present[day] === 1;
  }

  put(day: number, { columns, flags }: CandleColumns, row: number): void {
    this.#present[day] = 1;
    this.#flags[day] = flags[row]!;
    for (let c = 0; c < columns.length; c++) this.#numbers[c]![day] = columns[c]![row]!;
  }

  putCandle(day: number, candle: Candle): void {
    this.#present[day] = 1;
    this.#flags[day] = candle.flags;
    for (let c = 0; c < CANDLE_NUMBERS.length; c++) this.#numbers[c]![day] = candle[CANDLE_NUMBERS[c]!];
  }

  encode(): Uint8Array {
    return this.#encoder.encodeYear({ present: this.#present, numbers: this.#numbers, flags: this.#flags });
  }
}
