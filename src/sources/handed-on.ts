import type { Millis } from '../core/time.ts';

/** Later than the first and up to the second. */
export type Span = readonly [from: Millis, to: Millis];

/** Which stretches of time were handed on, so that none is twice: time goes on from an earlier instant where a clock is set back. */
export class HandedOn {
  /** In the order of time, apart from each other: one while the clock is never set. */
  #spans: Span[] = [];

  /** What of the stretch was not taken before. It is from now on. */
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
    const apart = this.#spans.filter(([start, end]) => end < from || start > to);
    const joined = this.#spans.filter(([start, end]) => end >= from && start <= to);
    const start = Math.min(from, ...joined.map(([first]) => first));
    const end = Math.max(to, ...joined.map(([, last]) => last));
    this.#spans = [...apart, [start, end] as const].toSorted(([a], [b]) => a - b);
  }
}
