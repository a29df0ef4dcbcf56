import type { Gap } from '../../../../src/core/gap.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { Violation } from '../core/violation.ts';

/** Reasons for missing slots that are durable: no later process may lack them. */
export class GapLedger {
  readonly #stored: Gap[] = [];

  stored(lines: readonly string[]): void {
    for (const line of lines) {
      const { from, to, reason } = JSON.parse(line) as Record<'from' | 'to' | 'reason', string>;
      const start = Date.parse(from);
      // The line that begins a gap has no end: the gap has at least its first slot.
      const end = to === undefined ? start + SLOT_MS : Date.parse(to);
      this.#stored.push({ from: start, to: end, reason: reason as Gap['reason'] });
    }
  }

  mustInclude(found: readonly Gap[]): void {
    for (const { from, to, reason } of this.#stored)
      if (!found.some((gap) => gap.from === from && gap.to >= to && gap.reason === reason))
        throw new Violation(`the gap ${reason} from ${formatDatetime(from)} is lost`);
  }
}

/** Throws if a slot between two ticks, or after the last, is in no gap. */
export function checkNamed(ticks: readonly Millis[], newest: Millis, gaps: readonly Gap[]): void {
  const ascending = ticks.toSorted((a, b) => a - b);
  const bounds = [...ascending, Math.max(newest + SLOT_MS, ascending.at(-1) ?? -Infinity)];
  const byStart = gaps.toSorted((a, b) => a.from - b.from);
  for (let i = 1; i < bounds.length; i++) {
    let reached = bounds[i - 1]! + SLOT_MS;
    for (const { from, to } of byStart) if (from <= reached && to > reached) reached = to;
    if (reached < bounds[i]!) throw new Violation(`no gap names the missing slot ${formatDatetime(reached)}`);
  }
}
