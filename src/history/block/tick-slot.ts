import { DAY_MS, dayStart, SLOT_MS, type Millis } from '../../core/time.ts';

/**
 * A day holds the ticks after its midnight up to and with the next midnight, because the tick at 00:00 closes the day
 * before. Slot 0 is 00:00:30, slot 2879 is 00:00:00 of the next day.
 */
export function dayOfTick(at: Millis): Millis {
  return dayStart(at - 1);
}

/** `at` is on the 30-second grid. */
export function slotOfTick(at: Millis): number {
  return (at - dayOfTick(at)) / SLOT_MS - 1;
}

export function tickAt(day: Millis, slot: number): Millis {
  return day + (slot + 1) * SLOT_MS;
}

export const SLOTS_A_DAY = DAY_MS / SLOT_MS;
