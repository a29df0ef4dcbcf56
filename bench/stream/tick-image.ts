/**
 * The frames of one tick as the first client of a crowd got them, each of them checked. All clients of the crowd must get
 * the same bytes, which is a stricter check than counting messages and takes far less time.
 */
export class TickImage {
  readonly slot: number;
  #bytes: Buffer;
  #length = 0;
  readonly #starts: number[] = [];
  complete = false;

  constructor(slot: number, messages: number) {
    this.slot = slot;
    this.#bytes = Buffer.allocUnsafe(messages * 400);
  }

  get length(): number {
    return this.#length;
  }

  add(bytes: Buffer, from: number, end: number): void {
    this.#starts.push(this.#length);
    bytes.copy(this.#bytes, this.#length, from, end);
    this.#length += end - from;
  }

  /** Whether these bytes are those of the image from an offset on. */
  matches(offset: number, bytes: Buffer, from: number, count: number): boolean {
    return bytes.compare(this.#bytes, offset, offset + count, from, from + count) === 0;
  }

  /** How many of these bytes are those of the image, up to a place between two frames. */
  matchingFrames(offset: number, bytes: Buffer, from: number, count: number): number {
    let low = this.#firstAtOrAfter(offset);
    let high = this.#firstAtOrAfter(offset + count + 1) - 1;
    if (low > high || !this.matches(offset, bytes, from, (this.#starts[low] ?? 0) - offset)) return -1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      const start = this.#starts[low] ?? 0;
      const length = (this.#starts[middle] ?? 0) - start;
      if (this.matches(start, bytes, from + start - offset, length)) low = middle;
      else high = middle - 1;
    }
    return (this.#starts[low] ?? 0) - offset;
  }

  #firstAtOrAfter(offset: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#starts[middle] ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** The newest image of a crowd whose clients all subscribe to the same. */
export interface SharedImage {
  image: TickImage | undefined;
}
