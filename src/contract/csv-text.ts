import type { Column } from './columns.ts';

type Members = Readonly<Record<string, unknown>>;

/** Separates the words of a list. */
const WORD_SEPARATOR = '|';
const LINE_END = '\r\n';
/** Text that contains one of these is quoted. */
const NEEDS_QUOTES = /[",\r\n]/;
/** Spreadsheets run text that begins with one of these as a formula. */
const FORMULA = /^[=+\-@\t\r\n]/;

/** The header row, as in RFC 4180, including its line end. */
export function csvHeader(columns: readonly Column[]): string {
  return columns.map(({ name }) => quoted(name)).join() + LINE_END;
}

/** A record as a row, including its line end. A missing member becomes an empty field. */
export function csvLine(columns: readonly Column[], record: object): string {
  let line = '';
  let separator = '';
  for (const column of columns) {
    line += separator + fieldOf(column, memberAt(record as Members, column.path));
    separator = ',';
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
  const text = Array.isArray(member) ? member.join(WORD_SEPARATOR) : String(member);
  return kind === 'text' || kind === 'flags' ? quoted(text) : text;
}

/** Text that a spreadsheet shows and does not run. For files that spreadsheets open by themselves. */
export function csvCell(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

function quoted(text: string): string {
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
