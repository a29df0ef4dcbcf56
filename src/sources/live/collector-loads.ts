import type { Clock } from '../../core/clocks/clock.ts';
import { MINUTE_MS, type Millis } from '../../core/time.ts';
import type { ProcessLoad } from '../source.ts';

/** A collector whose thread is busy for a larger share of the time will soon be late. */
const MAX_BUSY = 0.7;
/** Consecutive busy cycles before the operator is warned, so that a start does not count. */
const BUSY_CYCLES = 4;
/** A process reports its load every half minute: one that has not for this long is gone. */
export const COLLECTOR_GONE_MS: Millis = 5 * MINUTE_MS;

interface Known {
  readonly load: ProcessLoad;
  readonly busyCycles: number;
  readonly reportedAt: Millis;
}

/** Load of the processes that read exchanges, to find those that are busy for too long. */
export class CollectorLoads {
  readonly #clock: Pick<Clock, 'monotonic'>;
  readonly #known = new Map<number, Known>();

  constructor(clock: Pick<Clock, 'monotonic'>) {
    this.#clock = clock;
  }

  /** By process number, without those that are gone. */
  get all(): ReadonlyMap<number, ProcessLoad> {
    this.#forget();
    return new Map([...this.#known].map(([collector, { load }]) => [collector, load]));
  }

  /** Whether to warn the operator now: only once, until the process has been less busy for a cycle. */
  record(collector: number, load: ProcessLoad): boolean {
    this.#forget();
    const before = this.#known.get(collector)?.busyCycles ?? 0;
    const busyCycles = load.busy > MAX_BUSY ? before + 1 : 0;
    this.#known.set(collector, { load, busyCycles, reportedAt: this.#clock.monotonic() });
    return busyCycles === BUSY_CYCLES;
  }

  #forget(): void {
    const since = this.#clock.monotonic() - COLLECTOR_GONE_MS;
    for (const [collector, { reportedAt }] of this.#known)
      if (reportedAt < since) this.#known.delete(collector);
  }
}
