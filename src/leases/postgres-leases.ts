import type { Clock } from '../core/clock.ts';
import { Deferred } from '../core/deferred.ts';
import type { Millis } from '../core/time.ts';
import type { Database } from '../postgres/database.ts';
import type { Lease, Leases } from './leases.ts';

export interface PostgresLeasesOptions {
  readonly database: Database;
  /** Only how long something takes is asked of it: when a lease ends, the database says. */
  readonly clock: Clock;
  /** Who holds them, for the operator. */
  readonly holder: string;
  /** How long one lasts without being renewed. */
  readonly lastsMs: Millis;
}

/** A lease is renewed so many times while it would last. */
const RENEWALS = 3;

/** Leases are rows. The clock of the database alone decides when one ends. */
export class PostgresLeases implements Leases {
  readonly #options: PostgresLeasesOptions;
  readonly #held = new Set<HeldLease>();

  constructor(options: PostgresLeasesOptions) {
    this.#options = options;
  }

  async take(name: string): Promise<Lease | undefined> {
    const { database, clock, holder, lastsMs } = this.#options;
    const askedAt = clock.monotonic();
    const [taken] = await database.rows<{ number: string }>(
      `insert into lease (name, holder, number, ends_at)
       values ($1, $2, 1, clock_timestamp() + $3 * interval '1 millisecond')
       on conflict (name) do update
         set holder = excluded.holder, number = lease.number + 1,
           ends_at = clock_timestamp() + $3 * interval '1 millisecond'
         where lease.ends_at < clock_timestamp()
       returning number`,
      [name, holder, lastsMs],
    );
    if (!taken) return undefined;
    const lease = new HeldLease(this.#options, { name, number: Number(taken.number), askedAt });
    this.#held.add(lease);
    void lease.lost.then(() => this.#held.delete(lease));
    return lease;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#held].map((lease) => lease.release()));
  }
}

interface Taken {
  readonly name: string;
  readonly number: number;
  /** When it was asked for, by the monotonic clock: it lasts from a later moment on. */
  readonly askedAt: Millis;
}

class HeldLease implements Lease {
  readonly name: string;
  readonly number: number;
  readonly lost: Promise<void>;
  readonly #lost = new Deferred<void>();
  readonly #options: PostgresLeasesOptions;
  readonly #ended = new AbortController();
  #certainUntil: Millis;

  constructor(options: PostgresLeasesOptions, { name, number, askedAt }: Taken) {
    this.#options = options;
    this.name = name;
    this.number = number;
    this.lost = this.#lost.promise;
    this.#certainUntil = askedAt + options.lastsMs;
    // Both end with the lease, and only by that.
    void this.#renewing().catch(() => undefined);
    void this.#watching().catch(() => undefined);
  }

  get isHeld(): boolean {
    return !this.#ended.signal.aborted && this.#options.clock.monotonic() < this.#certainUntil;
  }

  async release(): Promise<void> {
    if (this.#ended.signal.aborted) return;
    this.#end();
    await this.#options.database
      .run("update lease set ends_at = '-infinity' where name = $1 and number = $2", [this.name, this.number])
      // It ends by itself.
      .catch(() => undefined);
  }

  /** A store that does not answer keeps no lease alive: it is lost in time, whatever became of the last question. */
  async #watching(): Promise<void> {
    const { clock } = this.#options;
    for (let left = this.#left; left > 0; left = this.#left) await clock.wait(left, this.#ended.signal);
    this.#end();
  }

  async #renewing(): Promise<void> {
    const { clock, lastsMs } = this.#options;
    while (!this.#ended.signal.aborted) {
      await clock.wait(lastsMs / RENEWALS, this.#ended.signal);
      const askedAt = clock.monotonic();
      const renewed = await this.#renew();
      // Nobody can have taken it from one that is still certain; one that is not was lost already.
      if (renewed === 'taken') this.#end();
      else if (renewed === 'renewed' && this.isHeld) this.#certainUntil = askedAt + lastsMs;
    }
  }

  async #renew(): Promise<'renewed' | 'taken' | 'unknown'> {
    const { database, lastsMs } = this.#options;
    try {
      const changed = await database.run(
        `update lease set ends_at = clock_timestamp() + $3 * interval '1 millisecond'
         where name = $1 and number = $2 and ends_at > clock_timestamp()`,
        [this.name, this.number, lastsMs],
      );
      return changed === 1 ? 'renewed' : 'taken';
    } catch {
      return 'unknown';
    }
  }

  get #left(): Millis {
    return this.#certainUntil - this.#options.clock.monotonic();
  }

  #end(): void {
    this.#ended.abort();
    this.#lost.resolve();
  }
}
