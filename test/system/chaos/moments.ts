import { SECOND_MS, SLOT_MS, type Millis } from '../../../src/core/time.ts';
import type { Random } from '../../../bench/support/integrity/random.ts';
import type { Fault } from './fault.ts';
import type { Step } from './steps.ts';

export interface MomentOptions {
  readonly isQuick: boolean;
  readonly random: Random;
  readonly now: Millis;
}

/** A slot this near can be targeted. */
const NEAR_MS = 15 * SECOND_MS;
const BEFORE_SLOT_MS = [300, 900] as const;

/**
 * How long each fault of a step waits before it starts. In a long run they start together. In a quick run each starts at its own time
 * before the same slot, because a short fault would otherwise end before the slot.
 */
export function momentsOf(step: Step, options: MomentOptions): Millis[] {
  if (step.some(({ choosesMoment }) => choosesMoment)) return step.map(() => 0);
  const { isQuick, random, now } = options;
  const toSlot = SLOT_MS - (now % SLOT_MS);
  if (!isQuick) {
    const moment = momentAtRandom(random, toSlot);
    return step.map(() => moment);
  }
  const before = step.map((fault) => beforeSlotOf(fault, random));
  const aimed = toSlot > Math.max(...before) ? toSlot : toSlot + SLOT_MS;
  return before.map((ms) => aimed - ms);
}

function beforeSlotOf({ beforeSlotMs = BEFORE_SLOT_MS }: Fault, random: Random): Millis {
  const [latest, earliest] = beforeSlotMs;
  return random.between(latest, earliest);
}

/** Half of the moments are near a slot, when most work happens. */
function momentAtRandom(random: Random, toSlot: Millis): Millis {
  const aimed = toSlot + random.between(-2, 1.5) * SECOND_MS;
  const any = random.between(0.5, 4) * SECOND_MS;
  return random.chance(0.5) && aimed > 0 && aimed < NEAR_MS ? aimed : any;
}
