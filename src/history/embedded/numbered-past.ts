import type { Millis } from '../../core/time.ts';
import { SLOT_MS } from '../../core/time.ts';
import type { PastSeries } from '../history-store.ts';

/** Values of one series with its stored number. */
export interface NumberedPast extends PastSeries {
  readonly number: number;
}

/**
 * What of the values lies in `start < t <= end`, and not after `newest`, with slots counted from `start`. Undefined for
 * nothing.
 */
export function pastWithin(
  past: NumberedPast,
  day: Millis,
  start: Millis,
  end: Millis,
  newest: Millis,
): NumberedPast | undefined {
  const first = (start - day) / SLOT_MS;
  const last = (Math.min(end, newest) - day) / SLOT_MS - 1;
  const from = rowAtOrAfter(past.slots, first);
  const to = rowAtOrAfter(past.slots, last + 1);
  if (from >= to) return undefined;
  if (from === 0 && to === past.slots.length && first === 0) return past;
  return {
    ...past,
    slots: past.slots.slice(from, to).map((slot) => slot - first),
    prices: past.prices.subarray(from, to),
    volumes: past.volumes.subarray(from, to),
    tickVolumes: past.tickVolumes.subarray(from, to),
    flags: past.flags.subarray(from, to),
  };
}

function rowAtOrAfter(slots: Uint16Array, slot: number): number {
  let low = 0;
  let high = slots.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (slots[middle]! < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
