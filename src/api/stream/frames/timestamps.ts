import type { Clock } from '../../../core/clocks/clock.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';

/** The time as messages say it. Many of them bear the same: it is written once. */
export class Timestamps {
  readonly #clock: Clock;
  #at: Millis = Number.NaN;
  #text = '';

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get now(): string {
    const at = this.#clock.now();
    if (at !== this.#at) {
      this.#at = at;
      this.#text = formatDatetime(at);
    }
    return this.#text;
  }
}
