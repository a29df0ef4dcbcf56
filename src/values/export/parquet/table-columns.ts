import {
  CANDLE_COLUMNS,
  INDEX_TICKER_COLUMNS,
  OHLCV_COLUMNS,
  type Column,
} from '../../../contract/columns.ts';
import type { RecordTable, TableForm } from './record-batch.ts';

/** Whether the value was carried over from an earlier tick; the same as the flag CARRIED, for filters that are easy to write. */
export const IS_CARRIED = {
  name: 'carried',
  path: ['carried'],
  kind: 'boolean',
  optional: false,
} as const satisfies Column;

/** Where the values come from, such as `live` or `simulator`. */
export const SOURCE = {
  name: 'source',
  path: ['source'],
  kind: 'text',
  optional: false,
} as const satisfies Column;

/** The columns of each table, in order. */
export const TABLE_COLUMNS: Readonly<Record<RecordTable, readonly Column[]>> = {
  'index-ticker': INDEX_TICKER_COLUMNS,
  ohlcv: OHLCV_COLUMNS,
  candles: CANDLE_COLUMNS,
  // Without record ids: these follow from index and time, and would be most of the file.
  day: [...INDEX_TICKER_COLUMNS.filter(({ name }) => name !== 'id'), IS_CARRIED, SOURCE],
};

const IN_NUMBERS: ReadonlySet<Column['kind']> = new Set(['decimal', 'integer', 'boolean']);

/** The columns whose values a batch stores as numbers. */
export function numberColumnsOf({ table }: Pick<TableForm, 'table'>): string[] {
  return TABLE_COLUMNS[table]
    .filter((column) => column !== IS_CARRIED && IN_NUMBERS.has(column.kind))
    .map(({ name }) => name);
}
