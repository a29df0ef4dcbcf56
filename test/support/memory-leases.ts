import type { Clock } from '../../src/core/clocks/clock.ts';
import type { Millis } from '../../src/core/time.ts';
import { HeldLease } from '../../src/cluster/postgres/leases/held-lease.ts';
import type { Lease, Leases } from '../../src/cluster/postgres/leases/leases.ts';

interface Row {
  readonly holder: string;
  readonly number: number;
  endsAt: Millis;
}

const LASTS_MS = 20_000;

/** The rows of leases, in memory. */
export class LeaseRows {
  readonly rows = new Map<string, Row>();
  /** The database is unreachable for everyone. */
  isAway = false;
}

/** Leases of one process over rows shared with others, as in the database; the test decides when they are renewed. */
export class MemoryLeases implements Leases {
  /** The database is unreachable for this process. */
  isCutOff = false;
  readonly #rows: LeaseRows;
  readonly #clock: Clock;
  readonly #holder: string;
  readonly #held = new Set<HeldLease>();

  constructor(rows: LeaseRows, clock: Clock, holder: string) {
    this.#rows = rows;
    this.#clock = clock;
    this.#holder = holder;
  }

  async take(name: string): Promise<Lease | undefined> {
    this.#mustAnswer();
    const { rows } = this.#rows;
    const [known, now] = [rows.get(name), this.#clock.monotonic()];
    if (known && known.endsAt > now) return undefined;
    const number = (known?.number ?? 0) + 1;
    rows.set(name, { holder: this.#holder, number, endsAt: now + LASTS_MS });
    const onRelease = (released: HeldLease) => this.#release(released);
    const taken = { name, number, askedAt: now };
    const lease = new HeldLease({ clock: this.#clock, lastsMs: LASTS_MS, onRelease }, taken);
    this.#held.add(lease);
    return lease;
  }

  async holders(prefix: string): Promise<ReadonlyMap<string, string>> {
    this.#mustAnswer();
    const now = this.#clock.monotonic();
    const live = [...this.#rows.rows].filter(([name, { endsAt }]) => name.startsWith(prefix) && endsAt > now);
    return new Map(live.map(([name, { holder }]) => [name, holder]));
  }

  renew(): void {
    if (this.isCutOff || this.#rows.isAway) return;
    const now = this.#clock.monotonic();
    for (const lease of this.#held) {
      const row = this.#rows.rows.get(lease.name);
      if (!lease.isHeld || row?.number !== lease.number) continue;
      row.endsAt = now + LASTS_MS;
      lease.renewed(now);
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.#held].map((lease) => lease.release()));
  }

  async #release({ name, number }: HeldLease): Promise<void> {
    const row = this.#rows.rows.get(name);
    if (!this.isCutOff && !this.#rows.isAway && row?.number === number) row.endsAt = -Infinity;
  }

  #mustAnswer(): void {
    if (this.isCutOff || this.#rows.isAway) throw new Error('the database does not answer');
  }
}
