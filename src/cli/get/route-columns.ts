import type { Column } from '../../contract/columns.ts';
import { memberAt } from '../client/valid-record.ts';
import type { TableColumn } from '../client/columns.ts';
import { sparkline } from '../client/sparkline.ts';
import { hasNames, type NamesById } from './names-by-id.ts';
import type { Route, RouteColumn } from './route.ts';
import { rankedColumns, shownHeading } from './shown-columns.ts';

const MIN_TEXT_WIDTH = 8;
const PREFERRED_TEXT_WIDTH = 20;
const MIN_SPARKLINE_WIDTH = 12;
/**
 * Columns at least this important stay even if all rows have the same value: the common day of all records is
 * worth knowing.
 */
const MIN_KEPT_IMPORTANCE = 8;
const SPARKLINE_COLUMNS = 42;

/**
 * Shows names instead of ids and a sparkline instead of many numbers, and nothing twice; in a narrow table
 * the least important columns are dropped first.
 */
export function tableColumns(
  route: Route,
  names: NamesById,
  records: readonly object[],
): TableColumn<object>[] {
  const ranked = rankedColumns(route, hasNames);
  const inOrder = ranked.map(({ column }) => column);
  return ranked
    .filter(({ column }) => !isRepeated(column, inOrder, names, records))
    .map(({ column, importance }): TableColumn<object> => {
      const [name, kind] = column;
      const isNumber = kind === 'decimal' || kind === 'integer';
      const isNamed = kind === 'id' && hasNames(name);
      const heading = shownHeading(name, isNamed);
      // Part of an id without a name is useless.
      const isWord = kind === 'text' || kind === 'flags' || isNamed;
      const days = areMidnights(column, records);
      return {
        key: name,
        heading,
        of: (record) => {
          const text = cellOf(column, memberAt(record, name), names);
          return days ? text.slice(0, DAY_LENGTH) : text;
        },
        ...(isNumber && { side: 'right' as const }),
        ...(isWord && {
          minWidth: Math.max(MIN_TEXT_WIDTH, heading.length),
          preferredWidth: PREFERRED_TEXT_WIDTH,
        }),
        ...(kind === 'decimals' && { minWidth: MIN_SPARKLINE_WIDTH, isCutAtStart: true }),
        ...(importance !== undefined && {
          priority: importance,
          dropWhenSame: importance < MIN_KEPT_IMPORTANCE,
        }),
      };
    });
}

const DAY_LENGTH = '2026-01-31'.length;

/** Whether all instants are midnights, such as those of end-of-day records. */
function areMidnights([name, kind]: RouteColumn, records: readonly object[]): boolean {
  return (
    kind === 'datetime' &&
    records.every((record) => /T00:00:00(?:\.000)?Z$/.test(String(memberAt(record, name) ?? 'T00:00:00Z')))
  );
}

/**
 * Whether an earlier column has the same value in every record, such as a symbol next to the id it replaces.
 * Numbers are ignored: they may be equal by chance.
 */
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

function cellOf([, kind]: RouteColumn, value: unknown, names: NamesById): string {
  if (value === undefined || value === null) return '';
  if (kind === 'decimals') return sparkline((value as string[]).map(closeOf), SPARKLINE_COLUMNS);
  if (Array.isArray(value)) return value.join(' ');
  const text = String(value as string | number | boolean);
  if (kind === 'datetime') return text.replace('.000Z', 'Z');
  return kind === 'id' ? (names.get(text) ?? text) : text;
}

/** Empty if there was none. */
function closeOf(text: string): number | undefined {
  return text === '' ? undefined : Number(text);
}

/** All members unchanged, for lines and CSV. */
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

/** The columns of the service's own CSV. */
export function csvColumns(route: Route): Column[] {
  return route.columns.map(([name, kind]) => ({
    name,
    path: name.split('.'),
    kind: kind === 'id' ? 'text' : kind === 'decimals' ? 'flags' : kind,
    optional: true,
  }));
}
