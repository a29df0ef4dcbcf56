/** Uses the same code as the disk's own error. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/** Rejects writes when little space is left, before the disk does: sealing, which frees space, needs some itself. */
export class DiskReserve {
  readonly #reserveBytes: number;
  readonly #freeBytes: () => number;

  constructor(reserveBytes: number, freeBytes: () => number) {
    this.#reserveBytes = reserveBytes;
    this.#freeBytes = freeBytes;
  }

  /** Throws if storing this many bytes would use part of the reserve. */
  require(bytes: number): void {
    const free = this.#freeBytes();
    if (free - bytes >= this.#reserveBytes) return;
    throw new DiskFull(
      `the disk is almost full: ${free} bytes are free, and ${this.#reserveBytes} are reserved for sealing`,
    );
  }
}
