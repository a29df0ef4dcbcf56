import type { Clock } from '../../../core/clocks/clock.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import type { Millis } from '../../../core/time.ts';
import type { Lease } from './leases.ts';

export interface TakenLease {
  readonly name: string;
  readonly number: number;
  /** When it was requested, by the monotonic clock. Its duration starts later. */
  readonly askedAt: Millis;
}

export interface HeldLeaseOptions {
  readonly clock: Clock;
  readonly lastsMs: Millis;
  /** Releases the lease in the store, so that another process can take it. */
  readonly onRelease: (lease: HeldLease) => Promise<void>;
}

/** A lease from its holder's view: held as long as the holder's monotonic clock proves it. */
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
    // Rejects only when the lease ends.
    void this.#watching().catch(() => undefined);
  }

  get isHeld(): boolean {
    return !this.#ended.signal.aborted && this.#left > 0;
  }

  /** The store has renewed the lease after a request at this instant. A lease lost meanwhile stays lost. */
  renewed(askedAt: Millis): void {
    if (this.isHeld) this.#certainUntil = askedAt + this.#options.lastsMs;
  }

  /** Ends the lease: its holder must stop acting on it. */
  end(): void {
    this.#ended.abort();
    this.#lost.resolve();
  }

  async release(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.end();
    await this.#options.onRelease(this);
  }

  /** Ends the lease in time if the store does not answer renewals. */
  async #watching(): Promise<void> {
    const { clock } = this.#options;
    for (let left = this.#left; left > 0; left = this.#left) await clock.wait(left, this.#ended.signal);
    this.end();
  }

  get #left(): Millis {
    return this.#certainUntil - this.#options.clock.monotonic();
  }
}
