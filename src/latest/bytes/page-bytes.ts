/** The same bytes in two ways: some digits are written one by one, everything else in words. */
export interface Room {
  readonly bytes: Buffer;
  readonly view: DataView;
}

export function roomIn(bytes: Buffer): Room {
  return { bytes, view: new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength) };
}

/** A copy with twice the room, of what is used so far. */
export function larger(bytes: Buffer, used: number): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length * 2);
  bytes.copy(copy, 0, 0, used);
  return copy;
}

const WORD_BYTES = 4;

/** A few characters that are written again and again, in words of four: byte by byte, or by a call, takes more than twice as long. */
export class Piece {
  readonly #words: Int32Array;
  readonly #length: number;

  constructor(text: string) {
    this.#length = text.length;
    const padded = Buffer.from(text.padEnd(Math.ceil(text.length / WORD_BYTES) * WORD_BYTES), 'latin1');
    this.#words = Int32Array.from({ length: padded.length / WORD_BYTES }, (_, i) =>
      padded.readInt32LE(i * WORD_BYTES),
    );
  }

  /** Returns where it ends. Up to three bytes behind it are written too: what follows goes over them. */
  write(view: DataView, place: number): number {
    const words = this.#words;
    for (let i = 0; i < words.length; i++) view.setInt32(place + i * WORD_BYTES, words[i]!, true);
    return place + this.#length;
  }
}
