import { createHash } from 'node:crypto';
import type { Bus } from '../../../bus/bus.ts';
import { withTimeout } from '../../../core/async/with-timeout.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Lease, Leases } from '../../postgres/leases/leases.ts';
import type { CollectTopics, ReadingClaim } from './collect-topics.ts';

export interface ExchangeSharesOptions {
  /** Leases of 20 seconds, whose holder is `name`. */
  readonly leases: Leases;
  readonly bus: Pick<Bus<CollectTopics>, 'publish' | 'subscribe'>;
  readonly clock: Clock;
  /** Name of this collector, different for each start. */
  readonly name: string;
  /** All units to share. */
  readonly units: readonly string[];
  /** Sets the units to read. Resolves when no other unit is read any more. */
  readonly read: (units: ReadonlySet<string>) => Promise<void>;
  /** Whether other nodes would reject what this collector sends, because its clock is wrong. */
  readonly isClockWrong?: () => boolean;
  /** Called when the database stops or starts answering. */
  readonly onDatabase?: (answers: boolean, error?: unknown) => void;
  /** Called when the set of units changes. */
  readonly onChange?: (why: ShareChange) => void;
}

/** Why a collector reads other units than before. */
export type ShareChange = 'shared' | 'taken by another collector' | 'bus silent' | 'clock wrong' | 'closed';

export const LEASES_LAST_MS: Millis = 20 * SECOND_MS;
const ROUND_MS: Millis = 5 * SECOND_MS;
/** How long a claim of another collector is valid. */
const CLAIM_MS: Millis = 3 * ROUND_MS;
/** A collector that has not received its own claim for this long is cut off from the bus. */
const SILENT_MS: Millis = 20 * SECOND_MS;
const PREFIX = 'collect/';
const MEMBER = `${PREFIX}collector/`;
const UNIT = `${PREFIX}exchange/`;

/** The last claim of another collector, and when it arrived, by the monotonic clock. */
interface ReceivedClaim extends ReadingClaim {
  readonly receivedAt: Millis;
}

/**
 * Decides which of the shared units this collector reads. A collector reads a unit under a lease. Every five seconds it looks for other
 * collectors, takes free units up to its fair share, and gives up units beyond it: it first stops reading them, then releases their
 * leases.
 *
 * A lease alone does not decide how long a unit is read. While PostgreSQL is unreachable, no lease can be renewed or taken: if all
 * collectors stopped, no tick could be computed. So a collector keeps reading units whose leases it cannot renew, until it learns that
 * another one reads them, in one of three ways:
 *
 * - Over the bus: collectors publish every five seconds, and after each change, what they read and the lease numbers. The number
 *   increases whenever a lease is taken, so the greater number is right, in whatever order messages arrive. While its own lease is
 *   certain, a collector ignores such a claim.
 * - From the database, when it answers again and names another holder.
 * - By silence: a collector also receives its own claims. If it has not for 20 seconds, it is cut off from the bus: its data reaches no
 *   process, and it cannot learn that a unit was taken. It stops reading and releases everything, so that others can take it.
 *
 * The claims of another collector count like its leases: it gets a share, and its units are not free. So no unit moves when PostgreSQL
 * is back after an outage, or when only one collector cannot reach it.
 *
 * If its clock is wrong, other nodes reject its data: it also stops reading and releases everything.
 *
 * With leases of 20 seconds, others read the units of a dead or cut off collector within 30 seconds. Two collectors read the same unit
 * only from when the second takes it until its claim reaches the first, or until 20 seconds of silence.
 */
export class ExchangeShares {
  readonly #options: ExchangeSharesOptions;
  readonly #stop = new AbortController();
  readonly #held = new Map<string, Lease>();
  /** All units in the order in which this collector takes them. The order differs per collector, so that two that start do not compete for the same units. */
  readonly #order: readonly string[];
  readonly #unsubscribe: () => void;
  readonly #running: Promise<void>;
  readonly #claims = new Map<string, ReceivedClaim>();
  #looking: Promise<void> | undefined;
  #member: Lease | undefined;
  #members = 1;
  #answers = true;
  /** When its own claim last arrived, by the monotonic clock. */
  #receivedAt: Millis = -Infinity;

  constructor(options: ExchangeSharesOptions) {
    this.#options = options;
    const placeOf = (unit: string) => createHash('sha256').update(`${options.name} ${unit}`).digest('hex');
    const places = new Map(options.units.map((unit) => [unit, placeOf(unit)]));
    this.#order = options.units.toSorted((a, b) => (places.get(a)! < places.get(b)! ? -1 : 1));
    this.#unsubscribe = options.bus.subscribe('reading', (claim) => this.#receive(claim));
    this.#running = this.#run();
  }

  /** The units that are read, with their lease numbers. */
  get held(): ReadonlyMap<string, number> {
    return new Map([...this.#held].map(([unit, { number }]) => [unit, number]));
  }

  /** The number of read units whose leases are not certain. */
  get uncertain(): number {
    return [...this.#held.values()].filter(({ isHeld }) => !isHeld).length;
  }

  /** The known number of collectors. */
  get members(): number {
    return this.#members;
  }

  get isSilent(): boolean {
    return this.#options.clock.monotonic() - this.#receivedAt > SILENT_MS;
  }

  numberOf(unit: string): number | undefined {
    return this.#held.get(unit)?.number;
  }

  /** Resolves when nothing is read any more and the leases are released. */
  async close(): Promise<void> {
    this.#stop.abort();
    this.#unsubscribe();
    await this.#running;
    await this.#leave('closed');
    // Do not wait long for a database that does not answer: its queries end with the connection.
    if (this.#looking) await withTimeout(this.#options.clock, ROUND_MS, this.#looking);
    await this.#leave('closed');
  }

  async #run(): Promise<void> {
    const { clock } = this.#options;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      this.#publishClaim();
      const unfit = this.#unfit;
      if (unfit === undefined) this.#look();
      else if (this.#held.size > 0 || this.#member) await this.#leave(unfit);
      await clock.wait(ROUND_MS, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }

  /** Does not start a second look while one is running. */
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

  #publishClaim(): void {
    const { bus, name } = this.#options;
    // A failure is ignored: a lost bus is detected by its silence.
    bus.publish('reading', { collector: name, units: Object.fromEntries(this.held) }).catch(() => undefined);
  }

  #receive({ collector, units }: ReadingClaim): void {
    if (collector === this.#options.name) {
      const wasSilent = this.isSilent;
      this.#receivedAt = this.#options.clock.monotonic();
      if (wasSilent && !this.#stop.signal.aborted) this.#look();
      return;
    }
    this.#claims.set(collector, { collector, units, receivedAt: this.#options.clock.monotonic() });
    // While a lease is certain, no other collector can have taken it: the claim is false.
    const lost = [...this.#held].filter(
      ([unit, { number, isHeld }]) => !isHeld && (units[unit] ?? -Infinity) > number,
    );
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

  /** Collectors with a lease, and those whose claims name units. */
  #membersBy(holders: ReadonlyMap<string, string>): ReadonlySet<string> {
    const withLease = [...holders].flatMap(([lease, holder]) => (lease.startsWith(MEMBER) ? [holder] : []));
    const received = this.#receivedClaims().filter(({ units }) => Object.keys(units).length > 0);
    return new Set([this.#options.name, ...withLease, ...received.map(({ collector }) => collector)]);
  }

  #receivedClaims(): readonly ReceivedClaim[] {
    const now = this.#options.clock.monotonic();
    for (const [collector, { receivedAt }] of this.#claims)
      if (now - receivedAt > CLAIM_MS) this.#claims.delete(collector);
    return [...this.#claims.values()];
  }

  /** For units without a certain lease: stops reading those that another collector holds, and takes the others again. */
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
    // Another collector may have claimed one of them meanwhile, with an older number.
    if (isChanged) await this.#apply();
  }

  /** Gives up the units that it would take last. */
  async #letGo(count: number): Promise<void> {
    const own = this.#order.filter((unit) => this.#held.has(unit));
    await this.#drop(own.slice(-count), 'shared');
  }

  async #takeFree(most: number, holders: ReadonlyMap<string, string>): Promise<void> {
    const before = this.#held.size;
    const claimed = new Set(this.#receivedClaims().flatMap(({ units }) => Object.keys(units)));
    for (const unit of this.#order) {
      if (this.#held.size >= most || !this.#goesOn) break;
      if (this.#held.has(unit) || holders.has(UNIT + unit) || claimed.has(unit)) continue;
      const lease = await this.#options.leases.take(UNIT + unit);
      if (lease) await this.#keep(unit, lease);
    }
    if (this.#held.size > before) await this.#changed('shared');
  }

  /** Releases a lease that arrives while everything is being released. */
  async #keep(unit: string, lease: Lease): Promise<void> {
    if (this.#goesOn) this.#held.set(unit, lease);
    else await lease.release();
  }

  get #goesOn(): boolean {
    return !this.#stop.signal.aborted && this.#unfit === undefined;
  }

  /** Why it must not read now. */
  get #unfit(): ShareChange | undefined {
    if (this.isSilent) return 'bus silent';
    return this.#options.isClockWrong?.() ? 'clock wrong' : undefined;
  }

  async #leave(why: ShareChange): Promise<void> {
    const member = this.#member;
    this.#member = undefined;
    await this.#drop([...this.#held.keys()], why);
    await member?.release();
  }

  /** Stops reading the units before it releases their leases. */
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
    this.#publishClaim();
    await reading;
  }
}
