import type { Millis } from '../core/time.ts';

/** The interval (from, to]. */
export type Span = readonly [from: Millis, to: Millis];

/** Remembers which intervals were delivered, so that none is delivered twice after the clock is set back. */
export class DeliveredIntervals {
  /** Sorted and disjoint. While the clock is never set back there is only one. */
  #spans: Span[] = [];

  /** Returns the parts of the interval that were not taken before, and marks the whole interval as taken. */
  take(from: Millis, to: Millis): Span[] {
    const missing: Span[] = [];
    let start = from;
    for (const [takenFrom, takenTo] of this.#spans) {
      if (takenTo <= start || takenFrom >= to) continue;
      if (takenFrom > start) missing.push([start, takenFrom]);
      start = takenTo;
    }
    if (start < to) missing.push([start, to]);
    this.#add(from, to);
    return missing;
  }

  #add(from: Millis, to: Millis): void {
    const disjoint = this.#spans.filter(([start, end]) => end < from || start > to);
    const joined = this.#spans.filter(([start, end]) => end >= from && start <= to);
    const start = Math.min(from, ...joined.map(([first]) => first));
    const end = Math.max(to, ...joined.map(([, last]) => last));
    this.#spans = [...disjoint, [start, end] as const].toSorted(([a], [b]) => a - b);
  }
}
