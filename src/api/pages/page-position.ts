import type { SeriesId } from '../../core/index-value.ts';
import { compareSeries } from '../../core/ids/series-order.ts';
import type { Millis } from '../../core/time.ts';
import type { Range } from './range.ts';
import type { SeriesCursor } from './series-cursors.ts';

/** Where a page begins and how far it may go. */
export interface PagePosition {
  readonly ascending: boolean;
  /** Nothing newer. */
  readonly atOrBefore: Millis;
  /** Nothing older; absent where only the window is the limit. */
  readonly from?: Millis;
  /** At the instant where the page begins, only series that come after this one in its direction. */
  readonly after?: SeriesId;
}

/** Newest first from a cursor, or from an instant. */
export function pagePosition(cursor: SeriesCursor | undefined, atOrBefore: Millis): PagePosition {
  return cursor
    ? { ascending: false, atOrBefore: cursor.at, after: cursor.after }
    : { ascending: false, atOrBefore };
}

/** A cursor is only a position: one outside of the range begins where the range does, or finds nothing. */
export function rangePosition({ from, to, ascending }: Range, cursor?: SeriesCursor): PagePosition {
  const [first, last] = [from, to - 1];
  const whole = { ascending, atOrBefore: last, from: first };
  if (!cursor || (ascending ? cursor.at < first : cursor.at > last)) return whole;
  const { at, after } = cursor;
  return ascending ? { ...whole, from: at, after } : { ...whole, atOrBefore: at, after };
}

/** Whether a series still has its record to come at the instant where the page begins. */
export function isToCome(
  series: SeriesId,
  { after, ascending }: Pick<PagePosition, 'after' | 'ascending'>,
): boolean {
  if (after === undefined) return true;
  return ascending ? compareSeries(series, after) < 0 : compareSeries(series, after) > 0;
}
