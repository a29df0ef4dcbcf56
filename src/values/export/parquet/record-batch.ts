import type { Interval } from '../../../core/candle-interval.ts';
import type { SeriesId } from '../../../core/index-value.ts';

/** Records as their routes show them. */
export const RECORD_TABLES = ['index-ticker', 'ohlcv', 'candles'] as const;
export type RecordTable = (typeof RECORD_TABLES)[number];

export type TableForm =
  | { readonly table: 'index-ticker' | 'ohlcv' }
  | { readonly table: 'candles'; readonly interval: Interval };

/** A number that has more digits than a double: the one in its column is not it. */
export interface ExactNumber {
  readonly column: string;
  readonly row: number;
  readonly text: string;
}

/** Records of one table in columns, a row a record. Nothing but columns goes from thread to thread. */
export interface RecordBatch {
  readonly rows: number;
  readonly series: readonly SeriesId[];
  /** Of each row, the place of its series. */
  readonly seriesAt: Uint32Array<ArrayBuffer>;
  /** The timestamp of each. */
  readonly ats: Float64Array<ArrayBuffer>;
  readonly flags: Uint16Array<ArrayBuffer>;
  /** By the name of their column, counts and truths (1 or 0) included; NaN where a record has none. */
  readonly numbers: Readonly<Record<string, Float64Array<ArrayBuffer>>>;
  readonly exact: readonly ExactNumber[];
}
