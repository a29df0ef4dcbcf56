import type { Column } from './columns.ts';

type Members = Readonly<Record<string, unknown>>;

/** Between the words of a list. */
const BETWEEN_WORDS = '|';
const LINE_END = '\r\n';
/** Text that holds one of these stands in quotes. */
const NEEDS_QUOTES = /[",\r\n]/;

/** The header row of RFC 4180, with its line end. */
export function csvHeader(columns: readonly Column[]): string {
  return columns.map(({ name }) => quoted(name)).join() + LINE_END;
}

/** A record as a row, with its line end. A member that it lacks is empty. */
export function csvLine(columns: readonly Column[], record: object): string {
  let line = '';
  let between = '';
  for (const column of columns) {
    line += between + fieldOf(column, memberAt(record as Members, column.path));
    between = ',';
  }
  return line + LINE_END;
}

function memberAt(record: Members, path: readonly string[]): unknown {
  let member: unknown = record;
  for (const key of path) member = (member as Members | null | undefined)?.[key];
  return member;
}

function fieldOf({ kind }: Column, member: unknown): string {
  if (member === undefined || member === null) return '';
  const text = Array.isArray(member) ? member.join(BETWEEN_WORDS) : String(member);
  return kind === 'text' || kind === 'flags' ? quoted(text) : text;
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
