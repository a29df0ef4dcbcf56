/** JSON records separated by commas, with the start of each. */
export interface JsonRecords {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** One more entry than records: a record ends one byte, the comma, before the next begins. */
  readonly starts: Uint32Array<ArrayBuffer>;
}

/** Joining some records and writing them together is faster than writing each. */
const RECORDS_PER_WRITE = 128;

/** Writes records into one buffer. They must be ASCII, as ids, decimals and datetimes are. */
export class JsonRecordWriter {
  readonly #starts: Uint32Array<ArrayBuffer>;
  #bytes: Buffer<ArrayBuffer>;
  #waiting: string[] = [];
  #length: number;
  #nextStart: number;
  #count = 0;

  /** `opening` precedes the first record. */
  constructor(records: number, bytesPerRecord: number, opening = '') {
    this.#starts = new Uint32Array(records + 1);
    this.#bytes = Buffer.from(new ArrayBuffer(opening.length + 2 + records * bytesPerRecord));
    this.#length = this.#bytes.write(opening, 0, 'latin1');
    this.#nextStart = this.#length;
  }

  add(fragment: string): void {
    this.#starts[this.#count++] = this.#nextStart;
    this.#nextStart += fragment.length + 1;
    if (this.#waiting.push(fragment) >= RECORDS_PER_WRITE) this.#write();
  }

  finish(closing = ''): JsonRecords {
    this.#starts[this.#count] = this.#nextStart;
    this.#write();
    if (this.#count > 0) this.#length--;
    this.#reserve(closing.length);
    this.#length += this.#bytes.write(closing, this.#length, 'latin1');
    return {
      bytes: new Uint8Array(this.#bytes.buffer, this.#bytes.byteOffset, this.#length),
      starts: this.#starts,
    };
  }

  /** Each record with a trailing comma; `finish` removes the last one. */
  #write(): void {
    if (this.#waiting.length === 0) return;
    const text = `${this.#waiting.join()},`;
    this.#waiting = [];
    this.#reserve(text.length);
    this.#length += this.#bytes.write(text, this.#length, 'latin1');
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = Buffer.from(new ArrayBuffer(this.#bytes.length * 2 + more));
    this.#bytes.copy(larger, 0, 0, this.#length);
    this.#bytes = larger;
  }
}
