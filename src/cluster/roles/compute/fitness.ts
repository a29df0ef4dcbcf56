import type { Clock } from '../../../core/clocks/clock.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Leases } from '../../postgres/leases/leases.ts';
import { STANDBY_LEASES } from './standing-by.ts';

export interface FitnessParts {
  readonly isBusUp: () => boolean;
  readonly leases: Pick<Leases, 'holders'>;
  readonly clock: Clock;
}

const LOOK_MS = SECOND_MS;
/** A connection that is lost is mostly there again sooner. */
const BUS_AWAY_MS = 2 * SECOND_MS;
/** One tick that cannot be recorded may be chance. */
const MOST_REFUSED = 2;

/** Whether a process that leads can do it: where another one could do better, it gives way. */
export class Fitness {
  /** Resolves with the reason, in words. */
  readonly unfit: Promise<string>;
  readonly #unfit = new Deferred<string>();
  readonly #parts: FitnessParts;
  readonly #stop = new AbortController();
  #refused = 0;
  #downSince: Millis | undefined;

  constructor(parts: FitnessParts) {
    this.#parts = parts;
    this.unfit = this.#unfit.promise;
    void this.#watch();
  }

  /** A tick was recorded in the directory of this node. */
  recorded(): void {
    this.#refused = 0;
  }

  /** A tick could not be recorded in the directory of this node. */
  refused(): void {
    if (++this.#refused >= MOST_REFUSED)
      this.#unfit.resolve('ticks cannot be recorded in the data directory');
  }

  close(): void {
    this.#stop.abort();
  }

  async #watch(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      if (await this.#isDeaf()) this.#unfit.resolve('the bus is away here, and another node hears it');
      await clock.wait(LOOK_MS, signal).catch(() => undefined);
    }
  }

  /** Where no node hears the bus, this one goes on with what it has. */
  async #isDeaf(): Promise<boolean> {
    const { isBusUp, leases, clock } = this.#parts;
    const now = clock.monotonic();
    this.#downSince = isBusUp() ? undefined : (this.#downSince ?? now);
    if (this.#downSince === undefined || now - this.#downSince < BUS_AWAY_MS) return false;
    const others = await leases.holders(STANDBY_LEASES).catch(() => new Map());
    return others.size > 0;
  }
}
