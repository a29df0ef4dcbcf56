import type { Column } from '../../../contract/columns.ts';
import { INTERVALS } from '../../../core/candle-interval.ts';
import { formatNumber } from '../../../core/numbers/decimal.ts';
import { flagsIn, maskOf, type FlagMask, type SeriesId } from '../../../core/index-value.ts';
import { recordId } from '../../../core/ids/record-id.ts';
import type { RecordKind } from '../../../core/ids/record-prefix.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import { candleKey, candleKind } from '../../../latest/candles/interval-candle-text.ts';
import { OUT_OF_RANGE, scaleOf } from './parquet-schema.ts';
import type { RecordBatch, TableForm } from './record-batch.ts';
import { IS_CARRIED, SOURCE, TABLE_COLUMNS } from './table-columns.ts';
import { UnscaledColumn } from './unscaled.ts';
import { dayKind, seriesKey, tickKind } from '../../../latest/indices/series-record-id.ts';

const CARRIED = maskOf('CARRIED');

type Cell = string | number | bigint | boolean | undefined;

/** Shared by all records of a series. */
interface SeriesCells {
  readonly series: SeriesId;
  readonly kind: RecordKind;
  readonly key: string;
}

/** Converts the columns of a batch to the cells of a Parquet file. */
export class ParquetColumns {
  readonly #form: TableForm;
  readonly #batch: RecordBatch;
  readonly #series: readonly SeriesCells[];
  readonly #exact: ReadonlyMap<string, string>;
  readonly #units = new Map<string, (bigint | undefined)[]>();
  readonly #outOfRange: (string | undefined)[];

  constructor(form: TableForm, batch: RecordBatch) {
    this.#form = form;
    this.#batch = batch;
    this.#series = batch.series.map((series) => cellsOf(form, series));
    this.#exact = new Map(batch.exact.map(({ column, row, text }) => [`${column} ${row}`, text]));
    this.#outOfRange = Array.from({ length: batch.rows });
  }

  valuesOf(column: Column): Cell[] {
    const { name, kind } = column;
    if (name === OUT_OF_RANGE.name) return this.#allOutOfRange();
    if (column === IS_CARRIED) return this.#rows((row) => (this.#batch.flags[row]! & CARRIED) !== 0);
    if (kind === 'flags') return this.#flags();
    if (kind === 'datetime') return this.#instants(name === 'endTimestamp' ? this.#length : 0);
    if (kind === 'decimal') return this.#decimals(column);
    if (kind === 'integer') return this.#rows((row) => present(this.#numbers(name)[row]!));
    if (kind === 'boolean') return this.#rows((row) => this.#numbers(name)[row] === 1);
    return this.#texts(name);
  }

  #texts(name: string): string[] {
    if (name === SOURCE.name) return this.#rows(() => ('source' in this.#form ? this.#form.source : ''));
    if (name === 'interval') return this.#rows(() => ('interval' in this.#form ? this.#form.interval : ''));
    if (name === 'indexId') return this.#ofSeries(({ series }) => series.indexId);
    if (name === 'indexType') return this.#ofSeries(({ series }) => series.indexType);
    if (name === 'id') return this.#ofSeries(({ kind, key }, at) => recordId(kind, at, key));
    throw new Error(`the batch has no column ${name}`);
  }

  /** Numbers that do not fit are only known after all numbers were converted. */
  #allOutOfRange(): (string | undefined)[] {
    for (const column of TABLE_COLUMNS[this.#form.table])
      if (column.kind === 'decimal') this.#decimals(column);
    return this.#outOfRange;
  }

  #decimals(column: Column): (bigint | undefined)[] {
    let units = this.#units.get(column.name);
    if (!units) this.#units.set(column.name, (units = this.#unitsOf(column)));
    return units;
  }

  #unitsOf(column: Column): (bigint | undefined)[] {
    const numbers = this.#numbers(column.name);
    const unscaled = new UnscaledColumn(scaleOf(column));
    return this.#rows((row) => {
      const value = numbers[row]!;
      if (Number.isNaN(value)) return undefined;
      const text = this.#exact.size === 0 ? undefined : this.#exact.get(`${column.name} ${row}`);
      const units = text === undefined ? unscaled.of(value) : unscaled.ofText(text);
      if (units === undefined) this.#addOutOfRange(row, `${column.name}=${text ?? formatNumber(value)}`);
      return units;
    });
  }

  #addOutOfRange(row: number, entry: string): void {
    const before = this.#outOfRange[row];
    this.#outOfRange[row] = before === undefined ? entry : `${before}|${entry}`;
  }

  #flags(): (string | undefined)[] {
    const texts = new Map<FlagMask, string | undefined>([[0, undefined]]);
    return this.#rows((row) => {
      const mask = this.#batch.flags[row]!;
      if (!texts.has(mask)) texts.set(mask, flagsIn(mask).join('|'));
      return texts.get(mask);
    });
  }

  #instants(later: Millis): bigint[] {
    return this.#rows((row) => BigInt(this.#batch.ats[row]! + later));
  }

  get #length(): Millis {
    return 'interval' in this.#form ? INTERVALS[this.#form.interval] : DAY_MS;
  }

  #ofSeries(text: (cells: SeriesCells, at: Millis) => string): string[] {
    const { seriesAt, ats } = this.#batch;
    return this.#rows((row) => text(this.#series[seriesAt[row]!]!, ats[row]!));
  }

  #numbers(name: string): Float64Array {
    const numbers = this.#batch.numbers[name];
    if (!numbers) throw new Error(`the batch has no numeric column ${name}`);
    return numbers;
  }

  #rows<T>(cell: (row: number) => T): T[] {
    return Array.from({ length: this.#batch.rows }, (_, row) => cell(row));
  }
}

function cellsOf(form: TableForm, series: SeriesId): SeriesCells {
  const { indexType } = series;
  if (form.table === 'index-ticker' || form.table === 'day')
    return { series, kind: tickKind(indexType), key: seriesKey(series) };
  if (!('interval' in form)) return { series, kind: dayKind(indexType), key: seriesKey(series) };
  return { series, kind: candleKind(series, form.interval), key: candleKey(series, form.interval) };
}

function present(value: number): number | undefined {
  return Number.isNaN(value) ? undefined : value;
}
