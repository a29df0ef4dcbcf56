import { DAY_MS, type Millis } from '../../../core/time.ts';

/** A budget: `first` at the start, and `daily` on each day (UTC) after `begin`. */
export class DailyBudget {
  readonly #daily: number;
  #day = -Infinity;
  #left: number;

  constructor(first: number, daily: number) {
    this.#left = first;
    this.#daily = daily;
  }

  /** Ends the initial phase: from now on the daily budget applies. */
  begin(now: Millis): void {
    this.#day = Math.floor(now / DAY_MS);
    this.#left = this.#daily;
  }

  /** Takes one; false if none is left. */
  take(now: Millis): boolean {
    if (this.#day !== -Infinity && Math.floor(now / DAY_MS) > this.#day) this.begin(now);
    if (this.#left === 0) return false;
    this.#left -= 1;
    return true;
  }
}
