/** So much may be on its way to all clients together before the fan-out waits: the kernel has to hold it. */
const BUDGET_BYTES = 128 * 2 ** 20;

/**
 * Bytes that clients have been sent and have not yet acknowledged, over all connections. It paces the fan-out: a tick
 * for all clients can be more than the kernel has memory for. Missed ticks may use a part of it only.
 */
export class Flight {
  #bytes = 0;
  #waiting: Waiting[] = [];

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
    if (this.#waiting.length === 0) return;
    const ready = this.#waiting.filter(({ below }) => this.#bytes < below);
    if (ready.length === 0) return;
    this.#waiting = this.#waiting.filter(({ below }) => this.#bytes >= below);
    for (const { wake } of ready) wake();
  }

  /** Resolves when there is room again: when less than so much is on its way. */
  async drained(below = BUDGET_BYTES): Promise<void> {
    while (this.#bytes >= below) await new Promise<void>((wake) => this.#waiting.push({ below, wake }));
  }
}

interface Waiting {
  readonly below: number;
  readonly wake: () => void;
}
