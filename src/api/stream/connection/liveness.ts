import type { Millis } from '../../../core/time.ts';

/** After this many periods without a frame, the client counts as gone. */
const SILENT_PERIODS = 2;

/** Decides when to ping a client, and when it counts as gone. Any frame is a sign of life. */
export class Liveness {
  readonly #periodMs: Millis;
  #dueAt: Millis;
  #silentPeriods = 0;

  constructor(now: Millis, periodMs: Millis) {
    this.#periodMs = periodMs;
    this.#dueAt = now + periodMs;
  }

  frameReceived(): void {
    this.#silentPeriods = 0;
  }

  /** Whether it has been silent for too long. */
  overdue(now: Millis): boolean {
    return now >= this.#dueAt && this.#silentPeriods >= SILENT_PERIODS;
  }

  /** True once per period: then a ping is due. */
  due(now: Millis): boolean {
    if (now < this.#dueAt) return false;
    this.#dueAt = now + this.#periodMs;
    this.#silentPeriods++;
    return true;
  }
}
