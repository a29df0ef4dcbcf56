/** The bytes of a file, which grow as they are written. */
export class ByteImage {
  #bytes = Buffer.alloc(256);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  write(bytes: Uint8Array, offset: number): void {
    this.#reserve(offset + bytes.length);
    this.#bytes.set(bytes, offset);
    this.#size = Math.max(this.#size, offset + bytes.length);
  }

  /** Cuts bytes off, or adds zeros. */
  resize(size: number): void {
    this.#reserve(size);
    if (size < this.#size) this.#bytes.fill(0, size, this.#size);
    this.#size = size;
  }

  read(into: Uint8Array, offset: number): number {
    const end = Math.min(this.#size, offset + into.length);
    if (end <= offset) return 0;
    into.set(this.#bytes.subarray(offset, end));
    return end - offset;
  }

  all(): Buffer {
    return Buffer.from(this.#bytes.subarray(0, this.#size));
  }

  become(other: ByteImage): void {
    this.resize(0);
    this.write(other.#bytes.subarray(0, other.#size), 0);
  }

  #reserve(size: number): void {
    if (size <= this.#bytes.length) return;
    const larger = Buffer.alloc(Math.max(size, 2 * this.#bytes.length));
    this.#bytes.copy(larger, 0, 0, this.#size);
    this.#bytes = larger;
  }
}
