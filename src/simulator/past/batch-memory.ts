import { SLOTS_PER_DAY } from '../../core/time.ts';

/** Maximum number of values in a batch; the last day of one series may exceed it. */
export const MAX_BATCH_POINTS = 250_000;

/** Price and volume of all values, and the traded volumes of the few series that have them. */
const SLAB_NUMBERS = 2 * MAX_BATCH_POINTS + 8 * SLOTS_PER_DAY;

/** Allocates the columns of batches. */
export interface BatchMemory {
  /** Starts a new batch. */
  nextBatch(): void;
  take(length: number): Float64Array;
}

/** Allocates each column separately, for callers that keep batches. */
export const SEPARATE_MEMORY: BatchMemory = {
  nextBatch: () => undefined,
  take: (length) => new Float64Array(new SharedArrayBuffer(8 * length)),
};

/**
 * Alternates between two slabs: a batch is overwritten when the batch after the next is made. Threads share memory without
 * copying, but V8 does not count it as theirs, and would free unused memory hundreds of megabytes too late.
 */
export class AlternatingMemory implements BatchMemory {
  readonly #slabs = [0, 1].map(() => new Float64Array(new SharedArrayBuffer(8 * SLAB_NUMBERS)));
  #turn = 0;
  #used = 0;

  nextBatch(): void {
    this.#turn = 1 - this.#turn;
    this.#used = 0;
  }

  take(length: number): Float64Array {
    const from = this.#used;
    this.#used += length;
    if (this.#used > SLAB_NUMBERS) throw new Error('a batch of modelled values is larger than its memory');
    return this.#slabs[this.#turn]!.subarray(from, this.#used);
  }
}
