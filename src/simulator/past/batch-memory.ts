import { SLOTS_A_DAY } from '../../core/time.ts';

/** A batch has no more values than this, besides what a day of one series may have beyond it. */
export const MOST_POINTS = 250_000;

/** Price and volume of all of them, and the traded volumes of the few series that have any. */
const SLAB_NUMBERS = 2 * MOST_POINTS + 8 * SLOTS_A_DAY;

/** Where the columns of batches lie. */
export interface BatchMemory {
  /** Columns that are taken from now on belong to another batch. */
  nextBatch(): void;
  take(length: number): Float64Array;
}

/** Every column by itself, for callers that keep batches. */
export const LASTING_MEMORY: BatchMemory = {
  nextBatch: () => undefined,
  take: (length) => new Float64Array(new SharedArrayBuffer(8 * length)),
};

/**
 * Two slabs in turns: a batch is overwritten when the one after the next is made. No thread on the way copies shared
 * memory, but none counts it as its own either, and would collect what it no longer needs hundreds of megabytes too late.
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
