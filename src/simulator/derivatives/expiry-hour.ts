import { DAY_MS, HOUR_MS, type Millis } from '../../core/time.ts';

const FRIDAY = 5;

/** The hour of a Friday at which contracts of an exchange expire. */
const EXPIRY_HOURS: Readonly<Record<string, (midnight: Millis) => number>> = {
  BitMEX: () => 12,
  /** 16:00 in London. */
  Kraken: (midnight) => (isSummerInLondon(midnight) ? 15 : 16),
  /** 16:00 in New York. */
  LedgerX: (midnight) => (isSummerInNewYork(midnight) ? 20 : 21),
};
const USUAL_HOUR = 8;

/** The instant, UTC, at which contracts of an exchange expire on the day that begins at `midnight`. */
export function expiryOn(exchangeName: string, midnight: Millis): Millis {
  const hour = EXPIRY_HOURS[exchangeName]?.(midnight) ?? USUAL_HOUR;
  return midnight + hour * HOUR_MS;
}

/** Midnight UTC of the last Friday of a month; months count from 0 and may lie outside the year. */
export function lastFridayOf(year: number, month: number): Millis {
  return lastWeekdayOf(year, month, FRIDAY);
}

function lastWeekdayOf(year: number, month: number, weekday: number): Millis {
  const lastDay = Date.UTC(year, month + 1, 0);
  return lastDay - ((new Date(lastDay).getUTCDay() - weekday + 7) % 7) * DAY_MS;
}

/** Both change on Sundays, so that for other days the hour of the change does not matter. */
function isSummerInLondon(midnight: Millis): boolean {
  const year = new Date(midnight).getUTCFullYear();
  return lastWeekdayOf(year, 2, 0) <= midnight && midnight < lastWeekdayOf(year, 9, 0);
}

function isSummerInNewYork(midnight: Millis): boolean {
  const year = new Date(midnight).getUTCFullYear();
  return nthSundayOf(year, 2, 2) <= midnight && midnight < nthSundayOf(year, 10, 1);
}

function nthSundayOf(year: number, month: number, nth: number): Millis {
  const first = Date.UTC(year, month, 1);
  const toSunday = (7 - new Date(first).getUTCDay()) % 7;
  return first + (toSunday + 7 * (nth - 1)) * DAY_MS;
}
