import { isEnd, type Missing } from '../data/missing.ts';
import type { RangeChoice } from './intervals.ts';

interface Drawn {
  readonly interval: string;
  readonly bars: readonly { readonly at: number }[];
  /** End of the axis without bars. */
  readonly now: number;
  /** Known missing parts, oldest first. */
  readonly missing: readonly Missing[];
}

/** The part of its bars that a chart shows. */
export interface WantedRange {
  /** The chart is moved when this changes: the reader may have moved it since, and ticks do not move it. */
  readonly key: string;
  /** Start of the time axis, whether there are bars or not. Undefined: at the first bar. */
  readonly from: number | undefined;
  readonly to: number;
  /** Whether to load older bars. They come page by page, and the chart is fitted again after each. */
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
  // Without bars, the range is what will be filled in.
  const filling = bars.length > 0 ? undefined : missing.find((part) => !isEnd(part))?.from;
  const first = bars[0]?.at ?? filling;
  return {
    key: `${interval} ${title} ${bars.length > 0} ${isAll ? (first ?? '') : ''}`,
    from: isAll ? filling : to - spanMs,
    to,
    wantsOlder: isAll && bars.length > 0,
  };
}
