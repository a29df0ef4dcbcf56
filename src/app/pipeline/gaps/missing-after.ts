import type { Gap } from '../../../core/gap.ts';
import { SLOT_MS, slotAtOrBefore, type Millis } from '../../../core/time.ts';

/** Slots from <= t < to. */
export type MissingSlots = Pick<Gap, 'from' | 'to'>;

/** How far ticks were made, as far as a compute node knows. */
export interface MadeTo {
  /** The oldest and the newest tick that are known to be published. */
  readonly publishedFrom: Millis;
  readonly published: Millis;
  /** The newest one whose inputs are known. That of the slot that is under way may still be made. */
  readonly computed: Millis;
}

export interface MissingTicks {
  /** Their ticks were published, and the store has lost them. */
  readonly lost?: MissingSlots;
  /** Their ticks were computed; none is known to be published, so no client is known to miss one. */
  readonly dropped?: MissingSlots;
}

/** The slots behind the newest tick that can be stored, and that have none. */
export function missingAfter(newest: Millis, madeTo: MadeTo | undefined, now: Millis): MissingTicks {
  if (!madeTo) return {};
  if (newest === -Infinity) {
    const { publishedFrom: from, published: last } = madeTo;
    // Without a stored tick, such as after a restore to a moment before the first one.
    return last === -Infinity ? {} : { lost: { from, to: last + SLOT_MS } };
  }
  const published = Math.max(newest, madeTo.published);
  const computed = Math.min(madeTo.computed, slotAtOrBefore(now) - SLOT_MS);
  return {
    ...(published > newest && { lost: { from: newest + SLOT_MS, to: published + SLOT_MS } }),
    ...(computed > published && { dropped: { from: published + SLOT_MS, to: computed + SLOT_MS } }),
  };
}
