import { monotonicMs } from '../clocks/clock.ts';
import type { Millis } from '../time.ts';

/** The event loop, as far as work is divided among its turns. */
export interface Loop {
  /** Time for measuring slices of it. */
  now(): Millis;
  /** Goes on in the loop's next turn: after whatever has come in meanwhile. */
  nextTurn(goOn: () => void): void;
}

/** One that can also be left alone for a time. */
export interface TimedLoop extends Loop {
  after(ms: Millis, goOn: () => void): void;
}

export const EVENT_LOOP: TimedLoop = {
  now: monotonicMs,
  nextTurn: (goOn) => void setImmediate(goOn),
  after: (ms, goOn) => void setTimeout(goOn, ms),
};
