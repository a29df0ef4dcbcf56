import type { Candle } from '../../core/candle.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import { CANDLE_LAYOUT } from '../block/layout.ts';

/** Names of the numbers of a candle, in the order of the block's columns. */
export const CANDLE_COLUMNS = CANDLE_LAYOUT.columns.map(({ name }) => name as CandleColumn);
export type CandleColumn = Exclude<keyof Candle, keyof SeriesId | 'startAt'>;

/** End-of-day records of one day, of all series or some, by series number. It never changes. */
export class CandleDay {
  readonly day: Millis;
  readonly numbers: Uint32Array;
  /** One array for each of CANDLE_COLUMNS, parallel to `numbers`. */
  readonly columns: readonly Float64Array[];
  /** By series number; -1 for none. */
  readonly #rows: Int32Array;

  constructor(day: Millis, numbers: Uint32Array, columns: readonly Float64Array[]) {
    this.day = day;
    this.numbers = numbers;
    this.columns = columns;
    this.#rows = new Int32Array(numbers.reduce((most, number) => Math.max(most, number + 1), 0)).fill(-1);
    for (const [row, number] of numbers.entries()) this.#rows[number] = row;
  }

  rowOf(number: number): number | undefined {
    const row = this.#rows[number] ?? -1;
    return row < 0 ? undefined : row;
  }

  candleAt(row: number, id: SeriesId): Candle {
    return candleOf(id, this.day, this.columns, row);
  }

  /** This day with the candles in the place of those of the same series. */
  with(candles: ReadonlyMap<number, Candle>): CandleDay {
    const kept = [...this.numbers.keys()].filter((row) => !candles.has(this.numbers[row]!));
    const numbers = Uint32Array.from([...kept.map((row) => this.numbers[row]!), ...candles.keys()]);
    const added = [...candles.values()];
    const columns = CANDLE_COLUMNS.map((name, c) =>
      Float64Array.from([
        ...kept.map((row) => this.columns[c]![row]!),
        ...added.map((candle) => candle[name]),
      ]),
    );
    return new CandleDay(this.day, numbers, columns);
  }

  /** Little-endian: how many, their numbers, column after column. */
  encode(): Uint8Array {
    const parts = [Uint32Array.of(this.numbers.length), this.numbers, ...this.columns];
    return Buffer.concat(
      parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
    );
  }

  /** The journal has checked the bytes: they are what was encoded. */
  static decode(day: Millis, bytes: Uint8Array): CandleDay {
    const content = new Uint8Array(bytes);
    const [rows = 0] = new Uint32Array(content.buffer, 0, 1);
    let at = 4 + 4 * rows;
    const columns = CANDLE_COLUMNS.map(() => {
      const column = new Float64Array(content.slice(at, at + 8 * rows).buffer);
      at += 8 * rows;
      return column;
    });
    return new CandleDay(day, new Uint32Array(content.buffer, 4, rows), columns);
  }

  static empty(day: Millis): CandleDay {
    return new CandleDay(
      day,
      new Uint32Array(0),
      CANDLE_COLUMNS.map(() => new Float64Array(0)),
    );
  }
}

export function candleOf(
  { indexType, indexId }: SeriesId,
  startAt: Millis,
  columns: readonly Float64Array[],
  row: number,
): Candle {
  const candle: Record<string, unknown> = { indexType, indexId, startAt };
  for (let c = 0; c < CANDLE_COLUMNS.length; c++) candle[CANDLE_COLUMNS[c]!] = columns[c]![row]!;
  return candle as unknown as Candle;
}
