import { formatDatetime } from '../../core/time.ts';
import { quoted } from './shown.ts';
import { tableText } from './table-text.ts';

type Record = Readonly<{ [key: string]: unknown }>;

/** Text for missing values; by default `-`. */
export type Absent = Readonly<{ [key: string]: string }>;

/** Records as a table. Each column is headed by its JSON key in words. */
export function recordsText(
  records: readonly Record[],
  keys: readonly string[],
  absent: Absent = {},
): string {
  const rows = records.map((record) => keys.map((key) => valueText(record[key], absent[key])));
  return tableText([keys.map(wordsOf), ...rows]);
}

/** One record, one line per key that is present. */
export function fieldsText(record: Record, keys: readonly string[], absent: Absent = {}): string {
  const present = keys.filter((key) => record[key] !== undefined || absent[key] !== undefined);
  return tableText(present.map((key) => [`${wordsOf(key)}:`, valueText(record[key], absent[key])]));
}

/** `lastTokenAt` becomes `last token at`. */
export function wordsOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
}

function valueText(value: unknown, absent = '-'): string {
  if (value === undefined || (Array.isArray(value) && value.length === 0)) return absent;
  if (Array.isArray(value)) return value.map(String).join(' ');
  return typeof value === 'string' ? nameText(value) : String(value);
}

/**
 * Quotes a text unless it is words separated by single blanks: others could look like another column or
 * control a terminal.
 */
function nameText(text: string): string {
  return /^\S+(?: \S+)*$/u.test(text) && !/[\p{Cc}\p{Cf}]/u.test(text) ? text : quoted(text);
}

type Dated<T, K extends keyof T> = Omit<T, K> & {
  readonly [P in K]: T[P] extends number ? string : Extract<T[P], undefined> | string;
};

/** The same record with instants as text. */
export function withDates<T extends object, K extends keyof T>(
  record: T,
  ...keys: readonly K[]
): Dated<T, K> {
  const dates = keys.flatMap((key) => {
    const at = record[key];
    return typeof at === 'number' ? [[key, formatDatetime(at)]] : [];
  });
  return { ...record, ...(Object.fromEntries(dates) as object) } as Dated<T, K>;
}
