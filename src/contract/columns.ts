import type { TSchema } from './schema.ts';
import { Candle } from './records/candle.ts';
import { IndexTicker } from './records/index-ticker.ts';
import { OpenHighLowCloseVolume } from './records/open-high-low-close-volume.ts';
import { COUNT_PATTERN, QUANTITY_PATTERN } from './schemas.ts';

/**
 * What stands in a column. `decimal` and `integer` are quantities: text of digits that is never read into a double.
 * `datetime` is ISO 8601 in UTC with milliseconds. `flags` are several words, or none.
 */
export type ColumnKind = 'text' | 'decimal' | 'integer' | 'boolean' | 'datetime' | 'flags';

/** One member of a record where records are rows of a table: CSV, Parquet. */
export interface Column {
  /** The keys that lead to the member, joined by dots. */
  readonly name: string;
  readonly path: readonly string[];
  readonly kind: ColumnKind;
  /** Whether there are records without it. */
  readonly optional: boolean;
}

/** The part of a JSON Schema that says what a member is. */
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
 * The columns of a record, in the order of its schema: a new member goes to the end of the schema, so that columns keep
 * their places. Members that no column can hold, lists of objects, are left out.
 */
export function columnsOf(record: TSchema): readonly Column[] {
  return columnsUnder(record, [], false);
}

function columnsUnder(object: Member, under: readonly string[], optional: boolean): Column[] {
  return Object.entries(object.properties ?? {}).flatMap(([key, member]) => {
    const path = [...under, key];
    const mayLack = optional || !(object.required ?? []).includes(key);
    if (member.properties) return columnsUnder(member, path, mayLack);
    const kind = kindOf(member);
    return kind ? [{ name: path.join('.'), path, kind, optional: mayLack }] : [];
  });
}

/** Undefined where no column can hold it. */
export function kindOf({ type, format, pattern, items }: Member): ColumnKind | undefined {
  if (type === 'array') return items && !items.properties && items.type !== 'array' ? 'flags' : undefined;
  if (type === 'object') return undefined;
  if (type === 'boolean') return 'boolean';
  if (type === 'integer' || pattern === COUNT_PATTERN) return 'integer';
  if (type === 'number' || pattern === QUANTITY_PATTERN) return 'decimal';
  return format === 'date-time' ? 'datetime' : 'text';
}

export const INDEX_TICKER_COLUMNS = columnsOf(IndexTicker);
export const OHLCV_COLUMNS = columnsOf(OpenHighLowCloseVolume);
export const CANDLE_COLUMNS = columnsOf(Candle);
