import type { Clock } from '../../core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../core/time.ts';
import type { ProcessLoad } from '../source.ts';

/** A collector whose thread is at work for more of the time than this will soon be late. */
const MOST_BUSY = 0.7;
/** So many cycles in a row: what a start takes is none of it. */
const BUSY_CYCLES = 4;
/** A process says how busy it is every half minute: one that has not for so long is gone. */
export const GONE_MS: Millis = 5 * MINUTE_MS;

interface Known {
  readonly load: ProcessLoad;
  readonly busyCycles: number;
  readonly heardAt: Millis;
}

/** How busy the processes are that read exchanges, and which of them are busy for too long. */
export class CollectorLoads {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #known = new Map<number, Known>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** By the number of the process; those that are gone are forgotten. */
  get all(): ReadonlyMap<number, ProcessLoad> {
    this.#forget();
    return new Map([...this.#known].map(([collector, { load }]) => [collector, load]));
  }

  /** Whether the operator is to be told now: once, until it has been less busy for a cycle. */
  take(collector: number, load: ProcessLoad): boolean {
    this.#forget();
    const before = this.#known.get(collector)?.busyCycles ?? 0;
    const busyCycles = load.busy > MOST_BUSY ? before + 1 : 0;
    this.#known.set(collector, { load, busyCycles, heardAt: this.#clock.monotonic() });
    return busyCycles === BUSY_CYCLES;
  }

  #forget(): void {
    const since = this.#clock.monotonic() - GONE_MS;
    for (const [collector, { heardAt }] of this.#known) if (heardAt < since) this.#known.delete(collector);
  }
}
