type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

interface ColumnType<T extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): T;
}

const FIRST_BYTES = 1024;
const FIRST_BEYOND_ASCII = 0x80;
const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Serialises plain data: little-endian, without padding, with a length before every column and text. Equal data give equal bytes.
 * Columns are copied from memory, which is little-endian on every platform that Node runs on.
 */
export class CanonicalWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  number(value: number): this {
    this.#reserve(8);
    this.#view.setFloat64(this.#length, value, true);
    this.#length += 8;
    return this;
  }

  text(value: string): this {
    const { length } = value;
    this.#reserve(8 + length);
    const from = this.#length + 8;
    for (let i = 0; i < length; i++) {
      const code = value.charCodeAt(i);
      if (code >= FIRST_BEYOND_ASCII) return this.column(encoder.encode(value));
      this.#bytes[from + i] = code;
    }
    this.number(length);
    this.#length = from + length;
    return this;
  }

  bigint(value: bigint): this {
    return this.text(value.toString());
  }

  column(values: Column): this {
    const { buffer, byteOffset, byteLength, length } = values;
    this.number(length).#reserve(byteLength);
    this.#bytes.set(new Uint8Array(buffer, byteOffset, byteLength), this.#length);
    this.#length += byteLength;
    return this;
  }

  bytes(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  #reserve(count: number): void {
    const wanted = this.#length + count;
    if (wanted <= this.#bytes.length) return;
    const larger = new Uint8Array(Math.max(wanted, 2 * this.#bytes.length));
    larger.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = larger;
    this.#view = new DataView(larger.buffer);
  }
}

/** Reads values in the order in which they were written. Throws a RangeError if the bytes are too short or do not match. */
export class CanonicalReader {
  readonly #bytes: Uint8Array;
  #offset = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  number(): number {
    return new Float64Array(this.#take(8))[0]!;
  }

  text(): string {
    return decoder.decode(this.#take(this.#length()));
  }

  bigint(): bigint {
    return BigInt(this.text());
  }

  column<T extends Column>(type: ColumnType<T>): T {
    return new type(this.#take(this.#length() * type.BYTES_PER_ELEMENT));
  }

  expect(text: string): void {
    if (this.text() !== text) throw new RangeError(`these bytes are not ${text}`);
  }

  end(): void {
    if (this.#offset !== this.#bytes.length) throw new RangeError('more bytes than expected');
  }

  #length(): number {
    const length = this.number();
    if (!Number.isInteger(length) || length < 0) throw new RangeError('a length must be a whole number');
    return length;
  }

  #take(length: number): ArrayBuffer {
    const end = this.#offset + length;
    if (!(end <= this.#bytes.length)) throw new RangeError('fewer bytes than expected');
    const part = this.#bytes.slice(this.#offset, end);
    this.#offset = end;
    return part.buffer;
  }
}
