import { headerLength, writeHeader } from './frame.ts';
import type { Outbox } from './outbox.ts';

const SCRATCH_BYTES = 64 * 1024;

/**
 * Collects the frames for one client into one write, until another client's turn, or the end of the current
 * synchronous work at the latest. The buffer is reused as soon as the kernel has taken its bytes.
 */
export class WriteBatcher {
  #scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  #length = 0;
  #outbox: Outbox | undefined;
  #willFlush = false;

  add(outbox: Outbox, frame: Buffer): void {
    if (frame.length > SCRATCH_BYTES) {
      this.writeAfter(outbox, frame);
      return;
    }
    this.#makeRoom(outbox, frame.length);
    this.#scratch.set(frame, this.#length);
    this.#length += frame.length;
  }

  /** Adds a text message. */
  addText(outbox: Outbox, text: string): void {
    const length = Buffer.byteLength(text);
    this.#makeRoom(outbox, headerLength(length) + length);
    const start = writeHeader(this.#scratch, this.#length, length);
    this.#length = start + this.#scratch.write(text, start);
  }

  /** Sends frames unchanged, after the collected ones. */
  writeAfter(outbox: Outbox, frames: Buffer): void {
    if (this.#outbox === outbox) this.flush();
    outbox.write(frames);
  }

  flush(): void {
    const outbox = this.#outbox;
    if (!outbox) return;
    const bytes = this.#scratch.subarray(0, this.#length);
    this.#outbox = undefined;
    this.#length = 0;
    // Copied, so that waiting data do not hold the whole buffer.
    if (!outbox.idle) outbox.write(Buffer.from(bytes));
    else if (!outbox.write(bytes)) this.#scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  }

  #makeRoom(outbox: Outbox, length: number): void {
    if (this.#outbox !== outbox || this.#length + length > SCRATCH_BYTES) this.flush();
    this.#outbox = outbox;
    if (this.#willFlush) return;
    this.#willFlush = true;
    process.nextTick(() => {
      this.#willFlush = false;
      this.flush();
    });
  }
}
