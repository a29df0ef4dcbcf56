import { ESCAPE_ONES, FAST_PARAMETER, LENGTH_BITS, MAX_NUMBER_BITS } from './rice-limits.ts';
import { unzigzag } from './zigzag.ts';

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

  /** A Rice code. */
  readRice(parameter: number): number {
    const word = this.peek(this.position);
    const ones = Math.clz32(~word);
    if (ones >= ESCAPE_ONES) return this.#readEscape();
    if (ones + 1 + parameter <= WORD_BITS && parameter <= FAST_PARAMETER) {
      this.position += ones + 1 + parameter;
      return (ones << parameter) | (((word << (ones + 1)) >>> 1) >>> (WORD_BITS - 1 - parameter));
    }
    this.position += ones + 1;
    return ones * 2 ** parameter + this.readWide(parameter);
  }

  /** Fills the first `count` of `into` with Rice codes of this parameter. */
  readRiceAll(into: Float64Array, count: number, parameter: number): void {
    if (parameter > FAST_PARAMETER) {
      for (let i = 0; i < count; i++) into[i] = this.readRice(parameter);
      return;
    }
    const view = this.#view;
    const lastByte = this.#bytes.length - 5;
    const maxOnes = Math.min(ESCAPE_ONES, WORD_BITS - parameter) - 1;
    const remainderShift = WORD_BITS - 1 - parameter;
    let position = this.position;
    for (let i = 0; i < count; i++) {
      const byte = Math.min(position >>> 3, lastByte);
      const shift = position & 7;
      const word = (view.getInt32(byte) << shift) | (view.getUint8(byte + 4) >>> (8 - shift));
      const ones = Math.clz32(~word);
      if (ones <= maxOnes) {
        into[i] = (ones << parameter) | (((word << (ones + 1)) >>> 1) >>> remainderShift);
        position += ones + 1 + parameter;
      } else {
        this.position = position;
        into[i] = this.readRice(parameter);
        position = this.position;
      }
    }
    this.position = position;
  }

  /**
   * Fills the first `count` of `into`, at least one, with `first` and its sums with signed differences, which are Rice codes (zigzag):
   * the same as `readRiceAll` and a sum, without an array between them.
   */
  readDeltas(into: Float64Array, count: number, first: number, parameter: number): void {
    const view = this.#view;
    const lastByte = this.#bytes.length - 5;
    const maxOnes = parameter > FAST_PARAMETER ? -1 : Math.min(ESCAPE_ONES, WORD_BITS - parameter) - 1;
    const remainderShift = WORD_BITS - 1 - parameter;
    let position = this.position;
    let value = first;
    into[0] = value;
    for (let i = 1; i < count; i++) {
      const byte = Math.min(position >>> 3, lastByte);
      const shift = position & 7;
      const word = (view.getInt32(byte) << shift) | (view.getUint8(byte + 4) >>> (8 - shift));
      const ones = Math.clz32(~word);
      if (ones <= maxOnes) {
        const code = (ones << parameter) | (((word << (ones + 1)) >>> 1) >>> remainderShift);
        value += (code >> 1) ^ -(code & 1);
        position += ones + 1 + parameter;
      } else {
        this.position = position;
        value += unzigzag(this.readRice(parameter));
        position = this.position;
      }
      into[i] = value;
    }
    this.position = position;
  }

  #readEscape(): number {
    this.position += ESCAPE_ONES;
    const length = this.read(LENGTH_BITS);
    if (length <= MAX_NUMBER_BITS) return this.readWide(length);
    this.refuse();
    return 0;
  }

  readDouble(): number {
    this.#double.setUint32(0, this.read(WORD_BITS));
    this.#double.setUint32(4, this.read(WORD_BITS));
    return this.#double.getFloat64(0);
  }
}
