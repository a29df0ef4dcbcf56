import type { Clock } from '../../../core/clocks/clock.ts';
import type { Millis } from '../../../core/time.ts';
import type { Database } from '../database.ts';
import { HeldLease } from './held-lease.ts';
import type { Lease, Leases } from './leases.ts';

export interface PostgresLeasesOptions {
  readonly database: Database;
  /** Measures durations only: the database decides when a lease ends. */
  readonly clock: Clock;
  /** Name of this process, shown to the operator and to other processes. */
  readonly holder: string;
  /** How long a lease lasts without renewal. */
  readonly lastsMs: Millis;
}

/** How many times a lease is renewed within its duration. */
const RENEWALS = 3;
/** Retry delay after a failed renewal: a broken connection must not cost the lease. */
const RETRY_MS = 100;

/**
 * Leases are rows. Only the database's clock decides when one ends. One statement renews all leases of a holder; if another process
 * has taken one of them, only that one is lost.
 */
export class PostgresLeases implements Leases {
  readonly #options: PostgresLeasesOptions;
  readonly #held = new Set<HeldLease>();
  /** Ends the renewals, which run while any lease is held. */
  #renewals: AbortController | undefined;

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
    const onRelease = (released: HeldLease) => this.#release([released]);
    const lease = new HeldLease(
      { clock, lastsMs, onRelease },
      { name, number: Number(taken.number), askedAt },
    );
    this.#hold(lease);
    return lease;
  }

  async holders(prefix: string): Promise<ReadonlyMap<string, string>> {
    const rows = await this.#options.database.rows<{ name: string; holder: string }>(
      'select name, holder from lease where starts_with(name, $1) and ends_at > clock_timestamp()',
      [prefix],
    );
    return new Map(rows.map(({ name, holder }) => [name, holder]));
  }

  async close(): Promise<void> {
    const held = [...this.#held];
    for (const lease of held) lease.end();
    if (held.length > 0) await this.#release(held);
  }

  #hold(lease: HeldLease): void {
    this.#held.add(lease);
    void lease.lost.then(() => this.#lost(lease));
    if (this.#renewals) return;
    this.#renewals = new AbortController();
    // Rejects only when the last lease ends.
    void this.#keepRenewing(this.#renewals.signal).catch(() => undefined);
  }

  #lost(lease: HeldLease): void {
    this.#held.delete(lease);
    if (this.#held.size > 0) return;
    this.#renewals?.abort();
    this.#renewals = undefined;
  }

  async #keepRenewing(signal: AbortSignal): Promise<void> {
    const { clock, lastsMs } = this.#options;
    let pauseMs = lastsMs / RENEWALS;
    while (!signal.aborted) {
      await clock.wait(pauseMs, signal);
      const askedAt = clock.monotonic();
      const held = [...this.#held];
      const renewed = await this.#renew(held);
      pauseMs = renewed ? lastsMs / RENEWALS : RETRY_MS;
      for (const lease of renewed ? held : []) {
        // No process can have taken a lease that is still certain; any other lease was already lost.
        if (renewed?.has(lease.name)) lease.renewed(askedAt);
        else lease.end();
      }
    }
  }

  /** The names of the renewed leases; undefined if the result is unknown. */
  async #renew(held: readonly HeldLease[]): Promise<ReadonlySet<string> | undefined> {
    const { database, lastsMs } = this.#options;
    try {
      const rows = await database.rows<{ name: string }>(
        `update lease set ends_at = clock_timestamp() + $3 * interval '1 millisecond'
         from unnest($1::text[], $2::bigint[]) as own (name, number)
         where lease.name = own.name and lease.number = own.number and lease.ends_at > clock_timestamp()
         returning lease.name`,
        [...columnsOf(held), lastsMs],
      );
      return new Set(rows.map(({ name }) => name));
    } catch {
      return undefined;
    }
  }

  async #release(leases: readonly HeldLease[]): Promise<void> {
    await this.#options.database
      .run(
        `update lease set ends_at = '-infinity' from unnest($1::text[], $2::bigint[]) as own (name, number)
         where lease.name = own.name and lease.number = own.number`,
        columnsOf(leases),
      )
      // They expire by themselves.
      .catch(() => undefined);
  }
}

/** Sorted by name, so that two statements on the same rows cannot deadlock. */
function columnsOf(leases: readonly HeldLease[]): readonly [names: string[], numbers: number[]] {
  const ordered = leases.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  return [ordered.map(({ name }) => name), ordered.map(({ number }) => number)];
}
