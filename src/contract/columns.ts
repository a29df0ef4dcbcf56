import type { TSchema } from './schema.ts';
import { CandleSchema } from './records/candle.ts';
import { IndexTicker } from './records/index-ticker.ts';
import { OpenHighLowCloseVolume } from './records/open-high-low-close-volume.ts';
import { COUNT_PATTERN, QUANTITY_PATTERN } from './schemas.ts';

/**
 * The type of a column. `decimal` and `integer` are quantities: digits as text, never converted to a double. `datetime` is ISO
 * 8601 in UTC with milliseconds. `flags` is a list of zero or more words.
 */
export type ColumnKind = 'text' | 'decimal' | 'integer' | 'boolean' | 'datetime' | 'flags';

/** A member of a record in a table format (CSV, Parquet). */
export interface Column {
  /** The keys on the path to the member, joined by dots. */
  readonly name: string;
  readonly path: readonly string[];
  readonly kind: ColumnKind;
  /** Whether some records lack it. */
  readonly optional: boolean;
}

/** The part of a JSON Schema that describes the type of a member. */
export interface Member {
  readonly type?: string;
  readonly format?: string;
  readonly pattern?: string;
  readonly const?: unknown;
  readonly anyOf?: readonly Member[];
  readonly properties?: Readonly<Record<string, Member>>;
  readonly required?: readonly string[];
  readonly items?: Member;
}

/**
 * The columns of a record, in schema order: new members are added at the end of the schema, so that columns keep their positions.
 * Members that do not fit into a column (lists of objects) are omitted.
 */
export function schemaColumns(record: TSchema): readonly Column[] {
  return columnsUnder(record, [], false);
}

function columnsUnder(object: Member, under: readonly string[], optional: boolean): Column[] {
  return Object.entries(object.properties ?? {}).flatMap(([key, member]) => {
    const path = [...under, key];
    const isOptional = optional || !(object.required ?? []).includes(key);
    if (member.properties) return columnsUnder(member, path, isOptional);
    const kind = columnKindOf(member);
    return kind ? [{ name: path.join('.'), path, kind, optional: isOptional }] : [];
  });
}

/** Undefined if it does not fit into a column. */
export function columnKindOf({ type, format, pattern, items }: Member): ColumnKind | undefined {
  if (type === 'array') return items && !items.properties && items.type !== 'array' ? 'flags' : undefined;
  if (type === 'object') return undefined;
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || pattern === COUNT_PATTERN) return 'integer';
  if (type === 'number' || pattern === QUANTITY_PATTERN) return 'decimal';
  return format === 'date-time' ? 'datetime' : 'text';
}

export const INDEX_TICKER_COLUMNS = schemaColumns(IndexTicker);
export const OHLCV_COLUMNS = schemaColumns(OpenHighLowCloseVolume);
export const CANDLE_COLUMNS = schemaColumns(CandleSchema);
