import type { Candle } from '../../../core/candle.ts';
import { formatNumber } from '../../../core/numbers/decimal.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import { exactVolume } from '../../../latest/candles/candle-text.ts';
import type { ExactNumber, RecordBatch, TableForm } from './record-batch.ts';
import { numberColumnsOf } from './table-columns.ts';

/** Records per row group: large enough for readers that skip row groups, small enough to hold one per client. */
const ROWS_PER_GROUP = 50_000;

/** The numbers of a record by column name; as text if a double cannot hold all their digits. */
export type RecordNumbers = Readonly<Record<string, number | string | undefined>>;

export interface ColumnRows {
  readonly ats: Float64Array;
  readonly flags: Uint16Array;
  readonly numbers: Readonly<Record<string, Float64Array>>;
}

/** Collects records until there are enough for a row group. */
export class BatchRows {
  readonly #capacity: number;
  readonly #names: readonly string[];
  #series: SeriesId[] = [];
  #positions = new Map<string, number>();
  #exact: ExactNumber[] = [];
  #columns: Omit<RecordBatch, 'rows' | 'series' | 'exact'>;
  #rows = 0;

  constructor(form: TableForm, capacity = ROWS_PER_GROUP) {
    this.#names = numberColumnsOf(form);
    this.#capacity = capacity;
    this.#columns = this.#newColumns();
  }

  get rows(): number {
    return this.#rows;
  }

  /** Whether `more` additional records would exceed the capacity. */
  isFullWith(more: number): boolean {
    return this.#rows > 0 && this.#rows + more > this.#capacity;
  }

  add(series: SeriesId, at: Millis, flags: number, numbers: RecordNumbers): void {
    const row = this.#rows++;
    if (row === this.#columns.ats.length) this.#grow();
    const columns = this.#columns;
    columns.seriesAt[row] = this.#positionOf(series);
    columns.ats[row] = at;
    columns.flags[row] = flags;
    for (const name of this.#names) columns.numbers[name]![row] = this.#numberOf(name, row, numbers[name]);
  }

  /** An end-of-day record. */
  addDay(candle: Candle): void {
    const { startAt, flags, open, high, low, close, volumeUsd, vwap, twap, ticks, carried } = candle;
    const prices = { open, high, low, close, vwap, twap };
    const volumes = { volume: exactVolume(candle), volumeUsd };
    this.add(candle, startAt, flags, { ...prices, ...volumes, ticks, carried });
  }

  /** Adds the first `count` rows of one series from columns. */
  addColumns(series: SeriesId, count: number, from: ColumnRows): void {
    while (this.#rows + count > this.#columns.ats.length) this.#grow();
    const columns = this.#columns;
    const row = this.#rows;
    columns.seriesAt.fill(this.#positionOf(series), row, row + count);
    columns.ats.set(from.ats.subarray(0, count), row);
    columns.flags.set(from.flags.subarray(0, count), row);
    for (const name of this.#names) columns.numbers[name]!.set(from.numbers[name]!.subarray(0, count), row);
    this.#rows += count;
  }

  /** Returns the collected batch and starts a new one. */
  take(): RecordBatch {
    const batch = { rows: this.#rows, series: this.#series, exact: this.#exact, ...this.#columns };
    this.#rows = 0;
    this.#series = [];
    this.#positions = new Map();
    this.#exact = [];
    this.#columns = this.#newColumns();
    return batch;
  }

  #numberOf(column: string, row: number, value: number | string | undefined): number {
    if (typeof value !== 'string') return value ?? Number.NaN;
    const nearest = Number(value);
    if (formatNumber(nearest) !== value) this.#exact.push({ column, row, text: value });
    return nearest;
  }

  #positionOf(series: SeriesId): number {
    let position = this.#positions.get(series.indexId);
    if (position === undefined) {
      position = this.#series.push(series) - 1;
      this.#positions.set(series.indexId, position);
    }
    return position;
  }

  #newColumns(rows = Math.min(this.#capacity, FIRST_ROWS)) {
    return {
      seriesAt: new Uint32Array(rows),
      ats: new Float64Array(rows),
      flags: new Uint16Array(rows),
      numbers: Object.fromEntries(this.#names.map((name) => [name, new Float64Array(rows)])),
    };
  }

  #grow(): void {
    const before = this.#columns;
    const columns = this.#newColumns(2 * before.ats.length);
    columns.seriesAt.set(before.seriesAt);
    columns.ats.set(before.ats);
    columns.flags.set(before.flags);
    for (const name of this.#names) columns.numbers[name]!.set(before.numbers[name]!);
    this.#columns = columns;
  }
}

/** Initial capacity: most exports are small. */
const FIRST_ROWS = 4096;
