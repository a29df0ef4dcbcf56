import type { Page, Tidemark } from '../../../sdk/src/node.ts';
import { OperatorError } from '../../core/errors.ts';
import { PAGE } from './get-options.ts';
import type { Query } from './route-query.ts';
import type { Route } from './route.ts';

const MAX_PER_PAGE = 2000;

export interface Portion {
  readonly records: readonly object[];
  /** True if there are more records than requested. */
  readonly hasMore: boolean;
}

/** The records of a route in portions: the whole list, or page by page up to a limit. */
export async function* portionsOf(
  tidemark: Tidemark,
  route: Route,
  query: Query,
  { limit, signal }: { readonly limit?: number | undefined; readonly signal: AbortSignal },
): AsyncGenerator<Portion, void, undefined> {
  const read = (more: object) =>
    tidemark.read(route.operation, { ...query, ...more } as never, { signal }) as Promise<unknown>;
  if (!route.isList) {
    const whole = (await read({})) as object;
    const from = newestFrom(whole, route, limit);
    yield from === undefined
      ? { records: [whole], hasMore: false }
      : { records: [(await read({ from })) as object], hasMore: true };
    return;
  }
  let left = limit ?? Infinity;
  for (let startAfter: string | undefined; ;) {
    const size = sizeOf(query, route, limit, left);
    const { content, nextId } = (await read({ ...size, ...(startAfter && { startAfter }) })) as Page<object>;
    if (!Array.isArray(content))
      throw new OperatorError(
        `the service did not send a list of ${route.name}: check that it is a Tidemark service`,
      );
    const records = content.slice(0, left);
    left -= records.length;
    const isEnd = nextId === undefined || left === 0 || limit === undefined;
    yield { records, hasMore: isEnd && (nextId !== undefined || records.length < content.length) };
    if (isEnd) return;
    startAfter = nextId;
  }
}

/**
 * Start of the newest `limit` days of a record whose rows are days; undefined if it has no more. The record is then
 * requested again from there, so that its totals are about these days. A day holds the ticks after its first
 * instant.
 */
function newestFrom(whole: object, { rows = '' }: Route, limit = Infinity): string | undefined {
  const days: unknown = (whole as Readonly<Record<string, unknown>> | null)?.[rows];
  if (!Array.isArray(days) || days.length <= limit) return undefined;
  const day = (days.at(-limit) as { readonly day?: unknown } | null)?.day;
  return typeof day === 'string' ? `${day}T00:00:00.001Z` : undefined;
}

/** Sending a size turns paging on, which lists without a range need only for a limit. */
function sizeOf(query: Query, { isPaged }: Route, limit: number | undefined, left: number): object {
  if (!isPaged) return {};
  if (limit !== undefined) return { size: Math.min(left, MAX_PER_PAGE) };
  const isRange = ['from', 'to', 'timestamp', 'interval', 'order'].some((name) => name in query);
  return isRange ? { size: PAGE } : {};
}
