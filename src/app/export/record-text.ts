import { IndexTicker } from '../../contract/records/index-ticker.ts';
import { OpenHighLowCloseVolume } from '../../contract/records/open-high-low-close-volume.ts';
import type { Candle } from '../../core/candle.ts';
import type { StoredValue } from '../../history/history-store.ts';
import { candleText } from '../../latest/candle-text.ts';
import { IndexTickerText } from '../../latest/index-ticker-text.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/** Columns of a CSV file: the members of a record of the API, in their order. */
export const TICK_COLUMNS = Object.keys(IndexTicker.properties);
export const CANDLE_COLUMNS = Object.keys(OpenHighLowCloseVolume.properties);

/** Writes records as the API shows them, to the character. */
export interface RecordText<R> {
  /** What stands before the first record. */
  readonly opening: string;
  /** A line. */
  line(record: R): string;
}

export function tickText(format: ExportFormat): RecordText<StoredValue> {
  const text = new IndexTickerText();
  const json = (value: StoredValue) =>
    text.record(value, value.at, { ...value, tickVolume: value.tickVolume ?? Number.NaN });
  return inFormat(format, TICK_COLUMNS, json);
}

export function candleLines(format: ExportFormat): RecordText<Candle> {
  return inFormat(format, CANDLE_COLUMNS, candleText);
}

function inFormat<R>(
  format: ExportFormat,
  columns: readonly string[],
  json: (record: R) => string,
): RecordText<R> {
  if (format === 'ndjson') return { opening: '', line: (record) => `${json(record)}\n` };
  return {
    opening: `${columns.join()}\n`,
    line: (record) => csvLine(JSON.parse(json(record)) as Record<string, unknown>, columns),
  };
}

/** Nothing in a record needs quotes. A member that is missing is empty; several flags stand apart by spaces. */
function csvLine(record: Readonly<Record<string, unknown>>, columns: readonly string[]): string {
  const fields = columns.map((column) => {
    const value = record[column] ?? '';
    return Array.isArray(value) ? value.join(' ') : String(value);
  });
  return `${fields.join()}\n`;
}
