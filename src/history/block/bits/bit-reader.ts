const WORD_BITS = 32;
const SLACK_BYTES = 8;

/**
 * Reads bits from bytes, most significant first. Reading beyond the end returns arbitrary bits and makes `sound` false, so that
 * loops need to check only once, at their end; callers bound their loops by the number of rows they asked for.
 */
export class BitReader {
  /** A copy of the bytes with slack after it, so that a read near the end needs no special case. */
  #bytes = new Uint8Array(1024);
  #view = new DataView(this.#bytes.buffer);
  readonly #double = new DataView(new ArrayBuffer(8));
  #endBits = 0;
  #refused = false;
  /** The number of the next bit. */
  position = 0;

  /** Starts at the first bit of bytes[from..to). */
  load(bytes: Uint8Array, from: number, to: number): void {
    const length = to - from;
    if (length + SLACK_BYTES > this.#bytes.length) {
      this.#bytes = new Uint8Array(2 * length + SLACK_BYTES);
      this.#view = new DataView(this.#bytes.buffer);
    }
    this.#bytes.set(bytes.subarray(from, to));
    this.#endBits = length * 8;
    this.#refused = false;
    this.position = 0;
  }

  /** False once a read went beyond the end or found an impossible value. */
  get sound(): boolean {
    return !this.#refused && this.position <= this.#endBits;
  }

  /** True if all bits were read, except for less than a byte of zero padding. */
  get finished(): boolean {
    const left = this.#endBits - this.position;
    return this.sound && left < 8 && (this.peek(this.position) >>> (WORD_BITS - 1 - left)) >>> 1 === 0;
  }

  refuse(): void {
    this.#refused = true;
  }

  /** The 32 bits from a bit number on, without moving there. A signed integer, because these are faster. */
  peek(position: number): number {
    const byte = Math.min(position >>> 3, this.#bytes.length - 5);
    const shift = position & 7;
    return (this.#view.getInt32(byte) << shift) | (this.#bytes[byte + 4]! >>> (8 - shift));
  }

  /** 0 to 32 bits. */
  read(bits: number): number {
    const word = this.peek(this.position);
    this.position += bits;
    return bits === 0 ? 0 : word >>> (WORD_BITS - bits);
  }

  /** A whole number of this many bits, at most 53. */
  readWide(bits: number): number {
    if (bits <= WORD_BITS) return this.read(bits);
    const high = this.read(bits - WORD_BITS);
    return high * 2 ** WORD_BITS + this.read(WORD_BITS);
  }

  readDouble(): number {
    this.#double.setUint32(0, this.read(WORD_BITS));
    this.#double.setUint32(4, this.read(WORD_BITS));
    return this.#double.getFloat64(0);
  }
}
