/**
 * More than the C library ever keeps for reuse (32 MiB): memory of this size returns to the system as soon as it is collected,
 * however many small buffers it contained. Pages use memory only once they are written to.
 */
const SLAB_BYTES = 48 * 2 ** 20;

interface Slab {
  readonly bytes: Uint8Array;
  /** Bytes used by the current owner. */
  used: number;
  /** The maximum that was ever used: this much of the slab is in memory. */
  written: number;
}

/** Unused slabs. The next owner can reuse them before they are garbage collected. */
export class SpareSlabs {
  #slabs: Slab[] = [];

  /** In the order of their last use, so that each is filled about as much as before. */
  take(bytes: number): Slab {
    const spare = bytes <= SLAB_BYTES ? this.#slabs.shift() : undefined;
    return spare ?? { bytes: new Uint8Array(Math.max(SLAB_BYTES, bytes)), used: 0, written: 0 };
  }

  /** The next owner will need about as much as the last one: drops slabs beyond that, and slabs with much more in memory. */
  giveBack(slabs: readonly Slab[]): void {
    this.#slabs = slabs.filter(
      ({ bytes, used, written }) => bytes.length === SLAB_BYTES && 2 * used >= written,
    );
    for (const slab of this.#slabs) slab.used = 0;
  }

  /** Drops all slabs: none will be needed soon. */
  clear(): void {
    this.#slabs = [];
  }
}

/** Stores bytes that are released together, packed into large buffers. */
export class ByteSlabs {
  readonly #spare: SpareSlabs;
  readonly #slabs: Slab[] = [];

  constructor(spare: SpareSlabs) {
    this.#spare = spare;
  }

  /** Returns a copy of the parts, joined. */
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

  /** Invalidates everything that was kept. */
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
