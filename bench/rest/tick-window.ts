import { SLOT_MS, type Millis } from '../../src/core/time.ts';

/** Publishing a tick takes turns of the event loop, so nothing is measured this long before and after one is due. */
const BEFORE_TICK_MS: Millis = 2000;
const AFTER_TICK_MS: Millis = 7000;

/** Zero if nothing is due. */
export function untilBetweenTicks(now: Millis): Millis {
  const since = now % SLOT_MS;
  if (since > SLOT_MS - BEFORE_TICK_MS) return SLOT_MS - since + AFTER_TICK_MS;
  return Math.max(0, AFTER_TICK_MS - since);
}

export function isBetweenTicks(now: Millis): boolean {
  return untilBetweenTicks(now) === 0;
}
