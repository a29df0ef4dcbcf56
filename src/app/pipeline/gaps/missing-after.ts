import type { Gap } from '../../../core/gap.ts';
import { SLOT_MS, slotAtOrBefore, type Millis } from '../../../core/time.ts';

/** Slots from <= t < to. */
export type MissingSlots = Pick<Gap, 'from' | 'to'>;

/** The newest published and computed ticks that a compute node knows of. */
interface MadeTo {
  /** The newest tick that is known to be published. */
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
  if (!madeTo || newest === -Infinity) return {};
  const published = Math.max(newest, madeTo.published);
  const computed = Math.min(madeTo.computed, slotAtOrBefore(now) - SLOT_MS);
  return {
    ...(published > newest && { lost: { from: newest + SLOT_MS, to: published + SLOT_MS } }),
    ...(computed > published && { dropped: { from: published + SLOT_MS, to: computed + SLOT_MS } }),
  };
}
