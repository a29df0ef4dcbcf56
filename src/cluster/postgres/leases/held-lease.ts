import type { Clock } from '../../../core/clocks/clock.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import type { Millis } from '../../../core/time.ts';
import type { Lease } from './leases.ts';

export interface TakenLease {
  readonly name: string;
  readonly number: number;
  /** When it was asked for, by the monotonic clock: it lasts from a later moment on. */
  readonly askedAt: Millis;
}

export interface HeldLeaseOptions {
  readonly clock: Clock;
  readonly lastsMs: Millis;
  /** Tells the store that another process may take it. */
  readonly onRelease: (lease: HeldLease) => Promise<void>;
}

/** A lease as its holder sees it: held for as long as it is certain, by the holder's own monotonic clock. */
export class HeldLease implements Lease {
  readonly name: string;
  readonly number: number;
  readonly lost: Promise<void>;
  readonly #lost = new Deferred<void>();
  readonly #options: HeldLeaseOptions;
  readonly #ended = new AbortController();
  #certainUntil: Millis;

  constructor(options: HeldLeaseOptions, { name, number, askedAt }: TakenLease) {
    this.#options = options;
    this.name = name;
    this.number = number;
    this.lost = this.#lost.promise;
    this.#certainUntil = askedAt + options.lastsMs;
    // Ends with the lease, and only by that.
    void this.#watching().catch(() => undefined);
  }

  get isHeld(): boolean {
    return !this.#ended.signal.aborted && this.#left > 0;
  }

  /** The store has renewed it when it was asked to at this instant. One that was lost meanwhile stays so. */
  renewed(askedAt: Millis): void {
    if (this.isHeld) this.#certainUntil = askedAt + this.#options.lastsMs;
  }

  /** From now on nothing is done in its name. */
  end(): void {
    this.#ended.abort();
    this.#lost.resolve();
  }

  async release(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.end();
    await this.#options.onRelease(this);
  }

  /** A store that does not answer keeps no lease alive: it is lost in time, whatever became of the last question. */
  async #watching(): Promise<void> {
    const { clock } = this.#options;
    for (let left = this.#left; left > 0; left = this.#left) await clock.wait(left, this.#ended.signal);
    this.end();
  }

  get #left(): Millis {
    return this.#certainUntil - this.#options.clock.monotonic();
  }
}
