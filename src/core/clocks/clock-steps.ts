import { SECOND_MS, type Millis } from '../time.ts';
import type { Clock } from './clock.ts';

/** A smaller difference between the time of day and the monotonic clock is drift. */
const MIN_STEP_MS = SECOND_MS;

/** Detects that the clock was set, or that the machine slept. */
export class ClockSteps {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  #ahead: Millis;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#ahead = clock.now() - clock.monotonic();
  }

  /** How far the clock was set since the last call: negative if it was set back, 0 if it was not set. */
  takeStep(): Millis {
    const before = this.#ahead;
    this.#ahead = this.#clock.now() - this.#clock.monotonic();
    const step = this.#ahead - before;
    return Math.abs(step) > MIN_STEP_MS ? step : 0;
  }
}
