import { instantText, type CallOptions, type Instant } from './api.ts';
import type { Candle } from './contract.ts';
import { TidemarkError } from './errors.ts';

export interface Range extends CallOptions {
  /** The oldest, inclusive. */
  readonly from: Instant;
  /** The newest, exclusive (now). */
  readonly to?: Instant | undefined;
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

export const MEDIA_TYPES: Readonly<Record<ExportFormat, string>> = {
  csv: 'text/csv',
  ndjson: 'application/x-ndjson',
  parquet: 'application/vnd.apache.parquet',
};

const MEMBERS = ['from', 'to', 'order', 'interval', 'format', 'signal'];

/** A range that does not say where it begins, or says it in other words, would be the whole history. */
export function checkedRange<R extends Range>(range: R): R {
  const unknown = Object.keys(range ?? {}).filter((name) => !MEMBERS.includes(name));
  if (unknown.length > 0) throw new TidemarkError(`a range has no ${unknown.join(', ')}: it has from, to`);
  if ((range?.from ?? undefined) === undefined) throw new TidemarkError('a range needs from');
  return range;
}

/** As parameters of a request. */
export function rangeOf<F extends Instant | undefined>(from: F, to: Instant | undefined) {
  const [fromText, toText] = [from, to].map((at) => (at === undefined ? at : instantText(at)));
  return { from: fromText, to: toText } as F extends undefined
    ? { from?: string; to?: string }
    : { from: string; to?: string };
}
