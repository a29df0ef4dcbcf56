import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';

/** How much a connection may send: a burst, then so much a second. */
export class MessageRate {
  readonly #clock: Clock;
  readonly #burst: number;
  readonly #perSecond: number;
  #left: number;
  #filledAt: Millis;

  constructor(clock: Clock, burst: number, perSecond: number) {
    this.#clock = clock;
    this.#burst = burst;
    this.#perSecond = perSecond;
    this.#left = burst;
    this.#filledAt = clock.monotonic();
  }

  /** Counts a frame; false where it is over the rate. */
  count(): boolean {
    this.#fill();
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }

  /** Whether there is room for some frames again. */
  get recovered(): boolean {
    this.#fill();
    return this.#left >= Math.min(this.#burst, this.#perSecond / 10);
  }

  /** Whether a whole burst may be sent again. */
  get rested(): boolean {
    this.#fill();
    return this.#left >= this.#burst;
  }

  #fill(): void {
    const now = this.#clock.monotonic();
    const earned = (Math.max(0, now - this.#filledAt) * this.#perSecond) / SECOND_MS;
    this.#left = Math.min(this.#burst, this.#left + earned);
    this.#filledAt = now;
  }
}
