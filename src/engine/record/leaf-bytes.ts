const encoder = new TextEncoder();
const FIRST_BYTES = 1 << 16;
const FIRST_DOUBLES = 1 << 10;
const FIRST_BEYOND_ASCII = 0x80;
/** Up to this many doubles are written faster one by one. */
const MAX_LOOPED = 8;

/**
 * Writes the canonical bytes of leaves into one growing buffer: texts, each after its length in bytes (4 bytes), small numbers,
 * and after all of them the doubles of the leaf; all little-endian. docs/reference/formats/records.md describes every leaf byte by byte.
 * Parts that many leaves share are written once, at the start, and copied.
 */
export class LeafBytes {
  #bytes = new Uint8Array(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;
  #doubles = new Float64Array(FIRST_DOUBLES);
  #doubleBytes = new Uint8Array(this.#doubles.buffer);
  #pending = 0;

  get length(): number {
    return this.#length;
  }

  byte(value: number): this {
    this.reserve(1);
    this.#bytes[this.#length++] = value;
    return this;
  }

  /** 2 bytes. */
  short(value: number): this {
    this.reserve(2);
    this.#bytes[this.#length++] = value;
    this.#bytes[this.#length++] = value >> 8;
    return this;
  }

  /** 4 bytes. */
  count(value: number): this {
    this.reserve(4);
    this.#view.setUint32(this.#length, value, true);
    this.#length += 4;
    return this;
  }

  /** 8 bytes, after all other bytes of the leaf: `flush` writes them. */
  double(value: number): this {
    if (this.#pending === this.#doubles.length) this.#growDoubles();
    this.#doubles[this.#pending++] = value;
    return this;
  }

  /** Writes 0 for an absent number, one that is not above 0. */
  known(value: number): this {
    return this.double(value > 0 ? value : 0);
  }

  /** Columns are copied from memory, which is little-endian on every platform that Node runs on. */
  flush(): this {
    const count = this.#pending * 8;
    this.reserve(count);
    if (this.#pending > MAX_LOOPED) this.#bytes.set(this.#doubleBytes.subarray(0, count), this.#length);
    else
      for (let i = 0; i < this.#pending; i++)
        this.#view.setFloat64(this.#length + 8 * i, this.#doubles[i]!, true);
    this.#length += count;
    this.#pending = 0;
    return this;
  }

  text(value: string): this {
    const { length } = value;
    this.reserve(4 + length);
    const bytes = this.#bytes;
    const from = this.#length + 4;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code >= FIRST_BEYOND_ASCII) return this.#encoded(value);
      bytes[from + i] = code;
    }
    this.#view.setUint32(this.#length, length, true);
    this.#length = from + length;
    return this;
  }

  /** Copies bytes that were written earlier. */
  copy(start: number, end: number): this {
    this.reserve(end - start);
    this.#bytes.copyWithin(this.#length, start, end);
    this.#length += end - start;
    return this;
  }

  /** Reserves space for a count; `writeCount` fills it in. */
  skip(count: number): number {
    this.reserve(count);
    const start = this.#length;
    this.#length += count;
    return start;
  }

  writeCount(at: number, value: number): void {
    this.#view.setUint32(at, value, true);
  }

  /** The bytes from `start` to the end; valid until the next write. */
  since(start: number): Uint8Array {
    return this.#bytes.subarray(start, this.#length);
  }

  /** Discards everything from `start` on. */
  cut(start: number): void {
    this.#length = start;
    this.#pending = 0;
  }

  reserve(count: number): void {
    const wanted = this.#length + count;
    if (wanted > this.#bytes.length) this.#grow(wanted);
  }

  #encoded(value: string): this {
    const bytes = encoder.encode(value);
    this.count(bytes.length).reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
    return this;
  }

  #growDoubles(): void {
    const larger = new Float64Array(2 * this.#doubles.length);
    larger.set(this.#doubles);
    this.#doubles = larger;
    this.#doubleBytes = new Uint8Array(larger.buffer);
  }

  #grow(wanted: number): void {
    const larger = new Uint8Array(Math.max(wanted, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}
