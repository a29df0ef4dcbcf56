import { headerLength, writeHeader } from './frame.ts';
import type { Outbox } from './outbox.ts';

const SCRATCH_BYTES = 64 * 1024;

/**
 * Puts the frames that one client gets at a time side by side, so that they go out in one write: when it is another's
 * turn, and at the latest when whatever is being done now is done. The buffer is used again as soon as the kernel has
 * taken its bytes.
 */
export class Gathering {
  #scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  #length = 0;
  #outbox: Outbox | undefined;
  #willFlush = false;

  add(outbox: Outbox, frame: Buffer): void {
    if (frame.length > SCRATCH_BYTES) {
      this.pass(outbox, frame);
      return;
    }
    this.#makeRoom(outbox, frame.length);
    this.#scratch.set(frame, this.#length);
    this.#length += frame.length;
  }

  /** A message of this text. */
  addText(outbox: Outbox, text: string): void {
    const length = Buffer.byteLength(text);
    this.#makeRoom(outbox, headerLength(length) + length);
    const start = writeHeader(this.#scratch, this.#length, length);
    this.#length = start + this.#scratch.write(text, start);
  }

  /** Frames that go out as they are, after what was gathered. */
  pass(outbox: Outbox, frames: Buffer): void {
    if (this.#outbox === outbox) this.flush();
    outbox.write(frames);
  }

  flush(): void {
    const outbox = this.#outbox;
    if (!outbox) return;
    const bytes = this.#scratch.subarray(0, this.#length);
    this.#outbox = undefined;
    this.#length = 0;
    // What has to wait must not hold a whole scratch.
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
