/** Instants are whole milliseconds since 1970 UTC. Only `daily-time.ts` knows local time zones. */
export type Millis = number;

export const SECOND_MS = 1000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** All values are published on this grid: seconds :00 and :30. */
export const SLOT_MS = 30 * SECOND_MS;

/**
 * A day contains the ticks after its midnight up to and including the next midnight, because the tick at 00:00 closes the day
 * before. Slot 0 is 00:00:30, slot 2,879 is 00:00:00 of the next day.
 */
export const SLOTS_PER_DAY = DAY_MS / SLOT_MS;

/** The input of a slot is cut off this long before it; later input belongs to the next slot. */
export const CUT_OFF_MS = 2 * SECOND_MS;

const DATETIME =
  /^(\d{4})-(\d{2})-(\d{2})T([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:\.(\d{1,9}))?(?:Z|[+ ]00:00)$/;

/**
 * Reads the contract's datetime: date, `T`, time with seconds, up to nine fraction digits, and `Z`,
 * `+00:00` or ` 00:00` (an unescaped plus). Digits beyond the millisecond are cut off.
 */
export function parseDatetime(text: string): Millis | undefined {
  const match = DATETIME.exec(text);
  if (!match) return undefined;
  const [, year, month, day, hour, minute, second, fraction = ''] = match;
  const midnight = utcMidnight(Number(year), Number(month), Number(day));
  if (midnight === undefined) return undefined;
  const millis = Number(fraction.slice(0, 3).padEnd(3, '0'));
  return midnight + Number(hour) * HOUR_MS + Number(minute) * MINUTE_MS + Number(second) * SECOND_MS + millis;
}

/** Undefined for a date that no calendar has, such as 30 February. */
function utcMidnight(year: number, month: number, day: number): Millis | undefined {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const exists = date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return exists ? date.getTime() : undefined;
}

/** `2026-01-31T12:00:30.000Z` */
export function formatDatetime(at: Millis): string {
  return new Date(at).toISOString();
}

export function slotAtOrBefore(at: Millis): Millis {
  return Math.floor(at / SLOT_MS) * SLOT_MS;
}

/**
 * The last slot that has its tick or is assumed to have none. A tick has one slot length to arrive after it is due; only a tick
 * that took longer to store, on a disk that hung, comes later. `at`: the last tick.
 */
export function lastPassedSlot(at: Millis, marketTime: Millis): Millis {
  return Math.max(at, slotAtOrBefore(marketTime - SLOT_MS));
}

export function slotAfter(at: Millis): Millis {
  return slotAtOrBefore(at) + SLOT_MS;
}

export function dayStart(at: Millis): Millis {
  return Math.floor(at / DAY_MS) * DAY_MS;
}

/** 00:00 of the day that a tick belongs to: a tick at midnight closes the day before. */
export function dayOfTick(at: Millis): Millis {
  return dayStart(at - 1);
}

/** Hour H contains H < t <= H + 1 h, as days do: its last tick is the one on the hour. */
export function hourOfTick(at: Millis): Millis {
  return Math.floor((at - 1) / HOUR_MS) * HOUR_MS;
}

/** 1 January 00:00 of the year that a day is in. */
export function yearStart(day: Millis): Millis {
  return Date.UTC(new Date(day).getUTCFullYear(), 0, 1);
}
