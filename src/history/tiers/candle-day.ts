import { CANDLE_NUMBERS, type Candle } from '../../core/candle.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';

const NUMBER_BYTES = 8 * CANDLE_NUMBERS.length;

/** The numbers of end-of-day records, one column per entry of CANDLE_NUMBERS, and their flags. */
export interface CandleColumns {
  readonly columns: readonly Float64Array[];
  readonly flags: Uint16Array;
}

/** End-of-day records of one day, of some or all series, by series number. Immutable. */
export class CandleDay implements CandleColumns {
  readonly day: Millis;
  readonly numbers: Uint32Array;
  /** Parallel to `numbers`. */
  readonly columns: readonly Float64Array[];
  readonly flags: Uint16Array;
  /** The row of each series number, or -1. */
  readonly #rows: Int32Array;

  constructor(day: Millis, numbers: Uint32Array, { columns, flags }: CandleColumns) {
    this.day = day;
    this.numbers = numbers;
    this.columns = columns;
    this.flags = flags;
    this.#rows = new Int32Array(numbers.reduce((max, number) => Math.max(max, number + 1), 0)).fill(-1);
    for (const [row, number] of numbers.entries()) this.#rows[number] = row;
  }

  rowOf(number: number): number | undefined {
    const row = this.#rows[number] ?? -1;
    return row < 0 ? undefined : row;
  }

  candleAt(row: number, id: SeriesId): Candle {
    return candleOf(id, this.day, this, row);
  }

  /** Returns a copy of this day in which the candles replace those of the same series. */
  with(candles: ReadonlyMap<number, Candle>): CandleDay {
    const kept = [...this.numbers.keys()].filter((row) => !candles.has(this.numbers[row]!));
    const numbers = Uint32Array.from([...kept.map((row) => this.numbers[row]!), ...candles.keys()]);
    const added = [...candles.values()];
    const columns = CANDLE_NUMBERS.map((name, c) =>
      Float64Array.from([
        ...kept.map((row) => this.columns[c]![row]!),
        ...added.map((candle) => candle[name]),
      ]),
    );
    const flags = Uint16Array.from([
      ...kept.map((row) => this.flags[row]!),
      ...added.map((candle) => candle.flags),
    ]);
    return new CandleDay(this.day, numbers, { columns, flags });
  }

  /** Little-endian: the count, the series numbers, the columns one after another, the flags. */
  encode(): Uint8Array {
    const parts = [Uint32Array.of(this.numbers.length), this.numbers, ...this.columns, this.flags];
    return Buffer.concat(
      parts.map(({ buffer, byteOffset, byteLength }) => new Uint8Array(buffer, byteOffset, byteLength)),
    );
  }

  /** The journal has checked the bytes. Versions without flags wrote none. */
  static decode(day: Millis, bytes: Uint8Array): CandleDay {
    const content = new Uint8Array(bytes);
    const [rows = 0] = new Uint32Array(content.buffer, 0, 1);
    const numbersAt = 4 + 4 * rows;
    const flagsAt = numbersAt + NUMBER_BYTES * rows;
    const columns = CANDLE_NUMBERS.map((_, c) => {
      const at = numbersAt + 8 * rows * c;
      return new Float64Array(content.slice(at, at + 8 * rows).buffer);
    });
    const hasFlags = content.length > flagsAt;
    const flags = hasFlags ? new Uint16Array(content.slice(flagsAt).buffer) : new Uint16Array(rows);
    return new CandleDay(day, new Uint32Array(content.buffer, 4, rows), { columns, flags });
  }

  static empty(day: Millis): CandleDay {
    const columns = CANDLE_NUMBERS.map(() => new Float64Array(0));
    return new CandleDay(day, new Uint32Array(0), { columns, flags: new Uint16Array(0) });
  }
}

/** In the order of CANDLE_NUMBERS, written out: building an object key by key takes much longer. */
export function candleOf(
  { indexType, indexId }: SeriesId,
  startAt: Millis,
  { columns, flags }: CandleColumns,
  row: number,
): Candle {
  return {
    indexType,
    indexId,
    startAt,
    close: columns[0]![row]!,
    open: columns[1]![row]!,
    high: columns[2]![row]!,
    low: columns[3]![row]!,
    twap: columns[4]![row]!,
    vwap: columns[5]![row]!,
    volume: columns[6]![row]!,
    volumeUsd: columns[7]![row]!,
    ticks: columns[8]![row]!,
    carried: columns[9]![row]!,
    volumeRest: columns[10]![row]!,
    flags: flags[row]!,
  };
}
