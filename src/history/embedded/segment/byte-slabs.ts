/**
 * Above what the C library ever keeps for later (32 MiB): memory of this size is the system's again as soon as it is
 * collected, however many small things had lain in it. Pages count only once something is written to them.
 */
const SLAB_BYTES = 48 * 2 ** 20;

interface Slab {
  readonly bytes: Uint8Array;
  /** By the one who has it now. */
  used: number;
  /** The most that was ever used of it: so much of it is in memory. */
  written: number;
}

/** Slabs that are not in use. The next one who needs some does not wait until they are collected. */
export class SpareSlabs {
  #slabs: Slab[] = [];

  /** In the order in which they were used before, so that each is used about as much again. */
  take(bytes: number): Slab {
    const spare = bytes <= SLAB_BYTES ? this.#slabs.shift() : undefined;
    return spare ?? { bytes: new Uint8Array(Math.max(SLAB_BYTES, bytes)), used: 0, written: 0 };
  }

  /** What the last one needed is what the next one needs: slabs beyond that, and those with much more in memory, go. */
  giveBack(slabs: readonly Slab[]): void {
    this.#slabs = slabs.filter(
      ({ bytes, used, written }) => bytes.length === SLAB_BYTES && 2 * used >= written,
    );
    for (const slab of this.#slabs) slab.used = 0;
  }

  /** None is needed soon. */
  clear(): void {
    this.#slabs = [];
  }
}

/** Bytes that are kept for a while and go together, packed into large pieces of memory. */
export class ByteSlabs {
  readonly #spare: SpareSlabs;
  readonly #slabs: Slab[] = [];

  constructor(spare: SpareSlabs) {
    this.#spare = spare;
  }

  /** A copy of the parts, one after the other. */
  keep(parts: readonly Uint8Array[]): Uint8Array {
    const length = parts.reduce((sum, part) => sum + part.length, 0);
    const slab = this.#slabWithRoom(length);
    const from = slab.used;
    for (const part of parts) {
      slab.bytes.set(part, slab.used);
      slab.used += part.length;
    }
    slab.written = Math.max(slab.written, slab.used);
    return slab.bytes.subarray(from, slab.used);
  }

  /** Nothing that was kept is used any more. */
  release(): void {
    this.#spare.giveBack(this.#slabs.splice(0));
  }

  #slabWithRoom(length: number): Slab {
    const last = this.#slabs.at(-1);
    if (last && last.used + length <= last.bytes.length) return last;
    const next = this.#spare.take(length);
    this.#slabs.push(next);
    return next;
  }
}
