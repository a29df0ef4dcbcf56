import { DAY_MS, SLOT_MS } from '../../core/time.ts';

/**
 * A day holds the ticks after its midnight up to and with the next midnight, because the tick at 00:00 closes the day
 * before. Slot 0 is 00:00:30, slot 2879 is 00:00:00 of the next day.
 */
export const SLOTS_A_DAY = DAY_MS / SLOT_MS;
