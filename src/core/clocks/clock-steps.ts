import { SECOND_MS, type Millis } from '../time.ts';
import type { Clock } from './clock.ts';

/** A smaller difference between the time of day and the monotonic clock comes from a clock that drifts. */
const LEAST_MS = SECOND_MS;

/** Notices that the clock was set, which includes a machine that slept. */
export class ClockSteps {
  readonly #clock: Pick<Clock, 'now' | 'monotonic'>;
  #ahead: Millis;

  constructor(clock: Pick<Clock, 'now' | 'monotonic'>) {
    this.#clock = clock;
    this.#ahead = clock.now() - clock.monotonic();
  }

  /** How far it was set since the last call, negative if back; 0 if it was not. */
  take(): Millis {
    const before = this.#ahead;
    this.#ahead = this.#clock.now() - this.#clock.monotonic();
    const step = this.#ahead - before;
    return Math.abs(step) > LEAST_MS ? step : 0;
  }
}
