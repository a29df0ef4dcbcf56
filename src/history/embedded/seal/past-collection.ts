import type { CollectedTick, NumberedPast } from './collected-day.ts';
import type { CollectionRequest } from './sealing-thread.ts';
import type { ThreadCalls } from '../../../threads/thread-calls.ts';

/** Each part decodes the hour of every series anew. */
const SLOTS_A_PART = 24;

/** A day of the past that comes in parts: the sealing thread encodes each as it comes, and holds them until all are there. */
export class PastCollection {
  readonly number: number;
  readonly #thread: ThreadCalls;
  /** As bits. */
  #hoursWithValues = 0;
  #isBegun = false;

  constructor(thread: ThreadCalls, number: number) {
    this.#thread = thread;
    this.number = number;
    thread.hold();
  }

  /** A day may have records of ticks and no value. */
  begin(): Promise<void> {
    return this.add([]);
  }

  async add(series: readonly NumberedPast[]): Promise<void> {
    this.#isBegun = true;
    this.#hoursWithValues |= await this.#ask<number>({ kind: 'collect', collection: this.number, series });
  }

  /** Whether a value was added; of an hour of the day, or of any. */
  hasValues(hour?: number): boolean {
    return (this.#hoursWithValues & (hour === undefined ? ~0 : 1 << hour)) !== 0;
  }

  /** An hour as ticks of its slots, up to and with the last one. They come in parts: all at once would be three times in memory. */
  async ticksOf(hour: number, lastSlot: number): Promise<CollectedTick[]> {
    const ticks: CollectedTick[] = [];
    for (let firstSlot = 0; firstSlot <= lastSlot; firstSlot += SLOTS_A_PART) {
      const last = Math.min(lastSlot, firstSlot + SLOTS_A_PART - 1);
      const part = { collection: this.number, hour, firstSlot, lastSlot: last };
      ticks.push(...(await this.#ask<CollectedTick[]>({ kind: 'collected-hour', ...part })));
    }
    return ticks;
  }

  /** To be called once, whatever became of it. */
  async forget(): Promise<void> {
    try {
      if (this.#isBegun) await this.#ask({ kind: 'forget', collection: this.number });
    } finally {
      this.#thread.release();
    }
  }

  #ask<Result>(request: CollectionRequest): Promise<Result> {
    return this.#thread.call<Result>(request);
  }
}
