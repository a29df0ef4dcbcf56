import { createHash } from 'node:crypto';
import type { Bus } from '../../../bus/bus.ts';
import { inTime } from '../../../core/async/in-time.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Lease, Leases } from '../../postgres/leases/leases.ts';
import type { CollectTopics, ReadingClaim } from './collect-topics.ts';

export interface ExchangeSharesOptions {
  /** They last 20 seconds; their holder is `name`. */
  readonly leases: Leases;
  readonly bus: Pick<Bus<CollectTopics>, 'publish' | 'subscribe'>;
  readonly clock: Clock;
  /** Of this collector, another one with each start. */
  readonly name: string;
  /** All that there is to share. */
  readonly units: readonly string[];
  /** These are read from now on. Resolves when no other is read any more. */
  readonly read: (units: ReadonlySet<string>) => Promise<void>;
  /** Whether the database answers, each time that changes. */
  readonly onDatabase?: (answers: boolean, error?: unknown) => void;
  /** What is read has changed. */
  readonly onChange?: (why: ShareChange) => void;
}

/** Why a collector reads other units than before. */
export type ShareChange = 'shared' | 'taken by another collector' | 'bus silent' | 'closed';

export const LEASES_LAST_MS: Millis = 20 * SECOND_MS;
const ROUND_MS: Millis = 5 * SECOND_MS;
/** What another collector tells counts for so long. */
const CLAIM_MS: Millis = 3 * ROUND_MS;
/** A collector that does not hear itself for so long is not heard by others either. */
const SILENT_MS: Millis = 20 * SECOND_MS;
const PREFIX = 'collect/';
const MEMBER = `${PREFIX}collector/`;
const UNIT = `${PREFIX}exchange/`;

/** What another collector told last, and when, by the monotonic clock. */
interface HeardClaim extends ReadingClaim {
  readonly heardAt: Millis;
}

/**
 * Which units this collector reads, of those that all collectors share. A unit is read under a lease. Every five seconds a collector looks which
 * others there are, takes units that are free up to its share of all, and lets go of those beyond it: it stops to read them first and
 * releases them then.
 *
 * A lease alone does not decide how long a unit is read. While PostgreSQL is away no lease can be renewed, and none can be taken: were all
 * collectors to stop, no tick could be computed, and none would gain by it. So a collector goes on with units whose leases it cannot renew
 * until it learns that another one reads them, in one of three ways:
 *
 * - Over the bus: collectors tell each other every five seconds, and with each change, what they read and under which number. Numbers rise
 *   whenever a lease changes hands, so that the greater one is right, whatever the order in which messages arrive.
 * - From the database, when it answers again and has another holder.
 * - By silence: a collector also hears what it tells itself. One that has not for 20 seconds is cut off from the bus: what it reads reaches
 *   no process, and it cannot hear that a unit was taken. It stops to read and releases everything, so that others take it.
 *
 * What another collector tells counts as much as its leases: it is one of those that share, and what it reads is not free. So nothing changes
 * hands when PostgreSQL was away and is back, nor where one collector alone cannot reach it.
 *
 * With leases of 20 seconds, units of a collector that is gone or cut off are read by others within 30 seconds. Two collectors read the same unit
 * only between the moment at which the second takes it and the arrival of its claim at the first, or 20 seconds of silence.
 */
export class ExchangeShares {
  readonly #options: ExchangeSharesOptions;
  readonly #stop = new AbortController();
  readonly #held = new Map<string, Lease>();
  /** All units, those first that this collector takes first: another order for each, so that two that start do not want the same. */
  readonly #order: readonly string[];
  readonly #unsubscribe: () => void;
  readonly #running: Promise<void>;
  readonly #claims = new Map<string, HeardClaim>();
  #looking: Promise<void> | undefined;
  #member: Lease | undefined;
  #members = 1;
  #answers = true;
  /** When it last heard itself, by the monotonic clock. */
  #heardAt: Millis = -Infinity;

  constructor(options: ExchangeSharesOptions) {
    this.#options = options;
    const placeOf = (unit: string) => createHash('sha256').update(`${options.name} ${unit}`).digest('hex');
    const places = new Map(options.units.map((unit) => [unit, placeOf(unit)]));
    this.#order = options.units.toSorted((a, b) => (places.get(a)! < places.get(b)! ? -1 : 1));
    this.#unsubscribe = options.bus.subscribe('reading', (claim) => this.#hear(claim));
    this.#running = this.#run();
  }

  /** Units that are read, with the numbers of their leases. */
  get held(): ReadonlyMap<string, number> {
    return new Map([...this.#held].map(([unit, { number }]) => [unit, number]));
  }

  /** Of those, the ones whose leases are not certain. */
  get uncertain(): number {
    return [...this.#held.values()].filter(({ isHeld }) => !isHeld).length;
  }

  /** Collectors that there are, as far as is known. */
  get members(): number {
    return this.#members;
  }

  get isSilent(): boolean {
    return this.#options.clock.monotonic() - this.#heardAt > SILENT_MS;
  }

  numberOf(unit: string): number | undefined {
    return this.#held.get(unit)?.number;
  }

  /** Resolves when nothing is read any more and others may take it. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#unsubscribe();
    await this.#running;
    await this.#leave('closed');
    // A database that does not answer is not waited for: what was asked of it ends with the connection.
    if (this.#looking) await inTime(this.#options.clock, ROUND_MS, this.#looking);
    await this.#leave('closed');
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#tell();
      if (!this.isSilent) this.#look();
      else if (this.#held.size > 0 || this.#member) await this.#leave('bus silent');
      await clock.wait(ROUND_MS, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }

  /** A look that takes long is not joined by a second one. */
  #look(): void {
    this.#looking ??= this.#share()
      .then(
        () => this.#answered(true),
        (error: unknown) => this.#answered(false, error),
      )
      .finally(() => (this.#looking = undefined));
  }

  #answered(answers: boolean, error?: unknown): void {
    if (answers !== this.#answers) this.#options.onDatabase?.(answers, error);
    this.#answers = answers;
  }

  #tell(): void {
    const { bus, name } = this.#options;
    // A bus that is away is found out by its silence.
    bus.publish('reading', { collector: name, units: Object.fromEntries(this.held) }).catch(() => undefined);
  }

  #hear({ collector, units }: ReadingClaim): void {
    if (collector === this.#options.name) {
      const wasSilent = this.isSilent;
      this.#heardAt = this.#options.clock.monotonic();
      if (wasSilent && !this.#stop.signal.aborted) this.#look();
      return;
    }
    this.#claims.set(collector, { collector, units, heardAt: this.#options.clock.monotonic() });
    const lost = [...this.#held].filter(([unit, { number }]) => (units[unit] ?? -Infinity) > number);
    if (lost.length > 0)
      void this.#drop(
        lost.map(([unit]) => unit),
        'taken by another collector',
      );
  }

  async #share(): Promise<void> {
    const { leases, name, units } = this.#options;
    const holders = await leases.holders(PREFIX);
    await this.#settleUncertain(holders);
    const memberName = MEMBER + name;
    if (!this.#member?.isHeld && this.#goesOn) this.#member = await leases.take(memberName);
    this.#members = this.#membersBy(holders).size;
    const most = Math.ceil(units.length / this.#members);
    if (this.#held.size > most) await this.#letGo(this.#held.size - most);
    else await this.#takeFree(most, holders);
  }

  /** Those with a lease, and those that are heard to read something. */
  #membersBy(holders: ReadonlyMap<string, string>): ReadonlySet<string> {
    const withLease = [...holders].flatMap(([lease, holder]) => (lease.startsWith(MEMBER) ? [holder] : []));
    const heard = this.#heardClaims().filter(({ units }) => Object.keys(units).length > 0);
    return new Set([this.#options.name, ...withLease, ...heard.map(({ collector }) => collector)]);
  }

  #heardClaims(): readonly HeardClaim[] {
    const now = this.#options.clock.monotonic();
    for (const [collector, { heardAt }] of this.#claims)
      if (now - heardAt > CLAIM_MS) this.#claims.delete(collector);
    return [...this.#claims.values()];
  }

  /** Units that are read without a certain lease: those of another collector are stopped, the others taken anew. */
  async #settleUncertain(holders: ReadonlyMap<string, string>): Promise<void> {
    const { leases, name } = this.#options;
    const uncertain = [...this.#held].filter(([, { isHeld }]) => !isHeld).map(([unit]) => unit);
    const holderOf = (unit: string) => holders.get(UNIT + unit) ?? name;
    const lost = uncertain.filter((unit) => holderOf(unit) !== name);
    if (lost.length > 0) await this.#drop(lost, 'taken by another collector');
    let isChanged = false;
    for (const unit of uncertain) {
      if (!this.#held.has(unit) || !this.#goesOn) continue;
      const lease = await leases.take(UNIT + unit);
      if (lease) await this.#keep(unit, lease);
      isChanged ||= lease !== undefined;
    }
    // Another collector may have claimed one of them meanwhile, under an older number.
    if (isChanged) await this.#apply();
  }

  /** Those that it would take last. */
  async #letGo(count: number): Promise<void> {
    const own = this.#order.filter((unit) => this.#held.has(unit));
    await this.#drop(own.slice(-count), 'shared');
  }

  async #takeFree(most: number, holders: ReadonlyMap<string, string>): Promise<void> {
    const before = this.#held.size;
    const claimed = new Set(this.#heardClaims().flatMap(({ units }) => Object.keys(units)));
    for (const unit of this.#order) {
      if (this.#held.size >= most || !this.#goesOn) break;
      if (this.#held.has(unit) || holders.has(UNIT + unit) || claimed.has(unit)) continue;
      const lease = await this.#options.leases.take(UNIT + unit);
      if (lease) await this.#keep(unit, lease);
    }
    if (this.#held.size > before) await this.#changed('shared');
  }

  /** One that was taken while everything is let go of is let go of too. */
  async #keep(unit: string, lease: Lease): Promise<void> {
    if (this.#goesOn) this.#held.set(unit, lease);
    else await lease.release();
  }

  get #goesOn(): boolean {
    return !this.#stop.signal.aborted && !this.isSilent;
  }

  async #leave(why: ShareChange): Promise<void> {
    const member = this.#member;
    this.#member = undefined;
    await this.#drop([...this.#held.keys()], why);
    await member?.release();
  }

  /** Nothing is released that is still read. */
  async #drop(units: readonly string[], why: ShareChange): Promise<void> {
    const leases = units.flatMap((unit) => this.#held.get(unit) ?? []);
    for (const unit of units) this.#held.delete(unit);
    if (leases.length > 0) await this.#changed(why);
    await Promise.all(leases.map((lease) => lease.release()));
  }

  async #changed(why: ShareChange): Promise<void> {
    this.#options.onChange?.(why);
    await this.#apply();
  }

  async #apply(): Promise<void> {
    const reading = this.#options.read(new Set(this.#held.keys()));
    this.#tell();
    await reading;
  }
}
