import type { Column } from '../../contract/columns.ts';
import type { TableColumn } from '../client/columns.ts';
import { sparkline } from '../client/sparkline.ts';
import { hasNames, type NamesById } from './names-by-id.ts';
import type { Route, RouteColumn } from './route.ts';

type Members = Readonly<Record<string, unknown>>;

const SHORTEST_TEXT = 16;
const SPARKLINE_COLUMNS = 42;
/** So many places before words that stand beside them. */
const PRICES_FIRST = 3;

/**
 * Names in place of ids, a line in place of many numbers. Of a narrow table own ids go first, then the last columns; the first
 * instant, and what a record is called, stay.
 */
export function tableColumns(
  { columns }: Route,
  names: NamesById,
  records: readonly object[],
): TableColumn<object>[] {
  const isName = ([name, kind]: RouteColumn) => kind === 'id' && hasNames(name);
  const distinct = columns.filter((column) => !isRepeated(column, columns, names, records));
  const called = distinct.find((column) => column[1] !== 'id' || isName(column));
  const when = distinct.find(([, kind]) => kind === 'datetime');
  return distinct.map((column, place): TableColumn<object> => {
    const [name, kind] = column;
    const isNumber = kind === 'decimal' || kind === 'integer';
    const rank = columns.length - place + (kind === 'decimal' ? PRICES_FIRST : 0);
    const keep = column === when ? 2 * columns.length : kind === 'id' && !isName(column) ? 0 : rank;
    return {
      key: name,
      heading: headingOf(name, isName(column)),
      of: (record) => cellOf(column, memberAt(record, name), names),
      ...(isNumber && { side: 'right' as const }),
      ...((kind === 'text' || kind === 'flags' || isName(column)) && { least: SHORTEST_TEXT }),
      ...(column !== called && { keep, goesWhenSame: true }),
    };
  });
}

/** Whether an earlier column says the same in every record: a symbol beside the id that it stands for. Numbers are equal by chance. */
function isRepeated(
  column: RouteColumn,
  columns: readonly RouteColumn[],
  names: NamesById,
  records: readonly object[],
): boolean {
  const mayRepeat = ([, kind]: RouteColumn) => kind === 'id' || kind === 'text' || kind === 'datetime';
  const textIn = (each: RouteColumn, record: object) => cellOf(each, memberAt(record, each[0]), names);
  return (
    mayRepeat(column) &&
    columns
      .slice(0, columns.indexOf(column))
      .some(
        (before) => mayRepeat(before) && records.every((one) => textIn(before, one) === textIn(column, one)),
      )
  );
}

function headingOf(name: string, isName: boolean): string {
  const last = isName ? name.replace(/Id$/, '') : name.replaceAll('.', ' ');
  return last.replaceAll(/[A-Z](?![A-Z])/g, (letter) => ` ${letter.toLowerCase()}`).trim();
}

function cellOf([, kind]: RouteColumn, value: unknown, names: NamesById): string {
  if (value === undefined || value === null) return '';
  if (kind === 'decimals') return sparkline((value as string[]).map(closeOf), SPARKLINE_COLUMNS);
  if (Array.isArray(value)) return value.join(' ');
  const text = String(value as string | number | boolean);
  if (kind === 'datetime') return text.replace('.000Z', 'Z');
  return kind === 'id' ? (names.get(text) ?? text) : text;
}

/** Empty where there was none. */
function closeOf(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

/** All members as they are, for lines and CSV. */
export function plainColumns(route: Route): TableColumn<object>[] {
  return route.columns.map(([name]) => ({
    key: name,
    of: (record) => {
      const value = memberAt(record, name);
      if (value === undefined || value === null) return '';
      return Array.isArray(value) ? value.join('|') : String(value as string | number | boolean);
    },
  }));
}

/** As the service writes CSV. */
export function csvColumns(route: Route): Column[] {
  return route.columns.map(([name, kind]) => ({
    name,
    path: name.split('.'),
    kind: kind === 'id' ? 'text' : kind === 'decimals' ? 'flags' : kind,
    optional: true,
  }));
}

function memberAt(record: object, name: string): unknown {
  let value: unknown = record;
  for (const key of name.split('.')) value = (value as Members | null | undefined)?.[key];
  return value;
}
