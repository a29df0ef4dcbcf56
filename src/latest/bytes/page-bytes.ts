/** Two views of the same bytes: some digits are written byte by byte, everything else in words. */
export interface PageBuffer {
  readonly bytes: Buffer;
  readonly view: DataView;
}

export function roomIn(bytes: Buffer): PageBuffer {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** A copy of twice the size, with the used part. */
export function grownCopy(bytes: Buffer, used: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length * 2);
  bytes.copy(copy, 0, 0, used);
  return copy;
}

const WORD_BYTES = 4;

/**
 * A constant text written in words of four characters: byte by byte, or with a call, it takes more than twice
 * as long.
 */
export class ConstantText {
  readonly #words: Int32Array;
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    const padded = Buffer.from(text.padEnd(Math.ceil(text.length / WORD_BYTES) * WORD_BYTES), 'latin1');
    this.#words = Int32Array.from({ length: padded.length / WORD_BYTES }, (_, i) =>
      padded.readInt32LE(i * WORD_BYTES),
    );
  }

  /**
   * Returns the end position. Up to three bytes after it may be overwritten, which the following text
   * replaces.
   */
  write(view: DataView, place: number): number {
    const words = this.#words;
    for (let i = 0; i < words.length; i++) view.setInt32(place + i * WORD_BYTES, words[i]!, true);
    return place + this.#length;
  }
}
