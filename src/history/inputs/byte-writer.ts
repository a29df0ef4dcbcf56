/** Appends bytes to a growing buffer. */
export class ByteWriter {
  #bytes: Uint8Array;
  #length = 0;

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity);
  }

  byte(value: number): void {
    this.#reserve(1);
    this.#bytes[this.#length++] = value;
  }

  /**
   * Writes a whole number from 0 up to 2^53 with seven bits per byte, lowest first; all bytes but the last have the top bit set.
   */
  varint(value: number): void {
    this.#reserve(8);
    let left = value;
    for (; left >= 128; left = Math.floor(left / 128)) this.#bytes[this.#length++] = (left % 128) | 128;
    this.#bytes[this.#length++] = left;
  }

  put(bytes: Uint8Array): void {
    this.space(bytes.length).set(bytes);
  }

  /** Reserves bytes, which the caller must fill before writing anything else. */
  space(length: number): Uint8Array {
    this.#reserve(length);
    this.#length += length;
    return this.#bytes.subarray(this.#length - length, this.#length);
  }

  /** The bytes written so far, valid until the next write. */
  bytes(): Uint8Array {
    return this.#bytes.subarray(0, this.#length);
  }

  clear(): void {
    this.#length = 0;
  }

  #reserve(more: number): void {
    const needed = this.#length + more;
    if (needed <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(needed, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
  }
}
