/** Smaller ones are made and thrown away for less than keeping them costs. */
const LEAST_KEPT_BYTES = 64 * 1024;
const MOST_KEPT = 8;

/**
 * Memory for large answers that are sent once. Made anew for each, it would have the system clear its pages and the
 * garbage collector look through everything else each time that some tens of megabytes have come together.
 */
export class PageBuffers {
  readonly #spare: Buffer[] = [];

  /** At least so many bytes, whatever they hold. */
  take(bytes: number): Buffer {
    const spare = bytes < LEAST_KEPT_BYTES ? undefined : this.#spare.pop();
    return spare && spare.length >= bytes ? spare : Buffer.allocUnsafeSlow(bytes);
  }

  /**
   * A buffer that was taken or another that shares its memory with none (`allocUnsafeSlow`), or a part of one. The caller that
   * gives it back neither reads nor writes it any more.
   */
  giveBack({ buffer }: Buffer): void {
    if (buffer.byteLength >= LEAST_KEPT_BYTES && this.#spare.length < MOST_KEPT)
      this.#spare.push(Buffer.from(buffer as ArrayBuffer));
  }
}
