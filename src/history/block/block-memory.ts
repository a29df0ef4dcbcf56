/** Allocates memory for new blocks. The caller of `take` writes all bytes. */
export interface BlockMemory {
  take(bytes: number): Uint8Array;
}

/** Allocates each block separately, for callers that keep blocks. */
export const OWN_MEMORY: BlockMemory = { take: (bytes) => new Uint8Array(bytes) };

/** A single buffer for blocks that are passed on immediately: `clear` invalidates the earlier ones. */
export class ReusedMemory implements BlockMemory {
  #bytes: Uint8Array;
  #used = 0;

  constructor(bytes = 64 * 1024) {
    this.#bytes = new Uint8Array(bytes);
  }

  clear(): void {
    this.#used = 0;
  }

  take(bytes: number): Uint8Array {
    if (this.#used + bytes > this.#bytes.length) {
      this.#bytes = new Uint8Array(2 * (this.#used + bytes));
      this.#used = 0;
    }
    return this.#bytes.subarray(this.#used, (this.#used += bytes));
  }
}
