import type { RangeChoice } from './intervals.ts';

interface Drawn {
  readonly interval: string;
  readonly bars: readonly { readonly at: number }[];
}

/** What a chart is to show of its bars. */
export interface WantedRange {
  /** Differs where the chart is to be moved: the reader may have moved it since, and with each tick it stays as it is. */
  readonly key: string;
  /** Undefined: from the first bar on. */
  readonly from: number | undefined;
  readonly to: number;
  /** Whether older bars are wanted too. They come page by page, and everything is fitted again with each. */
  readonly wantsOlder: boolean;
}

/** Undefined where the reader has chosen no range, or there is nothing to show yet. */
export function wantedRange(
  range: RangeChoice | undefined,
  { interval, bars }: Drawn,
): WantedRange | undefined {
  const [first, last] = [bars[0], bars.at(-1)];
  if (!range || !first || !last) return undefined;
  const { spanMs, title } = range;
  const isAll = spanMs === undefined;
  return {
    key: `${interval} ${title} ${isAll ? first.at : ''}`,
    from: isAll ? undefined : last.at - spanMs,
    to: last.at,
    wantsOlder: isAll,
  };
}
