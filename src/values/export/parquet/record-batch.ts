import type { Interval } from '../../../core/candle-interval.ts';
import type { SeriesId } from '../../../core/index-value.ts';

/** Records in the form that their routes return. */
export const RECORD_TABLES = ['index-ticker', 'ohlcv', 'candles'] as const;
export type RecordTable = (typeof RECORD_TABLES)[number];

export type TableForm =
  | { readonly table: 'index-ticker' | 'ohlcv' }
  | { readonly table: 'candles'; readonly interval: Interval };

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
