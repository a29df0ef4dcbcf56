import type { Interval } from '../../../core/candle-interval.ts';
import type { IndexType, SeriesId } from '../../../core/index-value.ts';

/** Records in the form that their routes return, or all index ticks of a day. */
export type RecordTable = TableForm['table'];

export type TableForm =
  | { readonly table: 'index-ticker' | 'ohlcv' }
  | { readonly table: 'candles'; readonly interval: Interval }
  | DayForm;

/** All index ticks of one type in one UTC day. */
export interface DayForm {
  readonly table: 'day';
  /** 2026-01-31 */
  readonly day: string;
  readonly indexType: IndexType;
  /** Where the values come from. */
  readonly source: string;
}

/** A number with more digits than a double; the value in its column is only the nearest double. */
export interface ExactNumber {
  readonly column: string;
  readonly row: number;
  readonly text: string;
}

/** Records of one table as columns, one row per record. Only columns are passed between threads. */
export interface RecordBatch {
  readonly rows: number;
  readonly series: readonly SeriesId[];
  /** For each row, the index of its series in `series`. */
  readonly seriesAt: Uint32Array<ArrayBuffer>;
  /** The timestamp of each row. */
  readonly ats: Float64Array<ArrayBuffer>;
  readonly flags: Uint16Array<ArrayBuffer>;
  /** By column name, including counts and booleans (1 or 0); NaN if a record has no value. */
  readonly numbers: Readonly<Record<string, Float64Array<ArrayBuffer>>>;
  readonly exact: readonly ExactNumber[];
}
