import type { BitReader } from './bit-reader.ts';
import type { BitWriter } from './bit-writer.ts';
import { maskBits, readMask, writeMask } from './mask-code.ts';

/**
 * Masks of the codes of a column that are not zero. Columns change together (a trade moves price and volume), so after the first
 * mask of a mini-block, each can be written relative to the previous one: first its entries where the previous mask has ones,
 * then those where it has zeros. One bit selects this form; it is omitted if there is no previous mask of the same length.
 */
export class ChangeMasks {
  readonly #before: Uint8Array;
  readonly #whereOnes: Uint8Array;
  readonly #whereZeros: Uint8Array;
  #beforeLength = 0;

  constructor(rows: number) {
    this.#before = new Uint8Array(rows);
    this.#whereOnes = new Uint8Array(rows + 1);
    this.#whereZeros = new Uint8Array(rows + 1);
  }

  /** Starts a new mini-block, without a previous mask. */
  clear(): void {
    this.#beforeLength = 0;
  }

  /** The number of bits that `write` would write. */
  bits(mask: Uint8Array, length: number): number {
    const absoluteBits = maskBits(mask, length);
    return this.#beforeLength === length
      ? 1 + Math.min(absoluteBits, this.#relativeBits(mask, length))
      : absoluteBits;
  }

  write(writer: BitWriter, mask: Uint8Array, length: number): void {
    const hasBefore = this.#beforeLength === length;
    const isRelative = hasBefore && this.#relativeBits(mask, length) < maskBits(mask, length);
    if (hasBefore) writer.write(isRelative ? 1 : 0, 1);
    if (isRelative) {
      const ones = this.#divide(mask, length);
      writeMask(writer, this.#whereOnes, ones);
      writeMask(writer, this.#whereZeros, length - ones);
    } else writeMask(writer, mask, length);
    this.#remember(mask, length);
  }

  read(reader: BitReader, into: Uint8Array, length: number): void {
    const isRelative = this.#beforeLength === length && reader.read(1) === 1;
    if (isRelative) this.#readRelative(reader, into, length);
    else readMask(reader, into, length);
    this.#remember(into, length);
  }

  #relativeBits(mask: Uint8Array, length: number): number {
    const ones = this.#divide(mask, length);
    return maskBits(this.#whereOnes, ones) + maskBits(this.#whereZeros, length - ones);
  }

  /** Splits a mask by the previous one. Returns how many entries are where the previous mask has ones. */
  #divide(mask: Uint8Array, length: number): number {
    let [ones, zeros] = [0, 0];
    for (let i = 0; i < length; i++) {
      if (this.#before[i] === 1) this.#whereOnes[ones++] = mask[i]!;
      else this.#whereZeros[zeros++] = mask[i]!;
    }
    return ones;
  }

  #readRelative(reader: BitReader, into: Uint8Array, length: number): void {
    const before = this.#before;
    const [whereOnes, whereZeros] = [this.#whereOnes, this.#whereZeros];
    let ones = 0;
    for (let i = 0; i < length; i++) ones += before[i]!;
    readMask(reader, whereOnes, ones);
    readMask(reader, whereZeros, length - ones);
    // Without a branch, because the previous mask is unpredictable.
    ones = 0;
    for (let i = 0; i < length; i++) {
      const one = before[i]!;
      into[i] = (whereOnes[ones]! & one) | (whereZeros[i - ones]! & (1 - one));
      ones += one;
    }
  }

  #remember(mask: Uint8Array, length: number): void {
    for (let i = 0; i < length; i++) this.#before[i] = mask[i]!;
    this.#beforeLength = length;
  }
}
