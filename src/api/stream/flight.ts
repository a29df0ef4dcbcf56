/** So much may be on its way to all clients together before the fan-out waits: the kernel has to hold it. */
const BUDGET_BYTES = 128 * 2 ** 20;

/**
 * Bytes that clients have been sent and have not yet acknowledged, over all connections. It paces the fan-out: a tick
 * for everybody can be more than the kernel has memory for.
 */
export class Flight {
  #bytes = 0;
  #waiting: (() => void)[] = [];

  get bytes(): number {
    return this.#bytes;
  }

  get full(): boolean {
    return this.#bytes >= BUDGET_BYTES;
  }

  add(bytes: number): void {
    this.#bytes += bytes;
  }

  remove(bytes: number): void {
    this.#bytes -= bytes;
    if (this.full || this.#waiting.length === 0) return;
    const waiting = this.#waiting;
    this.#waiting = [];
    for (const wake of waiting) wake();
  }

  /** Resolves when there is room again. */
  async room(): Promise<void> {
    while (this.full) await new Promise<void>((resolve) => this.#waiting.push(resolve));
  }
}
