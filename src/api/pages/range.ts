import { type ErrorObject, type FieldError } from '../../contract/errors.ts';
import { datetime, oneOf } from '../../contract/parameter-kinds.ts';
import { formatDatetime, type Millis } from '../../core/time.ts';

/** Any of these makes a query one of a range. */
export const RANGE_PARAMETERS = {
  from: { kind: datetime, description: 'Only records at or after it (the oldest)' },
  to: { kind: datetime, description: 'Only records before it (now)' },
  order: { kind: oneOf(['desc', 'asc']), description: 'Newest first (desc), or oldest first' },
} as const;

export interface RangeQuery {
  readonly from?: Millis | undefined;
  readonly to?: Millis | undefined;
  readonly order?: 'desc' | 'asc' | undefined;
  readonly timestamp?: Millis | undefined;
}

/** Records with from <= t < to. */
export interface Range {
  /** -Infinity where none was given. */
  readonly from: Millis;
  readonly to: Millis;
  readonly ascending: boolean;
}

/** Undefined where the query is not one of a range. What is to come is not there yet. */
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
