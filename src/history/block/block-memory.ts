/** Where blocks that are made lie. The caller that takes bytes writes all of them. */
export interface BlockMemory {
  take(bytes: number): Uint8Array;
}

/** Each block by itself, for callers that keep it. */
export const OWN_MEMORY: BlockMemory = { take: (bytes) => new Uint8Array(bytes) };

/** One piece of memory for blocks that are passed on at once: those made before the last `clear` are overwritten. */
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
