import { INDEX_TICKER_COLUMNS, OHLCV_COLUMNS, type Column } from '../../../contract/columns.ts';
import { csvHeader, csvLine } from '../../../contract/csv-text.ts';
import type { TextFormat } from '../../../contract/formats.ts';
import type { Candle } from '../../../core/candle.ts';
import type { StoredValue } from '../../../history/history-store.ts';
import { candleText } from '../../../latest/candles/candle-text.ts';
import { IndexTickerText } from '../../../latest/indices/index-ticker-text.ts';

/** Writes records as the API shows them, to the character. */
export interface RecordText<R> {
  /** What stands before the first record. */
  readonly opening: string;
  /** A line. */
  line(record: R): string;
}

export function tickText(format: TextFormat): RecordText<StoredValue> {
  const text = new IndexTickerText();
  const json = (value: StoredValue) =>
    text.record(value, value.at, { ...value, tickVolume: value.tickVolume ?? Number.NaN });
  return inFormat(format, INDEX_TICKER_COLUMNS, json);
}

export function candleLines(format: TextFormat): RecordText<Candle> {
  return inFormat(format, OHLCV_COLUMNS, candleText);
}

function inFormat<R>(
  format: TextFormat,
  columns: readonly Column[],
  json: (record: R) => string,
): RecordText<R> {
  if (format === 'ndjson') return { opening: '', line: (record) => `${json(record)}\n` };
  return {
    opening: csvHeader(columns),
    line: (record) => csvLine(columns, JSON.parse(json(record)) as object),
  };
}
