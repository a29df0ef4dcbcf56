import { DAY_MS, HOUR_MS, type Millis } from '../../../core/time.ts';
import type { HourTable } from '../../tiers/hour-table.ts';
import type { Segment } from '../segment/open-segments.ts';

/** The ticks of start < t <= end, in memory or in a segment file. */
export type TickSpan = HotSpan | SealedSpan;

export interface HotSpan {
  readonly start: Millis;
  readonly end: Millis;
  readonly table: HourTable;
}

export interface SealedSpan extends Segment {
  readonly span: 'hour' | 'day';
  readonly end: Millis;
  readonly table?: undefined;
  /** How often it was rewritten. */
  readonly generation: number;
}

export function hotSpan(table: HourTable): HotSpan {
  return { start: table.hour, end: table.hour + HOUR_MS, table };
}

export function sealedSpan(
  span: 'hour' | 'day',
  start: Millis,
  path: string,
  generation: number,
): SealedSpan {
  return { span, path, start, end: start + (span === 'hour' ? HOUR_MS : DAY_MS), generation };
}

/** The locations of ticks: spans that do not overlap, in chronological order. */
export class TickSpans {
  #spans: readonly TickSpan[] = [];

  /** Newest first, from the span that contains `atOrBefore` or precedes it, down to the one that contains `notBefore`. */
  *newestFirst(atOrBefore: Millis, notBefore: Millis): Generator<TickSpan> {
    const spans = this.#spans;
    for (let i = placeBefore(spans, atOrBefore); i >= 0; i--) {
      const span = spans[i]!;
      if (span.end < notBefore) return;
      yield span;
    }
  }

  /** The span that contains a tick at this instant. */
  holding(at: Millis): TickSpan | undefined {
    const span = this.#spans[placeBefore(this.#spans, at)];
    return span && at <= span.end ? span : undefined;
  }

  /** Oldest first. */
  all(): readonly TickSpan[] {
    return this.#spans;
  }

  /** Hours that are still in memory, oldest first. */
  hot(): HotSpan[] {
    return this.#spans.filter((span): span is HotSpan => span.table !== undefined);
  }

  /** Segments of a kind, oldest first. */
  sealed(kind: 'hour' | 'day'): SealedSpan[] {
    return this.#spans.filter((span): span is SealedSpan => !span.table && span.span === kind);
  }

  /** Replaces all spans within this one by it; readers see either the old ones or the new one. */
  put(span: TickSpan): void {
    const others = this.#spans.filter(({ start, end }) => end <= span.start || start >= span.end);
    this.#spans = [...others, span].toSorted((a, b) => a.start - b.start);
  }

  remove(removed: TickSpan): void {
    this.#spans = this.#spans.filter((span) => span !== removed);
  }
}

/** The last span that starts before the instant, or -1. */
function placeBefore(spans: readonly TickSpan[], at: Millis): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (spans[middle]!.start < at) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
