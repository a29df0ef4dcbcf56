import type { Gap } from '../../../core/gap.ts';
import { SLOT_MS, slotAtOrBefore, type Millis } from '../../../core/time.ts';

/** Slots from <= t < to. */
export type MissingSlots = Pick<Gap, 'from' | 'to'>;

/** The oldest and newest ticks that a compute node knows to be published, and the newest that it knows to be computed. */
export interface MadeTo {
  readonly publishedFrom: Millis;
  readonly published: Millis;
  /** The newest tick whose inputs are known. If it is the tick of the current slot, it may still be published. */
  readonly computed: Millis;
}

interface MissingTicks {
  /** Slots whose ticks were published, and the store has lost them. */
  readonly lost?: MissingSlots;
  /** Slots whose ticks were computed and, as far as is known, not published. */
  readonly dropped?: MissingSlots;
}

/** Slots without a tick after `newest`, the newest tick that is stored or can still be stored. */
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
