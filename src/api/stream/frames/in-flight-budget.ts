/** Maximum unacknowledged bytes of all clients before the fan-out waits: the kernel has to hold them. */
const BUDGET_BYTES = 128 * 2 ** 20;

/**
 * Counts unacknowledged bytes over all connections and paces the fan-out: a tick for all clients can exceed
 * the kernel's memory. Missed ticks may use only a part of it.
 */
export class InFlightBudget {
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

  /** Resolves when fewer than `below` bytes are unacknowledged. */
  async drained(below = BUDGET_BYTES): Promise<void> {
    while (this.#bytes >= below) await new Promise<void>((wake) => this.#waiting.push({ below, wake }));
  }
}

interface Waiting {
  readonly below: number;
  readonly wake: () => void;
}
