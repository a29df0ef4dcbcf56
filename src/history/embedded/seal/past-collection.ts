import type { CollectedTick, NumberedPast } from './collected-day.ts';
import type { CollectionRequest } from './sealing-thread.ts';
import type { ThreadCalls } from '../../../threads/thread-calls.ts';

/** A day of the past that comes in parts: the sealing thread encodes each as it comes, and holds them until all are there. */
export class PastCollection {
  readonly number: number;
  readonly #thread: ThreadCalls;
  /** As bits. */
  #hoursWithValues = 0;

  constructor(thread: ThreadCalls, number: number) {
    this.#thread = thread;
    this.number = number;
    thread.hold();
  }

  async add(series: readonly NumberedPast[]): Promise<void> {
    this.#hoursWithValues |= await this.#ask<number>({ kind: 'collect', collection: this.number, series });
  }

  /** Whether a value was added; of an hour of the day, or of any. */
  hasValues(hour?: number): boolean {
    return (this.#hoursWithValues & (hour === undefined ? ~0 : 1 << hour)) !== 0;
  }

  /** An hour as ticks of its slots, up to and with the last one. */
  ticksOf(hour: number, lastSlot: number): Promise<CollectedTick[]> {
    return this.#ask({ kind: 'collected-hour', collection: this.number, hour, lastSlot });
  }

  /** To be called once, whatever became of it. */
  async forget(): Promise<void> {
    try {
      if (this.hasValues()) await this.#ask({ kind: 'forget', collection: this.number });
    } finally {
      this.#thread.release();
    }
  }

  #ask<Result>(request: CollectionRequest): Promise<Result> {
    return this.#thread.call<Result>(request);
  }
}
