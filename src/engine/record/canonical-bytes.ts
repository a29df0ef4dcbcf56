type Column = Float64Array | Int32Array | Uint32Array | Uint16Array | Uint8Array;

interface ColumnType<T extends Column> {
  readonly BYTES_PER_ELEMENT: number;
  new (buffer: ArrayBuffer): T;
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/**
 * Writes plain data as bytes: little-endian, no padding, every length in front. Equal data give equal bytes. Columns are
 * copied as the machine holds them, which is little-endian on every platform that Node runs on.
 */
export class CanonicalWriter {
  readonly #parts: Uint8Array[] = [];

  number(value: number): this {
    return this.#raw(new Float64Array([value]));
  }

  text(value: string): this {
    const bytes = encoder.encode(value);
    return this.number(bytes.length).#raw(bytes);
  }

  bigint(value: bigint): this {
    return this.text(value.toString());
  }

  column(values: Column): this {
    return this.number(values.length).#raw(values);
  }

  bytes(): Uint8Array {
    const whole = new Uint8Array(this.#parts.reduce((length, part) => length + part.length, 0));
    let offset = 0;
    for (const part of this.#parts) {
      whole.set(part, offset);
      offset += part.length;
    }
    return whole;
  }

  #raw({ buffer, byteOffset, byteLength }: Column): this {
    this.#parts.push(new Uint8Array(buffer, byteOffset, byteLength));
    return this;
  }
}

/** Reads in the order of writing. Throws a RangeError where the bytes are too short or the wrong ones. */
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
