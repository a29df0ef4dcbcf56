import { setImmediate } from 'node:timers/promises';

/** Counts steps of long work and yields to the event loop after every `every` steps. */
export class PeriodicYield {
  readonly #every: number;
  readonly #yieldTurn: () => Promise<void>;
  #steps = 0;
  #work = 0;

  constructor(every: number, yieldTurn: () => Promise<void> = () => setImmediate()) {
    this.#every = every;
    this.#yieldTurn = yieldTurn;
  }

  /** True if it has yielded: results of earlier look-ups may be outdated. */
  async step(): Promise<boolean> {
    if (++this.#steps % this.#every !== 0) return false;
    await this.now();
    return true;
  }

  /** Counts work that is too small for a step of its own. True if it is time to call `now`. */
  hasDone(work: number, workPerTurn: number): boolean {
    this.#work += work;
    return this.#work >= workPerTurn;
  }

  /** Always yields. */
  async now(): Promise<void> {
    this.#work = 0;
    await this.#yieldTurn();
  }
}
