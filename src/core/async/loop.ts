import { monotonicMs } from '../clocks/clock.ts';
import type { Millis } from '../time.ts';

/** The parts of the event loop that long-running work needs to yield to others. */
export interface Loop {
  /** A monotonic time, to measure slices. */
  now(): Millis;
  /** Calls back in the next turn of the loop, after all pending I/O. */
  nextTurn(resume: () => void): void;
}

/** A loop that can also call back after a delay. */
export interface TimedLoop extends Loop {
  after(ms: Millis, resume: () => void): void;
}

export const EVENT_LOOP: TimedLoop = {
  now: monotonicMs,
  nextTurn: (resume) => void setImmediate(resume),
  after: (ms, resume) => void setTimeout(resume, ms),
};
