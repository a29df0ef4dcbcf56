import {
  CANDLE_COLUMNS,
  INDEX_TICKER_COLUMNS,
  OHLCV_COLUMNS,
  type Column,
} from '../../../contract/columns.ts';
import type { RecordTable, TableForm } from './record-batch.ts';

/** The columns of each table, in order. */
export const TABLE_COLUMNS: Readonly<Record<RecordTable, readonly Column[]>> = {
  'index-ticker': INDEX_TICKER_COLUMNS,
  ohlcv: OHLCV_COLUMNS,
  candles: CANDLE_COLUMNS,
};

const IN_NUMBERS: ReadonlySet<Column['kind']> = new Set(['decimal', 'integer', 'boolean']);

/** The columns whose values a batch stores as numbers. */
export function numberColumnsOf({ table }: Pick<TableForm, 'table'>): string[] {
  return TABLE_COLUMNS[table].filter(({ kind }) => IN_NUMBERS.has(kind)).map(({ name }) => name);
}
