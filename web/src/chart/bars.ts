import type { Tidemark } from '@tidemark/sdk';
import { isEnd, withMissing, type Missing } from '../data/missing.ts';
import { isHeld } from '../format/flags.ts';
import { barOfCandle, barOfTick, type Bar } from './bar.ts';
import { INTERVAL_MS, type Interval } from './intervals.ts';

/** Records per request: more than a screen shows, less than a page of the service. */
export const PAGE = 1000;

/** There are no earlier prices. */
const EARLIEST_PRICE_AT = Date.UTC(2009, 0, 3);

export interface Page {
  /** Oldest first. Held values are excluded, as in candles: they are not new prices. */
  readonly bars: readonly Bar[];
  /** Whether there are records, held or not. */
  readonly hasRecords: boolean;
  /** Start of the time range that was searched: older bars are before it. */
  readonly from: number;
  /** Whether there are no older bars. */
  readonly isLast: boolean;
  readonly missing: readonly Missing[];
}

interface LoadOptions {
  /** Undefined: the newest. */
  readonly before?: number | undefined;
  /** Time of the newest value, or the current time. */
  readonly now: number;
  readonly signal: AbortSignal;
}

/**
 * Bars of an index before an instant, or the newest ones. The request contains its start, so that the service can
 * report what is missing. If the range has no bars and nothing is missing, searches for the next older bars,
 * wherever they are.
 */
export async function loadBars(
  tidemark: Tidemark,
  indexId: string,
  interval: Interval,
  { before, now, signal }: LoadOptions,
): Promise<Page> {
  const length = INTERVAL_MS[interval];
  const start = Math.floor((before ?? now) / length - PAGE) * length;
  const requestFrom = (from: number | undefined) =>
    requestBars(tidemark, { indexId, interval, from, before, signal });
  const first = await requestFrom(start);
  const isKnown = first.count > 0 || first.missing.length > 0;
  const { bars, oldest = Infinity, count, missing } = isKnown ? first : await requestFrom(undefined);
  const isLast = isKnown ? missing.some(isEnd) || start <= EARLIEST_PRICE_AT : count < PAGE;
  return { bars, hasRecords: count > 0, from: Math.min(start, oldest), isLast, missing };
}

interface BarsRequest {
  readonly indexId: string;
  readonly interval: Interval;
  readonly from: number | undefined;
  readonly before: number | undefined;
  readonly signal: AbortSignal;
}

async function requestBars(tidemark: Tidemark, { indexId, interval, from, before, signal }: BarsRequest) {
  const query = {
    indexId,
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(before !== undefined && { to: new Date(before).toISOString() }),
    order: 'desc' as const,
    size: PAGE,
  };
  if (interval === '30s') {
    const { answer, missing } = await withMissing((noted) =>
      tidemark.read('listIndexTickers', query, { signal, ...noted }),
    );
    const bars = answer.content.filter(({ flags = [] }) => !isHeld(flags)).map(barOfTick);
    const oldest = answer.content.at(-1)?.timestamp;
    return found(bars, oldest === undefined ? undefined : Date.parse(oldest), answer.content.length, missing);
  }
  const { answer, missing } = await withMissing((noted) =>
    tidemark.read('listCandles', { ...query, interval }, { signal, ...noted }),
  );
  const bars = answer.content.map(barOfCandle);
  return found(bars, bars.at(-1)?.at, bars.length, missing);
}

function found(
  newestFirst: readonly Bar[],
  oldest: number | undefined,
  count: number,
  missing: readonly Missing[],
) {
  return { bars: newestFirst.toReversed(), oldest, count, missing };
}

/** Whether bars are missing between two bars: the line is interrupted there. */
export function hasGapBefore(before: Bar | undefined, bar: Bar, interval: Interval): boolean {
  return before !== undefined && gapsIn([before, bar], interval).length > 0;
}

/** Merges bars of a response into known ones. Bars after the last one of the response are kept. */
export function mergeBars(known: readonly Bar[], answer: readonly Bar[]): Bar[] {
  const first = answer[0]?.at ?? Infinity;
  const last = answer.at(-1)?.at ?? -Infinity;
  return [
    ...known.filter(({ at }) => at < first),
    ...answer,
    ...known.filter(({ at }) => at > last && at >= first),
  ];
}

/** Empty slots between bars, in milliseconds since 1970; for long gaps only the visible part. */
export function gapsIn(bars: readonly Bar[], interval: Interval): number[] {
  const length = INTERVAL_MS[interval];
  const gaps: number[] = [];
  for (let i = 1; i < bars.length; i++) {
    const missing = Math.round((bars[i]!.at - bars[i - 1]!.at) / length) - 1;
    for (let k = Math.max(1, missing - MAX_EMPTY + 1); k <= missing; k++)
      gaps.push(bars[i - 1]!.at + k * length);
  }
  return gaps;
}

/** For longer gaps only the last slots are drawn, as many as a range shows. */
const MAX_EMPTY = 1000;
