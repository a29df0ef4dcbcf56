/** No room: the same code as the disk's own refusal. */
export class DiskFull extends Error {
  readonly code = 'ENOSPC';
}

/** Refuses to store where little room is left, before the disk does: sealing, which makes room, needs some itself. */
export class DiskReserve {
  readonly #reserveBytes: number;
  readonly #freeBytes: () => number;

  constructor(reserveBytes: number, freeBytes: () => number) {
    this.#reserveBytes = reserveBytes;
    this.#freeBytes = freeBytes;
  }

  /** Throws where storing so many bytes would touch the reserve. */
  require(bytes: number): void {
    const free = this.#freeBytes();
    if (free - bytes >= this.#reserveBytes) return;
    throw new DiskFull(`no room: ${free} bytes are left, ${this.#reserveBytes} of them are kept for sealing`);
  }
}
