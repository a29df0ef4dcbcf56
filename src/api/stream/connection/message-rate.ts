import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';

/** Rate limit of a connection: a burst, then a number per second. */
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

  /** Counts a frame; returns false if it exceeds the rate. */
  count(): boolean {
    this.#fill();
    if (this.#left < 1) return false;
    this.#left--;
    return true;
  }

  /** Whether some frames may be sent again. */
  get hasRoom(): boolean {
    this.#fill();
    return this.#left >= Math.min(this.#burst, this.#perSecond / 10);
  }

  /** Whether a whole burst may be sent again. */
  get hasFullBurst(): boolean {
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
