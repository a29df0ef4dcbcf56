import type { Clock } from '../clock.ts';

/** Below what the service allows (2,000 and 100): the protocol's own frames count there too. */
const BURST = 1500;
const EACH_SECOND = 100;

/** How many messages a connection may send: a burst, then so many a second. */
export class Pace {
  readonly #clock: Clock;
  #left = BURST;
  #at: number;

  constructor(clock: Clock) {
    this.#clock = clock;
    this.#at = clock.now();
  }

  /** Takes a place: 0, or how long until there is one. */
  take(): number {
    const now = this.#clock.now();
    // A clock that was set back gives nothing, and takes nothing.
    const passedMs = Math.max(0, now - this.#at);
    this.#left = Math.min(BURST, this.#left + (passedMs * EACH_SECOND) / 1000);
    this.#at = now;
    if (this.#left < 1) return Math.ceil(((1 - this.#left) * 1000) / EACH_SECOND);
    this.#left--;
    return 0;
  }

  /** The service has had enough: for a second nothing more. */
  exhaust(): void {
    this.#left = Math.min(this.#left, 1 - EACH_SECOND);
  }
}
