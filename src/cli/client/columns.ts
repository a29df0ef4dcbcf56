import { wordsOf } from '../output/records-text.ts';
import { painter, type Appearance, type Colour } from './appearance.ts';
import { plain } from './notices/plain.ts';
import { cut, padded, textWidth } from './text-width.ts';

/** A table column for people, and a field of a line for programs. */
export interface TableColumn<R> {
  /** The JSON key; the column heading is the same name in words. */
  readonly key: string;
  /** Heading to use instead of the key in words. */
  readonly heading?: string;
  readonly of: (record: R) => string;
  /** Numbers are aligned right. */
  readonly side?: 'left' | 'right';
  readonly colour?: (record: R) => Colour | undefined;
  /**
   * If the table is too wide, columns with the lowest number are dropped first. A column without a number
   * always stays.
   */
  readonly priority?: number;
  /** Dropped first if it has the same value in every row. */
  readonly dropWhenSame?: boolean;
  /** It may be cut to this width; otherwise a column is shown whole or not at all. */
  readonly minWidth?: number;
  /** Width that it keeps while other columns can still be dropped; by default `minWidth`. */
  readonly preferredWidth?: number;
  /** Whether the text is cut at its start: a sparkline has its newest values at the end. */
  readonly isCutAtStart?: boolean;
  /** Minimum width, also while it is empty, so that a table that is redrawn keeps its shape. */
  readonly minReservedWidth?: number;
}

const BETWEEN = '  ';

/** A table, and the number of non-empty columns that did not fit. */
export interface FittedTable {
  readonly lines: string[];
  readonly shown: number;
  readonly leftOut: number;
}

/** Fits a table into the terminal: drops empty columns, then less important ones, then cuts names. */
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
        Math.max(textWidth(headingOf(column)), column.minReservedWidth ?? 0),
      );
  const filled = columns.filter(
    (column) => column.minReservedWidth !== undefined || cells.get(column)!.some((text) => text !== ''),
  );
  const fitted = fit(
    filled.map((column) => ({
      column,
      width: full(column),
      isSame: column.dropWhenSame === true && records.length > 1 && new Set(cells.get(column)).size === 1,
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
        const text = column.isCutAtStart ? [...whole].slice(-width).join('') : cut(whole, width);
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

function fit<R>(all: readonly Fitted<R>[], maxWidth: number): readonly Fitted<R>[] {
  const fits = (columns: readonly Fitted<R>[]) =>
    widthOf(columns.map((each) => ({ ...each, width: preferredWidthOf(each) }))) <= maxWidth;
  let kept = all;
  const dropped: Fitted<R>[] = [];
  while (!fits(kept)) {
    const droppable = kept.filter(({ column }) => column.priority !== undefined);
    if (droppable.length === 0) break;
    const lowest = Math.min(...droppable.map(rankOf));
    const last = droppable.findLast((each) => rankOf(each) === lowest)!;
    kept = kept.filter((each) => each !== last);
    dropped.unshift(last);
  }
  // After a wide column was dropped, narrower ones that were dropped before may fit.
  for (const each of dropped) {
    const more = all.filter((column) => column === each || kept.includes(column));
    if (fits(more)) kept = more;
  }
  return shrunk(shrunk(kept, maxWidth, preferredWidthOf), maxWidth, minWidthOf);
}

/** Shrinks the last columns first, each down to its minimum. */
function shrunk<R>(
  columns: readonly Fitted<R>[],
  maxWidth: number,
  floorOf: (column: Fitted<R>) => number,
): readonly Fitted<R>[] {
  let surplus = Math.max(0, widthOf(columns) - maxWidth);
  return columns
    .toReversed()
    .map((each) => {
      const cutBy = Math.min(Math.max(0, each.width - floorOf(each)), surplus);
      surplus -= cutBy;
      return { ...each, width: each.width - cutBy };
    })
    .toReversed();
}

function rankOf<R>({ column, isSame }: Fitted<R>): number {
  return (isSame ? -Number.MAX_SAFE_INTEGER : 0) + (column.priority ?? 0);
}

function widthOf<R>(columns: readonly Fitted<R>[]): number {
  return (
    columns.reduce((sum, { width }) => sum + width, 0) + BETWEEN.length * Math.max(0, columns.length - 1)
  );
}

function minWidthOf<R>({ width, column }: Fitted<R>): number {
  return Math.min(width, column.minWidth ?? width);
}

function preferredWidthOf<R>({ width, column }: Fitted<R>): number {
  return Math.min(width, column.preferredWidth ?? column.minWidth ?? width);
}

/** A record for programs: fields separated by tabs, none of them cut. */
export function fieldsLine<R>(record: R, columns: readonly TableColumn<R>[]): string {
  return columns.map((column) => plain(column.of(record))).join('\t');
}
