const WORD_BITS = 32;

/** Writes bits to bytes, most significant first. Grows as needed and can be reused after `clear`. */
export class BitWriter {
  #bytes: Uint8Array;
  #view: DataView;
  readonly #double = new DataView(new ArrayBuffer(8));
  /** Bytes of the whole words written; the remaining bits are in `#word`, left-aligned. */
  #offset = 0;
  #word = 0;
  #free = WORD_BITS;

  constructor(capacityBytes = 1024) {
    this.#bytes = new Uint8Array(capacityBytes);
    this.#view = new DataView(this.#bytes.buffer);
  }

  get bitLength(): number {
    return this.#offset * 8 + WORD_BITS - this.#free;
  }

  get byteLength(): number {
    return (this.bitLength + 7) >>> 3;
  }

  clear(): void {
    this.#offset = 0;
    this.#word = 0;
    this.#free = WORD_BITS;
  }

  /** Writes the low `bits` bits of `value`, 0 to 32 of them; the others must be zero. */
  write(value: number, bits: number): void {
    const free = this.#free;
    if (bits < free) {
      this.#word |= value << (free - bits);
      this.#free = free - bits;
      return;
    }
    const rest = bits - free;
    this.#put(this.#word | (value >>> rest));
    this.#word = rest === 0 ? 0 : value << (WORD_BITS - rest);
    this.#free = WORD_BITS - rest;
  }

  /** Writes a whole number below 2^53 in this many bits. */
  writeWide(value: number, bits: number): void {
    if (bits <= WORD_BITS) {
      this.write(value >>> 0, bits);
      return;
    }
    const high = Math.floor(value / 2 ** WORD_BITS);
    this.write(high, bits - WORD_BITS);
    this.write((value - high * 2 ** WORD_BITS) >>> 0, WORD_BITS);
  }

  /** Writes all bits of a double. */
  writeDouble(value: number): void {
    this.#double.setFloat64(0, value);
    this.write(this.#double.getUint32(0), WORD_BITS);
    this.write(this.#double.getUint32(4), WORD_BITS);
  }

  /** Copies the written bits to `target` at `at`, padded with zero bits to a whole byte. */
  copyTo(target: Uint8Array, at: number): void {
    const length = this.byteLength;
    if (this.#offset + 4 > this.#bytes.length) this.#grow();
    this.#view.setUint32(this.#offset, this.#word >>> 0);
    target.set(this.#bytes.subarray(0, length), at);
  }

  #put(word: number): void {
    if (this.#offset + 4 > this.#bytes.length) this.#grow();
    this.#view.setUint32(this.#offset, word >>> 0);
    this.#offset += 4;
  }

  #grow(): void {
    const larger = new Uint8Array(this.#bytes.length * 2 + 64);
    larger.set(this.#bytes);
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
