import { isEnd, type Missing } from '../data/missing.ts';
import type { Bar } from './bar.ts';
import { gapsIn } from './bars.ts';
import { INTERVAL_MS, type Interval } from './intervals.ts';

/** Maximum number of places without a bar before the first bar. */
const MAX_IN_FRONT = 1000;
/** Minimum number of places on an axis, so that a few candles are not as wide as the chart. */
const LEAST = 60;
/** Places of an axis without bars if the reader has chosen no range. */
const PLACES_WITHOUT_BARS = 150;

interface AxisParts {
  readonly interval: Interval;
  readonly bars: readonly Bar[];
  /** Requested start of the axis; undefined if none is requested. */
  readonly from: number | undefined;
  /** End of the axis if there are no bars. */
  readonly to: number;
  readonly missing: readonly Missing[];
}

/**
 * The places of the time axis without a bar, in milliseconds since 1970: before the first bar, and in gaps.
 * Without any bar, the axis is exactly the requested range, because a chart without bars shows its whole
 * axis.
 */
export function emptyTimes({ interval, bars, from, to, missing }: AxisParts): number[] {
  const length = INTERVAL_MS[interval];
  const first = bars[0]?.at ?? Math.floor(to / length) * length + length;
  const last = bars.at(-1)?.at ?? first;
  const wanted =
    bars.length === 0
      ? [from ?? last - PLACES_WITHOUT_BARS * length]
      : [
          last - LEAST * length,
          ...(from === undefined ? [] : [from]),
          ...missing.filter((part) => !isEnd(part)).map((part) => part.from),
        ];
  const start = Math.max(Math.min(...wanted), first - MAX_IN_FRONT * length);
  const front: number[] = [];
  for (let at = first - length; at >= start; at -= length) front.push(at);
  return [...front.toReversed(), ...gapsIn(bars, interval)];
}

/** Position of an instant on the axis, as the number of places before it. */
export function placeOf(times: readonly number[], at: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Missing parts of an axis, as places from and to; parts outside the axis are left out. */
export function missingPlaces(
  times: readonly number[],
  missing: readonly Missing[],
): { readonly from: number; readonly to: number }[] {
  return missing
    .map((part) => ({ from: placeOf(times, part.from), to: placeOf(times, part.to) }))
    .filter(({ from, to }) => from < to);
}
