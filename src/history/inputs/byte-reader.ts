/** Reads in the order of writing. Throws a RangeError where the bytes are not what a writer makes. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    // A Buffer's own `slice` shares its memory; those who take bytes may copy them with it.
    this.#bytes = new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
  }

  byte(): number {
    return this.take(1)[0]!;
  }

  varint(): number {
    let value = 0;
    for (let power = 1; power < 2 ** 56; power *= 128) {
      const byte = this.byte();
      value += (byte & 127) * power;
      if (byte < 128) return value;
    }
    throw new RangeError('a number has too many bytes');
  }

  /** A view, not a copy. */
  take(length: number): Uint8Array {
    const end = this.#offset + length;
    if (end > this.#bytes.length) throw new RangeError('fewer bytes than expected');
    this.#offset = end;
    return this.#bytes.subarray(end - length, end);
  }

  end(): void {
    if (this.#offset !== this.#bytes.length) throw new RangeError('more bytes than expected');
  }
}
