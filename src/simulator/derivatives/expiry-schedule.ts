import { DAY_MS, dayStart, type Millis } from '../../core/time.ts';
import { expiryOn, lastFridayOf } from './expiry-hour.ts';

/** How many expiries of each kind are listed at a time. */
export interface ExpiryCounts {
  readonly weeks: number;
  readonly months: number;
  readonly quarters: number;
}

export type Tenor = 'week' | 'month' | 'quarter';

/** A day on which contracts expire, and when the first of them were listed. */
export interface Expiry {
  readonly listing: Millis;
  readonly expiration: Millis;
  /** The kind of expiry for which it was listed. */
  readonly tenor: Tenor;
}

const WEEK_MS = 7 * DAY_MS;
/** 2 January 1970 was a Friday. */
const FIRST_FRIDAY = DAY_MS;
const MONTHS_PER_QUARTER = 3;
const LONGEST_MONTH_MS = 31 * DAY_MS;

/** From text such as `3w 2m 4q`. */
export function parseExpiryCounts(text: string): ExpiryCounts {
  const count = (unit: string) => Number(new RegExp(`(\\d+)${unit}`).exec(text)?.[1] ?? 0);
  return { weeks: count('w'), months: count('m'), quarters: count('q') };
}

/**
 * The expiries of an exchange at a time: always a fixed number of next Fridays, last Fridays of months, and last Fridays
 * of quarters. When one expires, the next is listed at the same instant.
 */
export class ExpirySchedule {
  readonly #exchangeName: string;
  readonly #counts: ExpiryCounts;

  constructor(exchangeName: string, counts: ExpiryCounts) {
    this.#exchangeName = exchangeName;
    this.#counts = counts;
  }

  /** Expiries after `after` that are listed by `upTo`, in the order of expiration. */
  between(after: Millis, upTo: Millis): Expiry[] {
    const expiries: Expiry[] = [];
    const { months, quarters } = this.#counts;
    const farthest = upTo + (Math.max(months, MONTHS_PER_QUARTER * quarters) + 1) * LONGEST_MONTH_MS;
    const first = FIRST_FRIDAY + Math.floor((dayStart(after) - FIRST_FRIDAY) / WEEK_MS) * WEEK_MS;
    for (let friday = first; friday <= farthest; friday += WEEK_MS) {
      const expiration = expiryOn(this.#exchangeName, friday);
      if (expiration <= after) continue;
      const longest = this.#longestLife(friday);
      if (longest && longest.listing <= upTo) expiries.push({ ...longest, expiration });
    }
    return expiries;
  }

  /** A Friday may be the end of a quarter, a month and a week: the earliest listing is used. */
  #longestLife(friday: Millis): Omit<Expiry, 'expiration'> | undefined {
    const { weeks, months, quarters } = this.#counts;
    const date = new Date(friday);
    const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
    const endsMonth = lastFridayOf(year, month) === friday;
    const endsQuarter = endsMonth && (month + 1) % MONTHS_PER_QUARTER === 0;
    const lives: Omit<Expiry, 'expiration'>[] = [];
    const add = (tenor: Tenor, listedOn: Millis) =>
      void lives.push({ tenor, listing: expiryOn(this.#exchangeName, listedOn) });
    if (weeks > 0) add('week', friday - weeks * WEEK_MS);
    if (endsMonth && months > 0) add('month', lastFridayOf(year, month - months));
    if (endsQuarter && quarters > 0)
      add('quarter', lastFridayOf(year, month - quarters * MONTHS_PER_QUARTER));
    return lives.toSorted((a, b) => a.listing - b.listing)[0];
  }
}
