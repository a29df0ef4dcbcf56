import type { Clock } from '../../../core/clocks/clock.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';

/** The timestamp of messages. Many have the same, so its text is cached. */
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
