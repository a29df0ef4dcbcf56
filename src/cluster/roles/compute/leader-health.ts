import type { Logger } from 'pino';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import type { Lease, Leases } from '../../postgres/leases/leases.ts';
import { clockReason, minApartMs } from '../store-time.ts';
import { probeStore, type ProbedStore } from './probe-store.ts';

export interface LeaderHealthParts {
  /** Name of this node. */
  readonly node: string;
  readonly database: ProbedStore;
  readonly leases: Pick<Leases, 'take' | 'holders'>;
  readonly isBusUp: () => boolean;
  /** The clock of ticks. */
  readonly time: Pick<Clock, 'now'>;
  /** Measures durations. */
  readonly clock: Clock;
  readonly log: Logger;
}

/** Held by compute nodes that stand by and could lead. */
export const STANDBY_LEASES = 'standby ';
/** Held by compute nodes whose bus has a connection, whether they lead or not. */
export const BUS_LEASES = 'bus ';

const CHECK_EVERY_MS = SECOND_MS;
/** The slot of a tick comes from the clock of the leader. A node whose clock differs more from the database's does not lead. */
const MAX_APART_MS = 5 * SECOND_MS;
/** A lost connection is usually back sooner. */
const GIVE_WAY_AFTER_MS = 2 * SECOND_MS;
/** One tick that cannot be recorded may be chance. */
const MAX_REFUSED = 2;

/** The message of an error for operators, or the code of another one. */
function reasonOf(error: unknown): string {
  if (error instanceof OperatorError) return error.message;
  return (error as NodeJS.ErrnoException).code ?? 'an unexpected error';
}

/** A reason not to lead. `mustNot`: the node does not lead even if no other node can. */
interface Reason {
  readonly text: string;
  readonly mustNot?: true;
}

/**
 * Monitors whether this node could lead now, and why not. The store is tested with a write: a store that only answers queries is useless
 * to a leader. Leases show other nodes which nodes are connected to the bus, and which standbys could lead.
 */
export class LeaderHealth {
  readonly #parts: LeaderHealthParts;
  readonly #stop = new AbortController();
  readonly #watching: Promise<void>;
  readonly #held = new Map<string, Lease>();
  #isStandingBy = false;
  /** Why the store accepts no writes from this node; undefined if it accepts them. */
  #storeRefusal: string | undefined;
  #apartMs: Millis = 0;
  #isDeaf = false;
  #refused = 0;
  #degraded: string | undefined;
  #failingSince: Millis | undefined;
  #loggedReasons = '';

  constructor(parts: LeaderHealthParts) {
    this.#parts = parts;
    this.#watching = this.#watch();
  }

  /** Why this node could not lead; empty if it could. */
  get reasons(): readonly string[] {
    return this.#found().map(({ text }) => text);
  }

  /** Sets whether this node stands by. */
  standBy(isStandingBy: boolean): void {
    this.#isStandingBy = isStandingBy;
  }

  /** A tick was recorded here. */
  inputsRecorded(): void {
    this.#refused = 0;
  }

  /** A tick could not be recorded here. */
  inputsRefused(): void {
    this.#refused++;
  }

  /** Why too few exchanges answer, as this node receives them; undefined if enough do. */
  setDegraded(degraded: string | undefined): void {
    this.#degraded = degraded;
  }

  /**
   * Whether it may take the lease now. A node that cannot lead well leaves it to one that can, and leads if there is none. Rejects if the store takes no write.
   */
  async mayLead(): Promise<boolean> {
    await this.#probe();
    const reasons = this.#found();
    if (reasons.length === 0) return true;
    return !reasons.some(({ mustNot }) => mustNot) && (await this.candidates()).length === 0;
  }

  /** Other standbys that could lead. Rejects if the store is unreachable. */
  async candidates(): Promise<readonly string[]> {
    return this.#others(STANDBY_LEASES);
  }

  /** For a leader: resolves with the reasons once it should not lead and another node could; with an empty text when the signal aborts. */
  async untilGivesWay(signal: AbortSignal): Promise<string> {
    const { clock } = this.#parts;
    while (!signal.aborted) {
      if (await this.#canBeReplaced()) return this.reasons.join('; ');
      await clock.wait(CHECK_EVERY_MS, signal).catch(() => undefined);
    }
    return '';
  }

  async close(): Promise<void> {
    this.#stop.abort();
    await this.#watching;
  }

  #found(): readonly Reason[] {
    return [
      ...(this.#storeRefusal === undefined ? [] : [{ text: this.#storeRefusal, mustNot: true } as const]),
      ...(this.#apartMs > MAX_APART_MS ? [{ text: clockReason(this.#apartMs), mustNot: true } as const] : []),
      ...(this.#isDeaf
        ? [{ text: 'this node is disconnected from the bus, and another compute node is connected' }]
        : []),
      ...(this.#refused >= MAX_REFUSED ? [{ text: 'this node cannot record the inputs of ticks' }] : []),
      ...(this.#degraded === undefined ? [] : [{ text: this.#degraded }]),
    ];
  }

  /** If the store accepts no write from here, the lease expires and another node can lead anyway. */
  async #canBeReplaced(): Promise<boolean> {
    const { clock } = this.#parts;
    if (this.#storeRefusal !== undefined || this.#failingSince === undefined) return false;
    if (clock.monotonic() - this.#failingSince < GIVE_WAY_AFTER_MS) return false;
    return (await this.candidates().catch(() => [])).length > 0;
  }

  async #watch(): Promise<void> {
    const { clock } = this.#parts;
    const { signal } = this.#stop;
    while (!signal.aborted) {
      await this.#check();
      await clock.wait(CHECK_EVERY_MS, signal).catch(() => undefined);
    }
    for (const lease of this.#held.values()) await lease.release();
  }

  async #check(): Promise<void> {
    const { isBusUp } = this.#parts;
    await this.#probe().catch(() => undefined);
    this.#isDeaf = !isBusUp() && (await this.#others(BUS_LEASES).catch(() => [])).length > 0;
    const reasons = this.reasons;
    this.#failingSince =
      reasons.length === 0 ? undefined : (this.#failingSince ?? this.#parts.clock.monotonic());
    this.#logReasons(reasons);
    await this.#hold(BUS_LEASES, isBusUp());
    await this.#hold(STANDBY_LEASES, this.#isStandingBy && isBusUp() && reasons.length === 0);
  }

  async #probe(): Promise<void> {
    const { database, node, time } = this.#parts;
    const before = time.now();
    try {
      const there = await probeStore(database, `${STANDBY_LEASES}${node}`, node);
      this.#apartMs = minApartMs(before, there, time.now());
      this.#storeRefusal = undefined;
    } catch (error) {
      this.#storeRefusal = `the store accepts no write from this node (${reasonOf(error)})`;
      throw error;
    }
  }

  async #others(prefix: string): Promise<readonly string[]> {
    const { leases, node } = this.#parts;
    const holders = await leases.holders(prefix);
    return [...holders].flatMap(([name, holder]) => (name === `${prefix}${node}` ? [] : [holder]));
  }

  async #hold(prefix: string, wanted: boolean): Promise<void> {
    const { leases, node } = this.#parts;
    const held = this.#held.get(prefix);
    if (!wanted) {
      this.#held.delete(prefix);
      await held?.release();
    } else if (!held?.isHeld) {
      const lease = await leases.take(`${prefix}${node}`).catch(() => undefined);
      if (lease) this.#held.set(prefix, lease);
    }
  }

  /** Logs the reasons when they change. */
  #logReasons(reasons: readonly string[]): void {
    const { log } = this.#parts;
    // Numbers are ignored, so that a drifting clock is not logged again and again.
    const logged = reasons.join('; ').replaceAll(/\d+/g, '');
    if (logged === this.#loggedReasons) return;
    this.#loggedReasons = logged;
    if (reasons.length > 0) log.warn({ reasons }, 'this node could not lead now');
    else log.info('this node could lead again');
  }
}
