import { instantText, type CallOptions, type Instant } from './api.ts';
import type { Candle } from './contract.ts';
import { TidemarkError } from './errors.ts';
import type { Incomplete } from './incomplete.ts';
import { durationMs, lastFrom, type RangeKind } from './durations.ts';

export interface Range extends CallOptions {
  /** Start, inclusive. */
  readonly from: Instant;
  /** End, exclusive (now). */
  readonly to?: Instant | undefined;
}

/** A duration: `30s`, `15m`, `24h`, `7d`, `2w`, or a number of milliseconds. */
export type Duration = string | number;

/** The same range, or one whose start is given by `last`: a duration before `to`. */
export type Last<R extends Partial<Range>> =
  | R
  | (Omit<R, 'from'> & { readonly last: Duration; readonly from?: undefined });

/** Records in the order of the range. Pages are requested on demand. */
export interface Records<T> extends AsyncGenerator<T, void, undefined> {
  /** Missing parts of the pages read so far; complete once the loop has ended. */
  readonly incomplete: readonly Incomplete[];
}

export interface OrderedRange extends Range {
  /** Oldest first (asc, the default here) or newest first. */
  readonly order?: 'asc' | 'desc';
}

export type CandleInterval = Candle['interval'];
export type ExportFormat = 'csv' | 'ndjson' | 'parquet';

export interface ExportRange extends Range {
  readonly format?: ExportFormat;
}

/** A file that is streamed, and the missing parts of its range. */
export type ExportFile = Response & { readonly incomplete: readonly Incomplete[] };

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

const MEMBERS = ['from', 'to', 'last', 'order', 'interval', 'format', 'signal', 'onIncomplete'];

/**
 * The range with its start. A range without a start, or with misspelled members, would be the whole history.
 * `kind`: absent if that is allowed.
 */
export function checkedRange<R extends Partial<Range>>(range: Last<R>, now: number, kind?: RangeKind): R {
  const unknown = Object.keys(range ?? {}).filter((name) => !MEMBERS.includes(name));
  if (unknown[0]) throw new TidemarkError(`a range has no ${unknown.join(', ')}: it has from, to, last`);
  const { last, ...rest } = (range ?? {}) as R & { readonly last?: Duration };
  const { from, to } = rest;
  const given = [from, last].filter((each) => (each ?? undefined) !== undefined);
  if (given.length > 1 || (given.length === 0 && kind))
    throw new TidemarkError('a range needs from or last, and only one of them');
  return { ...rest, from: last === undefined ? from : beginOf(last, to, now, kind) } as R;
}

function beginOf(last: Duration, to: Instant | undefined, now: number, kind?: RangeKind): number {
  const ms = typeof last === 'string' ? durationMs(last) : last;
  if (!(ms > 0)) throw new TidemarkError(`last is a length of time such as 24h or 7d (got ${String(last)})`);
  if (to === undefined && kind) return lastFrom(kind, ms, now);
  return (to === undefined ? now : Date.parse(instantText(to))) - ms;
}

/** As request parameters. */
export function rangeOf<F extends Instant | undefined>(from: F, to: Instant | undefined) {
  const [fromText, toText] = [from, to].map((at) => (at === undefined ? at : instantText(at)));
  return { from: fromText, to: toText } as F extends undefined
    ? { from?: string; to?: string }
    : { from: string; to?: string };
}
