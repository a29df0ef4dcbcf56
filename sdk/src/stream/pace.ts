import type { Clock } from '../clock.ts';

/** Below the limits of the service (2,000 and 100), because control frames also count towards them. */
const BURST = 1500;
const PER_SECOND = 100;

/** Rate limit of a connection: a burst, then a number per second. */
export class Pace {
  readonly #clock: Clock;
  #left = BURST;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  /** Takes a token: returns 0, or the time until one is available. */
  take(): number {
    const now = this.#clock.now();
    // A clock that was set back adds nothing and removes nothing.
    const passedMs = Math.max(0, now - this.#at);
    this.#left = Math.min(BURST, this.#left + (passedMs * PER_SECOND) / 1000);
    this.#at = now;
    if (this.#left < 1) return Math.ceil(((1 - this.#left) * 1000) / PER_SECOND);
    this.#left--;
    return 0;
  }

  /** The service reported too many messages: sends nothing for a second. */
  exhaust(): void {
    this.#left = Math.min(this.#left, 1 - PER_SECOND);
  }
}
