import { isEnd, type Missing } from '../data/missing.ts';
import type { RangeChoice } from './intervals.ts';

interface Drawn {
  readonly interval: string;
  readonly bars: readonly { readonly at: number }[];
  /** Where the axis ends without bars. */
  readonly now: number;
  /** What is known to be missing, oldest first. */
  readonly missing: readonly Missing[];
}

/** What a chart is to show of its bars. */
export interface WantedRange {
  /** Differs if the chart is to be moved: the reader may have moved it since, and with each tick it stays as it is. */
  readonly key: string;
  /** Where the time axis begins, whether there are bars or not. Undefined: at the first bar. */
  readonly from: number | undefined;
  readonly to: number;
  /** Whether older bars are wanted too. They come page by page, and everything is fitted again with each. */
  readonly wantsOlder: boolean;
}

/** Undefined if the reader has chosen no range. */
export function wantedRange(
  range: RangeChoice | undefined,
  { interval, bars, now, missing }: Drawn,
): WantedRange | undefined {
  if (!range) return undefined;
  const to = bars.at(-1)?.at ?? now;
  const { spanMs, title } = range;
  const isAll = spanMs === undefined;
  // Without bars, everything is what will be filled in.
  const filling = bars.length > 0 ? undefined : missing.find((part) => !isEnd(part))?.from;
  const first = bars[0]?.at ?? filling;
  return {
    key: `${interval} ${title} ${bars.length > 0} ${isAll ? (first ?? '') : ''}`,
    from: isAll ? filling : to - spanMs,
    to,
    wantsOlder: isAll && bars.length > 0,
  };
}
