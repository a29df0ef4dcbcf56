const MAX_TABLE_BITS = 14;
const HASH_FACTOR = 0x1e35a7bd;
const MAX_OFFSET = 0xffff;
const SHORTEST_MATCH = 4;
/** No match starts this close to the end. */
const END_BYTES = 15;
/** After this many positions without a match, every second one is tried, then every third, and so on. */
const POSITIONS_PER_STEP = 32;

const SHORT_COPY = 1;
const COPY = 2;
const LONGEST_COPY = 64;

/**
 * Compresses pages in the Snappy format. Its choices, and so its bytes, are those of the compressor in the library, which makes two arrays
 * for every few bytes; a file therefore stays the same whichever wrote it. It owns its memory, so one serves one thread.
 */
export class SnappyCompressor {
  readonly #positions = new Int32Array(1 << MAX_TABLE_BITS);
  #output = new Uint8Array(1 << 16);
  #at = 0;

  /** Valid until the next call. */
  compress(input: Uint8Array): Uint8Array {
    const { length } = input;
    const most = 32 + length + Math.ceil(length / 6);
    if (this.#output.length < most) this.#output = new Uint8Array(2 * most);
    this.#at = 0;
    this.#writeLength(length);
    const done = length < END_BYTES ? 0 : this.#writeMatches(input);
    if (done < length) this.#writeLiteral(input, done, length);
    return this.#output.subarray(0, this.#at);
  }

  /** Returns the end of the last match. */
  #writeMatches(input: Uint8Array): number {
    const { length } = input;
    const view = new DataView(input.buffer, input.byteOffset, length);
    const positions = this.#positions;
    const tableBits = Math.min(MAX_TABLE_BITS, 31 - Math.clz32(length));
    const shift = 32 - tableBits;
    positions.fill(0, 0, 1 << tableBits);
    const hashAt = (at: number) => Math.imul(view.getInt32(at, true), HASH_FACTOR) >>> shift;
    const last = length - END_BYTES;
    let done = 0;
    for (let at = 1; ;) {
      let match = 0;
      let step = POSITIONS_PER_STEP;
      for (; ; at += (step++ / POSITIONS_PER_STEP) | 0) {
        if (at > last) return done;
        const hash = hashAt(at);
        match = positions[hash]!;
        positions[hash] = at;
        if (at - match <= MAX_OFFSET && view.getInt32(at) === view.getInt32(match)) break;
      }
      this.#writeLiteral(input, done, at);
      do {
        const start = at;
        at += SHORTEST_MATCH;
        for (let from = match + SHORTEST_MATCH; at < length && input[at] === input[from]; from++) at++;
        this.#writeCopy(start - match, at - start);
        done = at;
        if (at >= last) return done;
        positions[hashAt(at - 1)] = at - 1;
        const hash = hashAt(at);
        match = positions[hash]!;
        positions[hash] = at;
      } while (at - match <= MAX_OFFSET && view.getInt32(at) === view.getInt32(match));
      at++;
    }
  }

  #writeLength(length: number): void {
    let rest = length;
    for (; rest > 0x7f; rest >>>= 7) this.#output[this.#at++] = (rest & 0x7f) | 0x80;
    this.#output[this.#at++] = rest;
  }

  #writeLiteral(input: Uint8Array, from: number, to: number): void {
    const output = this.#output;
    const rest = to - from - 1;
    if (rest < 60) output[this.#at++] = rest << 2;
    else {
      const bytes = rest < 1 << 8 ? 1 : rest < 1 << 16 ? 2 : rest < 1 << 24 ? 3 : 4;
      output[this.#at++] = (59 + bytes) << 2;
      for (let byte = 0; byte < bytes; byte++) output[this.#at++] = rest >>> (8 * byte);
    }
    let at = this.#at;
    for (let i = from; i < to; i++) output[at++] = input[i]!;
    this.#at = at;
  }

  #writeCopy(offset: number, length: number): void {
    let left = length;
    for (; left >= LONGEST_COPY + SHORTEST_MATCH; left -= LONGEST_COPY)
      this.#writeOneCopy(offset, LONGEST_COPY);
    // What is left behind it is then long enough.
    if (left > LONGEST_COPY) {
      this.#writeOneCopy(offset, LONGEST_COPY - SHORTEST_MATCH);
      left -= LONGEST_COPY - SHORTEST_MATCH;
    }
    this.#writeOneCopy(offset, left);
  }

  #writeOneCopy(offset: number, length: number): void {
    const output = this.#output;
    if (length < 12 && offset < 1 << 11) {
      output[this.#at++] = SHORT_COPY | ((length - SHORTEST_MATCH) << 2) | ((offset >>> 8) << 5);
      output[this.#at++] = offset;
      return;
    }
    output[this.#at++] = COPY | ((length - 1) << 2);
    output[this.#at++] = offset;
    output[this.#at++] = offset >>> 8;
  }
}
