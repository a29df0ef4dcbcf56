import type { Gap } from '../../../core/gap.ts';
import { SLOT_MS, slotAtOrBefore, type Millis } from '../../../core/time.ts';

/** Slots from <= t < to. */
export type MissingSlots = Pick<Gap, 'from' | 'to'>;

/** What a compute node knows: the oldest and newest published ticks, and the newest computed one. */
export interface KnownTicks {
  readonly publishedFrom: Millis;
  readonly published: Millis;
  /** The newest tick whose inputs are known. If it is the tick of the current slot, it may still be published. */
  readonly computed: Millis;
}

interface MissingTicks {
  /** Slots whose published ticks the store has lost. */
  readonly lost?: MissingSlots;
  /** Slots whose ticks were computed but, as far as is known, not published. */
  readonly dropped?: MissingSlots;
}

/** Slots without a tick after `newest`, the newest tick that is stored or can still be stored. */
export function missingAfter(newest: Millis, knownTicks: KnownTicks | undefined, now: Millis): MissingTicks {
  if (!knownTicks) return {};
  if (newest === -Infinity) {
    const { publishedFrom: from, published: last } = knownTicks;
    // Nothing is stored, for example after a restore to a time before the first tick.
    return last === -Infinity ? {} : { lost: { from, to: last + SLOT_MS } };
  }
  const published = Math.max(newest, knownTicks.published);
  const computed = Math.min(knownTicks.computed, slotAtOrBefore(now) - SLOT_MS);
  return {
    ...(published > newest && { lost: { from: newest + SLOT_MS, to: published + SLOT_MS } }),
    ...(computed > published && { dropped: { from: published + SLOT_MS, to: computed + SLOT_MS } }),
  };
}
