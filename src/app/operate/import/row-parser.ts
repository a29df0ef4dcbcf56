import { OHLCV_COLUMNS } from '../../../contract/columns.ts';
import type { TextFormat } from '../../../contract/formats.ts';
import { OperatorError } from '../../../core/errors.ts';
import { isObject } from '../../../core/text/is-object.ts';

export type Row = ReadonlyMap<string, string>;

const COLUMNS = OHLCV_COLUMNS.map(({ name }) => name);
/** Optional members: those that follow from others, and flags, which most records lack. */
const OPTIONAL = new Set(['id', 'endTimestamp', 'timestamp', 'flags']);
const REQUIRED = COLUMNS.filter((column) => !OPTIONAL.has(column));

/** Reads lines of an export. Returns a problem of a line as text. */
export interface RowParser {
  /** Whether the first line is a header, to be passed to `start`. */
  readonly hasHeader: boolean;
  start(header: string): void;
  row(line: string): Row | string;
}

export function rowParser(format: TextFormat): RowParser {
  return format === 'csv' ? new CsvParser() : { hasHeader: false, start: () => {}, row: jsonRow };
}

class CsvParser implements RowParser {
  readonly hasHeader = true;
  #columns: readonly string[] = [];

  start(header: string): void {
    const columns = fieldsOf(header);
    const missing = REQUIRED.filter((name) => !columns.includes(name));
    const unknown = columns.filter((name) => !COLUMNS.includes(name));
    if (missing.length > 0) throw new OperatorError(`the header lacks ${missing.join(', ')}`);
    if (unknown.length > 0 || new Set(columns).size < columns.length)
      throw new OperatorError(`the header has unknown or duplicate columns: ${unknown.join(', ')}`);
    this.#columns = columns;
  }

  row(line: string): Row | string {
    const fields = fieldsOf(line);
    if (fields.length !== this.#columns.length)
      return `it has ${fields.length} fields, the header has ${this.#columns.length}`;
    return new Map(fields.map((field, place) => [this.#columns[place]!, field]));
  }
}

/** No field contains a comma or a quote; some programs quote all fields. */
function fieldsOf(line: string): string[] {
  return line.split(',').map((field) => /^"(.*)"$/.exec(field)?.[1] ?? field);
}

function jsonRow(line: string): Row | string {
  let record: unknown;
  try {
    record = JSON.parse(line);
  } catch {
    return 'it is not valid JSON';
  }
  if (!isObject(record)) return 'it is not a JSON object';
  const entries = Object.entries(record);
  const unknown = entries.filter(([name]) => !COLUMNS.includes(name)).map(([name]) => name);
  if (unknown.length > 0) return `it has unknown members: ${unknown.join(', ').slice(0, 100)}`;
  const texts = entries.map(([name, value]) => [name, name === 'flags' ? flagText(value) : value] as const);
  const notText = texts.filter(([, value]) => typeof value !== 'string').map(([name]) => name);
  if (notText.length > 0)
    return `${notText.join(', ')} must be as in an export: text in quotes, and flags a list`;
  return new Map(texts as [string, string][]);
}

/** Converts a list of flags to its form in CSV. */
function flagText(value: unknown): unknown {
  return Array.isArray(value) && value.every((flag) => typeof flag === 'string')
    ? value.join('|')
    : undefined;
}
