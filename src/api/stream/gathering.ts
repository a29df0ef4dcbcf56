import type { Outbox } from './outbox.ts';

const SCRATCH_BYTES = 64 * 1024;

/**
 * Puts the frames that one client gets at a time side by side, so that they go out in one write. The buffer is used
 * again as soon as the kernel has taken its bytes.
 */
export class Gathering {
  #scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  #length = 0;

  add(outbox: Outbox, frame: Buffer): void {
    if (this.#length + frame.length > SCRATCH_BYTES) this.flush(outbox);
    if (frame.length > SCRATCH_BYTES) {
      outbox.write(frame);
      return;
    }
    this.#scratch.set(frame, this.#length);
    this.#length += frame.length;
  }

  flush(outbox: Outbox): void {
    if (this.#length === 0) return;
    const bytes = this.#scratch.subarray(0, this.#length);
    this.#length = 0;
    // What has to wait must not hold a whole scratch.
    if (!outbox.idle) outbox.write(Buffer.from(bytes));
    else if (!outbox.write(bytes)) this.#scratch = Buffer.allocUnsafeSlow(SCRATCH_BYTES);
  }
}
