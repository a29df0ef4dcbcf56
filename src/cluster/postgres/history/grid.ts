import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../core/time.ts';
import { HOURS_PER_DAY, TICKS_PER_HOUR } from '../../../history/block/layout.ts';

/**
 * Times as numbers that fit four bytes. A slot is `at` / 30 s. An hour holds the 120 slots after its start, the last one on the start of
 * the next hour. A day is 24 hours.
 */
export type Slot = number;
export type Hour = number;
export type Day = number;
/** 12 x year + month. */
export type Month = number;

const SLOTS_PER_DAY = HOURS_PER_DAY * TICKS_PER_HOUR;
const MAX_SLOT = 2 ** 31 - 1;

export const slotOf = (at: Millis): Slot => at / SLOT_MS;
export const atOf = (slot: Slot): Millis => slot * SLOT_MS;
/** The last slot at or before an instant, limited to the range of slots. */
export const slotAtOrBefore = (at: Millis): Slot => bounded(Math.floor(at / SLOT_MS));
export const slotAtOrAfter = (at: Millis): Slot => bounded(Math.ceil(at / SLOT_MS));
export const hourOfSlot = (slot: Slot): Hour => Math.floor((slot - 1) / TICKS_PER_HOUR);
export const dayOfSlot = (slot: Slot): Day => Math.floor((slot - 1) / SLOTS_PER_DAY);
export const dayOfHour = (hour: Hour): Day => Math.floor(hour / HOURS_PER_DAY);
export const firstSlotOfHour = (hour: Hour): Slot => hour * TICKS_PER_HOUR + 1;
export const firstSlotOfDay = (day: Day): Slot => day * SLOTS_PER_DAY + 1;
export const startOfHour = (hour: Hour): Millis => hour * HOUR_MS;
export const startOfDay = (day: Day): Millis => day * DAY_MS;
export const dayOf = (startAt: Millis): Day => Math.floor(startAt / DAY_MS);

export function monthOf(startAt: Millis): Month {
  const date = new Date(startAt);
  return 12 * date.getUTCFullYear() + date.getUTCMonth();
}

export const yearOfMonth = (month: Month): Millis => Date.UTC(Math.floor(month / 12), 0, 1);

function bounded(slot: number): Slot {
  return Math.max(-1, Math.min(MAX_SLOT, slot));
}
