import type { Tidemark } from '@tidemark/sdk';
import { isHeld } from '../format/flags.ts';
import { barOfCandle, barOfTick, type Bar } from './bar.ts';
import { INTERVAL_MS, type Interval } from './intervals.ts';

/** Records asked for at once: more than a screen shows, less than a page of the service. */
const PAGE = 1000;

export interface Page {
  /** Oldest first. Values that were held are left out, as in candles: they set no price. */
  readonly bars: readonly Bar[];
  /** Of the oldest record, held or not: older ones are before it. Undefined where there is none. */
  readonly from: number | undefined;
  /** Whether nothing older is there. */
  readonly isLast: boolean;
}

/** Bars of an index before an instant, or the newest. */
export async function loadBars(
  tidemark: Tidemark,
  indexId: string,
  interval: Interval,
  { before, signal }: { readonly before?: number | undefined; readonly signal: AbortSignal },
): Promise<Page> {
  const to = before === undefined ? {} : { to: new Date(before).toISOString() };
  const query = { indexId, ...to, order: 'desc' as const, size: PAGE };
  const options = { signal };
  if (interval === '30s') {
    const { content } = await tidemark.read('listIndexTickers', query, options);
    const bars = content.filter(({ flags = [] }) => !isHeld(flags)).map(barOfTick);
    const oldest = content.at(-1)?.timestamp;
    return pageOf(bars, oldest === undefined ? undefined : Date.parse(oldest), content.length);
  }
  const { content } = await tidemark.read('listCandles', { ...query, interval }, options);
  const bars = content.map(barOfCandle);
  return pageOf(bars, bars.at(-1)?.at, content.length);
}

function pageOf(newestFirst: readonly Bar[], from: number | undefined, count: number): Page {
  return { bars: newestFirst.toReversed(), from, isLast: count < PAGE };
}

/** Whether something is missing between two bars: a line has no stroke there. */
export function isApart(before: Bar | undefined, bar: Bar, interval: Interval): boolean {
  return before !== undefined && gapsIn([before, bar], interval).length > 0;
}

/** Bars that are known, with those of an answer in the place of their own. What came after the answer's last stays. */
export function joined(known: readonly Bar[], answer: readonly Bar[]): Bar[] {
  const first = answer[0]?.at ?? Infinity;
  const last = answer.at(-1)?.at ?? -Infinity;
  return [
    ...known.filter(({ at }) => at < first),
    ...answer,
    ...known.filter(({ at }) => at > last && at >= first),
  ];
}

/** Where a slot between two bars is empty, in milliseconds since 1970: as many as a reader can see, and not more. */
export function gapsIn(bars: readonly Bar[], interval: Interval): number[] {
  const length = INTERVAL_MS[interval];
  const gaps: number[] = [];
  for (let i = 1; i < bars.length; i++) {
    const missing = Math.round((bars[i]!.at - bars[i - 1]!.at) / length) - 1;
    for (let k = 1; k <= Math.min(missing, MOST_EMPTY); k++) gaps.push(bars[i - 1]!.at + k * length);
  }
  return gaps;
}

/** Longer gaps are drawn as long as this: the axis shows their time. */
const MOST_EMPTY = 200;
