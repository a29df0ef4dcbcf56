/** Reads values in the order in which they were written. Throws a RangeError if the bytes cannot come from a writer. */
export class ByteReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    // The `slice` of a Buffer shares its memory, but callers rely on it to copy bytes.
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

  /** Returns a view, not a copy. */
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
