import type { Clock } from '../../../core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../../core/time.ts';

const EVERY_MS = MINUTE_MS;

/** A log line that is written at most once a minute, with the number of calls since it was last written. */
export class ThrottledLine<Details> {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #write: (count: number, last: Details) => void;
  #writtenAt: Millis = -Infinity;
  #count = 0;

  /** `write` gets the details of the newest call. */
  constructor(clock: Pick<Clock, 'monotonic'>, write: (count: number, last: Details) => void) {
    this.#clock = clock;
    this.#write = write;
  }

  log(details: Details): void {
    this.#count++;
    const now = this.#clock.monotonic();
    if (now - this.#writtenAt < EVERY_MS) return;
    this.#write(this.#count, details);
    this.#writtenAt = now;
    this.#count = 0;
  }
}
