import type { BitReader } from './bit-reader.ts';
import type { BitWriter } from './bit-writer.ts';
import { readMask, writeMask } from './mask-code.ts';
import { bitLength, writeRice } from './rice.ts';

const MASK_BITS = 16;

/**
 * Flags that differ between rows: the distinct masks in order of appearance, which rows have a different mask than the previous
 * row, and which mask it is (omitted if there are only two).
 */
export class FlagRuns {
  readonly #changes: Uint8Array;

  constructor(rows: number) {
    this.#changes = new Uint8Array(rows);
  }

  write(writer: BitWriter, flags: Uint16Array, count: number): void {
    const masks = [...new Set(flags.subarray(0, count))];
    writeRice(writer, masks.length - 2, 0);
    for (const mask of masks) writer.write(mask, MASK_BITS);
    for (let i = 1; i < count; i++) this.#changes[i - 1] = flags[i] === flags[i - 1] ? 0 : 1;
    writeMask(writer, this.#changes, count - 1);
    const bits = choiceBits(masks.length);
    if (bits === 0) return;
    for (let i = 1; i < count; i++) {
      if (this.#changes[i - 1] === 1) writer.write(masks.indexOf(flags[i]!), bits);
    }
  }

  /** Fills the front of `into` with `count` masks, which must be at least two. */
  read(reader: BitReader, into: Uint16Array, count: number): void {
    const size = reader.readRice(0) + 2;
    if (size > count) {
      reader.refuse();
      return;
    }
    const masks = Array.from({ length: size }, () => reader.read(MASK_BITS));
    readMask(reader, this.#changes, count - 1);
    const bits = choiceBits(size);
    let now = 0;
    into[0] = masks[0]!;
    for (let i = 1; i < count; i++) {
      if (this.#changes[i - 1] === 1) now = bits === 0 ? 1 - now : reader.read(bits);
      if (now >= size) {
        reader.refuse();
        now = 0;
      }
      into[i] = masks[now]!;
    }
  }
}

function choiceBits(masks: number): number {
  return masks <= 2 ? 0 : bitLength(masks - 1);
}
