import type { ErrorObject, FieldError } from '../../contract/errors.ts';
import { datetimeParameter, oneOf } from '../../contract/parameter-kinds.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { compareSeries } from '../../core/ids/series-order.ts';
import type { SeriesCursor } from './series-cursors.ts';

/** Any of these makes a query a range query. */
export const RANGE_PARAMETERS = {
  from: { kind: datetimeParameter, description: 'Only records at or after this time (default: the oldest)' },
  to: { kind: datetimeParameter, description: 'Only records before this time (default: now)' },
  order: {
    kind: oneOf(['desc', 'asc']),
    description: 'Newest first (desc, the default) or oldest first (asc)',
  },
} as const;

export interface RangeQuery {
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  readonly order?: 'desc' | 'asc' | undefined;
  readonly timestamp?: Millis | undefined;
}

/** Records with from <= t < to. */
export interface Range {
  /** -Infinity if none was given. */
  readonly from: Millis;
  readonly to: Millis;
  readonly ascending: boolean;
}

/** Undefined if the query is not a range query. The future is cut off. */
export function rangeOf({ from, to, order }: RangeQuery, marketTime: Millis): Range | undefined {
  if (from === undefined && to === undefined && order === undefined) return undefined;
  const end = marketTime + 1;
  return { from: from ?? -Infinity, to: Math.min(to ?? end, end), ascending: order === 'asc' };
}

export function rangeProblems(query: RangeQuery, object: ErrorObject): FieldError[] {
  const { from, to, order, timestamp } = query;
  if (timestamp !== undefined) {
    const given = {
      ...instant('from', from),
      ...instant('to', to),
      ...(order === undefined ? {} : { order }),
    };
    return Object.entries(given).map(([field, rejectedValue]) => ({
      object,
      field,
      rejectedValue,
      message: 'cannot be combined with timestamp',
    }));
  }
  if (from === undefined || to === undefined || from <= to) return [];
  return [{ object, field: 'from', rejectedValue: formatDatetime(from), message: 'must not lie after to' }];
}

function instant(name: string, at: Millis | undefined): Record<string, string> {
  return at === undefined ? {} : { [name]: formatDatetime(at) };
}

/** Start and limits of a page. */
export interface PagePosition {
  readonly ascending: boolean;
  /** Nothing newer is included. */
  readonly atOrBefore: Millis;
  /** Nothing older is included; absent if only the window limits it. */
  readonly from?: Millis;
  /** At the first instant of the page, only series after this one in its direction. */
  readonly after?: SeriesId;
}

/** Newest first from a cursor, or from an instant. */
export function pagePosition(cursor: SeriesCursor | undefined, atOrBefore: Millis): PagePosition {
  return cursor
    ? { ascending: false, atOrBefore: cursor.at, after: cursor.after }
    : { ascending: false, atOrBefore };
}

/**
 * A cursor is only a position: one outside of the range starts at the start of the range, or finds nothing.
 */
export function rangePosition({ from, to, ascending }: Range, cursor?: SeriesCursor): PagePosition {
  const [first, last] = [from, to - 1];
  const whole = { ascending, atOrBefore: last, from: first };
  if (!cursor || (ascending ? cursor.at < first : cursor.at > last)) return whole;
  const { at, after } = cursor;
  return ascending ? { ...whole, from: at, after } : { ...whole, atOrBefore: at, after };
}

/** Whether the record of a series at the first instant of the page is still to be sent. */
export function isToCome(
  series: SeriesId,
  { after, ascending }: Pick<PagePosition, 'after' | 'ascending'>,
): boolean {
  if (after === undefined) return true;
  return ascending ? compareSeries(series, after) < 0 : compareSeries(series, after) > 0;
}
