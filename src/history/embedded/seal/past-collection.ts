import type { CollectedTick, NumberedPast } from './collected-day.ts';
import type { CollectionRequest } from './sealing-answers.ts';
import type { ThreadCalls } from '../../../threads/thread-calls.ts';

/** Each request for ticks decodes the hour of every series again. */
const SLOTS_PER_PART = 24;

/**
 * A past day that arrives in parts: the sealing thread encodes each part as it arrives, and holds them until the day is complete.
 */
export class PastCollection {
  readonly number: number;
  readonly #thread: ThreadCalls;
  /** As bits. */
  #hoursWithValues = 0;
  #hasStarted = false;

  constructor(thread: ThreadCalls, number: number) {
    this.#thread = thread;
    this.number = number;
    thread.hold();
  }

  /** Starts a collection without values: a day may have only records of ticks. */
  begin(): Promise<void> {
    return this.add([]);
  }

  async add(series: readonly NumberedPast[]): Promise<void> {
    this.#hasStarted = true;
    this.#hoursWithValues |= await this.#call<number>({ kind: 'collect', collection: this.number, series });
  }

  /** Whether a value was added: in this hour of the day, or in any hour. */
  hasValues(hour?: number): boolean {
    return (this.#hoursWithValues & (hour === undefined ? ~0 : 1 << hour)) !== 0;
  }

  /**
   * The slots of an hour up to and including the last one, as ticks. Requested in parts, because all at once would be in memory
   * three times.
   */
  async ticksOf(hour: number, lastSlot: number): Promise<CollectedTick[]> {
    const ticks: CollectedTick[] = [];
    for (let firstSlot = 0; firstSlot <= lastSlot; firstSlot += SLOTS_PER_PART) {
      const last = Math.min(lastSlot, firstSlot + SLOTS_PER_PART - 1);
      const part = { collection: this.number, hour, firstSlot, lastSlot: last };
      ticks.push(...(await this.#call<CollectedTick[]>({ kind: 'collected-hour', ...part })));
    }
    return ticks;
  }

  /** Call it exactly once, whether or not the insertion succeeded. */
  async forget(): Promise<void> {
    try {
      if (this.#hasStarted) await this.#call({ kind: 'forget', collection: this.number });
    } finally {
      this.#thread.release();
    }
  }

  #call<Result>(request: CollectionRequest): Promise<Result> {
    return this.#thread.call<Result>(request);
  }
}
