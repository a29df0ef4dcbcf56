import type { Column } from '../../../contract/columns.ts';
import { INTERVALS } from '../../../core/candle-interval.ts';
import { formatNumber } from '../../../core/numbers/decimal.ts';
import { flagsIn, maskOf, type FlagMask, type SeriesId } from '../../../core/index-value.ts';
import {
  RECORD_ID_LENGTH,
  RECORD_PREFIX_LENGTH,
  writeRecordPrefix,
  type RecordKind,
} from '../../../core/ids/record-prefix.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import { candleKey, candleKind } from '../../../latest/candles/interval-candle-text.ts';
import { OUT_OF_RANGE, scaleOf } from './parquet-schema.ts';
import type { RecordBatch, TableForm } from './record-batch.ts';
import { IS_CARRIED, SOURCE, TABLE_COLUMNS } from './table-columns.ts';
import { DecimalCells, UnscaledColumn, type ColumnStatistics } from './unscaled.ts';
import { dayKind, seriesKey, tickKind } from '../../../latest/indices/series-record-id.ts';

const CARRIED = maskOf('CARRIED');

type Cell = string | number | bigint | boolean | Uint8Array | undefined;

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
  readonly #decimals = new Map<string, DecimalCells>();
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
    if (kind === 'decimal') return this.#decimalsOf(column).cells;
    if (kind === 'integer') return this.#rows((row) => present(this.#numbers(name)[row]!));
    if (kind === 'boolean') return this.#rows((row) => this.#numbers(name)[row] === 1);
    return name === 'id' ? this.#ids() : this.#texts(name);
  }

  /** Undefined if the library finds them itself. */
  statisticsOf(column: Column): ColumnStatistics | undefined {
    return column.kind === 'decimal' ? this.#decimalsOf(column).statistics : undefined;
  }

  #texts(name: string): string[] {
    if (name === SOURCE.name) return this.#rows(() => ('source' in this.#form ? this.#form.source : ''));
    if (name === 'interval') return this.#rows(() => ('interval' in this.#form ? this.#form.interval : ''));
    if (name === 'indexId') return this.#ofSeries(({ series }) => series.indexId);
    if (name === 'indexType') return this.#ofSeries(({ series }) => series.indexType);
    throw new Error(`the batch has no column ${name}`);
  }

  /** Numbers that do not fit are only known after all numbers were converted. */
  #allOutOfRange(): (string | undefined)[] {
    for (const column of TABLE_COLUMNS[this.#form.table])
      if (column.kind === 'decimal') this.#decimalsOf(column);
    return this.#outOfRange;
  }

  #decimalsOf(column: Column): DecimalCells {
    let decimals = this.#decimals.get(column.name);
    if (!decimals) this.#decimals.set(column.name, (decimals = this.#newDecimals(column)));
    return decimals;
  }

  #newDecimals(column: Column): DecimalCells {
    const numbers = this.#numbers(column.name);
    const unscaled = new UnscaledColumn(scaleOf(column));
    const { rows } = this.#batch;
    const decimals = new DecimalCells(rows);
    for (let row = 0; row < rows; row++) {
      const value = numbers[row]!;
      const text = this.#exact.size === 0 ? undefined : this.#exact.get(`${column.name} ${row}`);
      if (text !== undefined) decimals.add(unscaled.ofText(text));
      else if (Number.isNaN(value)) decimals.add(undefined);
      else decimals.add(unscaled.of(value));
      if (decimals.cells[row] === undefined && !Number.isNaN(value))
        this.#addOutOfRange(row, `${column.name}=${text ?? formatNumber(value)}`);
    }
    return decimals;
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

  /** As bytes, because the library would encode each text by itself. */
  #ids(): Uint8Array[] {
    const { seriesAt, ats } = this.#batch;
    const keys = this.#series.map(({ key }) => Buffer.from(key, 'latin1'));
    const bytes = new Uint8Array(this.#batch.rows * RECORD_ID_LENGTH);
    return this.#rows((row) => {
      const position = seriesAt[row]!;
      const offset = row * RECORD_ID_LENGTH;
      writeRecordPrefix(this.#series[position]!.kind, ats[row]!, bytes, offset);
      bytes.set(keys[position]!, offset + RECORD_PREFIX_LENGTH);
      return new Uint8Array(bytes.buffer, offset, RECORD_ID_LENGTH);
    });
  }

  get #length(): Millis {
    return 'interval' in this.#form ? INTERVALS[this.#form.interval] : DAY_MS;
  }

  #ofSeries(text: (cells: SeriesCells) => string): string[] {
    const { seriesAt } = this.#batch;
    return this.#rows((row) => text(this.#series[seriesAt[row]!]!));
  }

  #numbers(name: string): Float64Array {
    const numbers = this.#batch.numbers[name];
    if (!numbers) throw new Error(`the batch has no numeric column ${name}`);
    return numbers;
  }

  #rows<T>(cell: (row: number) => T): T[] {
    const cells: T[] = [];
    for (let row = 0; row < this.#batch.rows; row++) cells.push(cell(row));
    return cells;
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
