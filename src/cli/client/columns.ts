import { wordsOf } from '../output/records-text.ts';
import { painter, type Appearance, type Colour } from './appearance.ts';
import { plain } from './notices/plain.ts';
import { cut, padded, textWidth } from './text-width.ts';

/** A column of a table for people, and a field of a line for programs. */
export interface TableColumn<R> {
  /** As in JSON; the heading of the column is the same in words. */
  readonly key: string;
  /** In place of the key in words. */
  readonly heading?: string;
  readonly of: (record: R) => string;
  /** Numbers stand at the right. */
  readonly side?: 'left' | 'right';
  readonly colour?: (record: R) => Colour | undefined;
  /** Where the width does not suffice, those with the lowest number go first; without one it stays. */
  readonly keep?: number;
  /** It goes before all others where it says the same in every row. */
  readonly goesWhenSame?: boolean;
  /** It may be cut down to this; else a column is shown whole or not at all. */
  readonly least?: number;
  /** So much of it stays while there are columns that may go; by default `least`. */
  readonly wanted?: number;
  /** Where it is cut, the beginning goes: of a course the newest values are at the end. */
  readonly isCutInFront?: boolean;
  /** It takes at least so much, and is there while it is empty too: a table that is drawn again does not change its shape. */
  readonly reserve?: number;
}

const BETWEEN = '  ';

/** A table and how many of the columns that say something it had no room for. */
export interface FittedTable {
  readonly lines: string[];
  readonly shown: number;
  readonly leftOut: number;
}

/** A table that is no wider than the terminal: empty columns are left out, then those that matter less, then names are cut. */
export function tableLines<R>(
  records: readonly R[],
  columns: readonly TableColumn<R>[],
  look: Pick<Appearance, 'columns' | 'hasColours'>,
): string[] {
  return fittedTable(records, columns, look).lines;
}

export function fittedTable<R>(
  records: readonly R[],
  columns: readonly TableColumn<R>[],
  look: Pick<Appearance, 'columns' | 'hasColours'>,
): FittedTable {
  const paint = painter(look.hasColours);
  const cells = new Map(columns.map((column) => [column, records.map((record) => plain(column.of(record)))]));
  const full = (column: TableColumn<R>) =>
    cells
      .get(column)!
      .reduce(
        (widest, text) => Math.max(widest, textWidth(text)),
        Math.max(textWidth(headingOf(column)), column.reserve ?? 0),
      );
  const filled = columns.filter(
    (column) => column.reserve !== undefined || cells.get(column)!.some((text) => text !== ''),
  );
  const fitted = fit(
    filled.map((column) => ({
      column,
      width: full(column),
      isSame: column.goesWhenSame === true && records.length > 1 && new Set(cells.get(column)).size === 1,
    })),
    look.columns,
  );
  const rowOf = (texts: (column: TableColumn<R>, width: number) => string) =>
    fitted
      .map(({ column, width }) => texts(column, width))
      .join(BETWEEN)
      .trimEnd();
  const heading = rowOf((column, width) => padded(cut(headingOf(column), width), width, column.side));
  const lines = [
    paint(heading, 'dim'),
    ...records.map((record, place) =>
      rowOf((column, width) => {
        const whole = cells.get(column)![place]!;
        const text = column.isCutInFront ? [...whole].slice(-width).join('') : cut(whole, width);
        const colour = column.colour?.(record);
        return padded(colour ? paint(text, colour) : text, width, column.side);
      }),
    ),
  ];
  return { lines, shown: fitted.length, leftOut: filled.length - fitted.length };
}

export function headingOf({ key, heading }: Pick<TableColumn<never>, 'key' | 'heading'>): string {
  return heading ?? wordsOf(key);
}

interface Fitted<R> {
  readonly column: TableColumn<R>;
  readonly width: number;
  readonly isSame: boolean;
}

function fit<R>(all: readonly Fitted<R>[], most: number): readonly Fitted<R>[] {
  const fits = (columns: readonly Fitted<R>[]) =>
    widthOf(columns.map((each) => ({ ...each, width: wantedOf(each) }))) <= most;
  let left = all;
  const gone: Fitted<R>[] = [];
  while (!fits(left)) {
    const going = left.filter(({ column }) => column.keep !== undefined);
    if (going.length === 0) break;
    const lowest = Math.min(...going.map(rankOf));
    const last = going.findLast((each) => rankOf(each) === lowest)!;
    left = left.filter((each) => each !== last);
    gone.unshift(last);
  }
  // Where a wide one has gone, there may be room for those that went before it.
  for (const each of gone) {
    const more = all.filter((column) => column === each || left.includes(column));
    if (fits(more)) left = more;
  }
  return shrunk(shrunk(left, most, wantedOf), most, leastOf);
}

/** What is too much is taken from the last columns first, down to what each may be. */
function shrunk<R>(
  columns: readonly Fitted<R>[],
  most: number,
  down: (column: Fitted<R>) => number,
): readonly Fitted<R>[] {
  let surplus = Math.max(0, widthOf(columns) - most);
  return columns
    .toReversed()
    .map((each) => {
      const taken = Math.min(Math.max(0, each.width - down(each)), surplus);
      surplus -= taken;
      return { ...each, width: each.width - taken };
    })
    .toReversed();
}

function rankOf<R>({ column, isSame }: Fitted<R>): number {
  return (isSame ? -Number.MAX_SAFE_INTEGER : 0) + (column.keep ?? 0);
}

function widthOf<R>(columns: readonly Fitted<R>[]): number {
  return (
    columns.reduce((sum, { width }) => sum + width, 0) + BETWEEN.length * Math.max(0, columns.length - 1)
  );
}

function leastOf<R>({ width, column }: Fitted<R>): number {
  return Math.min(width, column.least ?? width);
}

function wantedOf<R>({ width, column }: Fitted<R>): number {
  return Math.min(width, column.wanted ?? column.least ?? width);
}

/** A record for programs: fields with tabs between them, none of which is cut. */
export function fieldsLine<R>(record: R, columns: readonly TableColumn<R>[]): string {
  return columns.map((column) => plain(column.of(record))).join('\t');
}
