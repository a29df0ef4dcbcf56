/**
 * Above what the C library ever keeps for later (32 MiB): memory of this size is the system's again as soon as it is
 * collected, however many small things had lain in it. Pages count only once something is written to them.
 */
const SLAB_BYTES = 48 * 2 ** 20;

/** Slabs that nobody uses at present. The next one who needs some does not wait until they are collected. */
export class SpareSlabs {
  readonly #slabs: Uint8Array[] = [];

  take(bytes: number): Uint8Array {
    return (bytes <= SLAB_BYTES && this.#slabs.pop()) || new Uint8Array(Math.max(SLAB_BYTES, bytes));
  }

  giveBack(slabs: readonly Uint8Array[]): void {
    this.#slabs.push(...slabs.filter(({ length }) => length === SLAB_BYTES));
  }

  /** Nobody needs some soon. */
  clear(): void {
    this.#slabs.length = 0;
  }
}

/** Bytes that are kept for a while and go together, packed into large pieces of memory. */
export class ByteSlabs {
  readonly #spare: SpareSlabs;
  readonly #slabs: Uint8Array[] = [];
  /** Of the last slab. */
  #used = 0;

  constructor(spare: SpareSlabs) {
    this.#spare = spare;
  }

  /** A copy of the parts, one after the other. */
  keep(parts: readonly Uint8Array[]): Uint8Array {
    const bytes = parts.reduce((sum, { length }) => sum + length, 0);
    const slab = this.#slabWithRoom(bytes);
    const from = this.#used;
    for (const part of parts) {
      slab.set(part, this.#used);
      this.#used += part.length;
    }
    return slab.subarray(from, this.#used);
  }

  /** Nothing that was kept is used any more. */
  release(): void {
    this.#spare.giveBack(this.#slabs.splice(0));
  }

  #slabWithRoom(bytes: number): Uint8Array {
    const last = this.#slabs.at(-1);
    if (last && this.#used + bytes <= last.length) return last;
    const next = this.#spare.take(bytes);
    this.#slabs.push(next);
    this.#used = 0;
    return next;
  }
}
