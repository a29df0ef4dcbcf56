import type { Clock } from '../../core/clocks/clock.ts';
import { SECOND_MS, slotAtOrBefore, type Millis } from '../../core/time.ts';

export interface OverdueTicksParts {
  /** Market time, which is real time here. */
  readonly clock: Clock;
  /** The slot that is shown; -Infinity before the first. */
  readonly shown: () => Millis;
  /** Shows what is stored up to a slot. Never rejects. */
  readonly look: (slot: Millis) => Promise<void>;
}

/** A tick is heard well before. */
const OVERDUE_MS = 3 * SECOND_MS;
const LOOK_EVERY_MS = SECOND_MS;

/** A tick that was stored may not be heard of, where the bus is away here or for the process that made it: it is looked for in the store. */
export class OverdueTicks {
  readonly #parts: OverdueTicksParts;
  readonly #stop = new AbortController();
  readonly #watching: Promise<void>;

  constructor(parts: OverdueTicksParts) {
    this.#parts = parts;
    this.#watching = this.#watch();
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
  }

  async #watch(): Promise<void> {
    const { clock, shown, look } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      const due = slotAtOrBefore(clock.now() - OVERDUE_MS);
      if (shown() < due) await look(due);
      await clock.wait(LOOK_EVERY_MS, signal).catch(() => undefined);
    }
  }
}
