/** Allocating smaller buffers is cheaper than keeping them. */
const MIN_KEPT_BYTES = 64 * 1024;
const MAX_KEPT = 8;

/**
 * Reusable memory for large answers that are sent once. If it were allocated for each, the system would clear
 * its pages, and the garbage collector would run after every few tens of megabytes.
 */
export class PageBuffers {
  readonly #spare: Buffer[] = [];

  /** At least this many bytes, with arbitrary content. */
  take(bytes: number): Buffer {
    const spare = bytes < MIN_KEPT_BYTES ? undefined : this.#spare.pop();
    return spare && spare.length >= bytes ? spare : Buffer.allocUnsafeSlow(bytes);
  }

  /**
   * Accepts a buffer that was taken here or that shares its memory with no other (`allocUnsafeSlow`), or a
   * part of one. The caller must not use it afterwards.
   */
  giveBack({ buffer }: Buffer): void {
    if (buffer.byteLength >= MIN_KEPT_BYTES && this.#spare.length < MAX_KEPT)
      this.#spare.push(Buffer.from(buffer as ArrayBuffer));
  }
}
