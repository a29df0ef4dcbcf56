import { DAY_MS, type Millis } from '../../../core/time.ts';

/** So many of something: at first, and then on each day (UTC). */
export class DailyBudget {
  readonly #daily: number;
  #day = -Infinity;
  #left: number;

  constructor(first: number, daily: number) {
    this.#left = first;
    this.#daily = daily;
  }

  /** The beginning is over: from now on the budget of a day counts. */
  begin(now: Millis): void {
    this.#day = Math.floor(now / DAY_MS);
    this.#left = this.#daily;
  }

  /** Whether there was one left, which is taken. */
  take(now: Millis): boolean {
    if (this.#day !== -Infinity && Math.floor(now / DAY_MS) > this.#day) this.begin(now);
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
