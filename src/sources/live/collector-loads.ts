import type { ProcessLoad } from '../source.ts';

/** A collector whose thread is at work for more of the time than this will soon be late. */
const MOST_BUSY = 0.7;
/** So many cycles in a row: what a start takes is none of it. */
const BUSY_CYCLES = 4;

/** How busy the processes are that read exchanges, and which of them are busy for too long. */
export class CollectorLoads {
  readonly #loads = new Map<number, ProcessLoad>();
  readonly #busyCycles = new Map<number, number>();

  /** By the number of the process. */
  get all(): ReadonlyMap<number, ProcessLoad> {
    return this.#loads;
  }

  /** Whether the operator is to be told now: once, until it has been less busy for a cycle. */
  take(collector: number, load: ProcessLoad): boolean {
    this.#loads.set(collector, load);
    const cycles = load.busy > MOST_BUSY ? (this.#busyCycles.get(collector) ?? 0) + 1 : 0;
    this.#busyCycles.set(collector, cycles);
    return cycles === BUSY_CYCLES;
  }
}
