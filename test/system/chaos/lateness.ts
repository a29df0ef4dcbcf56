import type { Millis } from '../../../src/core/time.ts';
import { liveArrivals } from './live-arrivals.ts';
import { BALANCER, type FaultRecord, type RunRecord } from './record.ts';
import type { Violation } from './violation.ts';

/** Lateness of ticks: arrival minus slot. */
export interface Lateness {
  /** The maximum of both below. */
  readonly worstMs: Millis;
  /** Per fault, for the slowest serving node: when the first of its clients received a slot live. */
  readonly byFault: ReadonlyMap<string, Millis>;
  /** Per fault: when the first client of any node received a slot. */
  readonly firstByFault: ReadonlyMap<string, Millis>;
  /** How many slots of serving nodes were checked, and how many were excused by a fault. */
  readonly judged: number;
  readonly excused: number;
  readonly violations: readonly Violation[];
}

/** Used if no fault explains the lateness. */
const UNDISTURBED = 'none';
const UNDISTURBED_LIMIT_MS = 10_000;

/**
 * Each serving node must show each slot in time. A late slot is attributed to the fault with the largest limit that was active between
 * the slot and its arrival.
 */
export function latenessOf(run: RunRecord): Lateness {
  const judge = new Judge(run);
  const nodes = new Set(run.clients.map(({ node }) => node));
  // The balancer is not a node: which serving node its clients reached is unknown, and those nodes have their own clients.
  nodes.delete(BALANCER);
  const firsts = firstArrivals(run);
  for (const [at, arrivedAt] of firsts) judge.first(at, arrivedAt);
  for (const node of nodes) {
    const live = liveArrivals(run, node);
    for (const [at] of firsts) judge.node(node, at, live.get(at));
  }
  return judge.lateness;
}

class Judge {
  readonly #faults: readonly FaultRecord[];
  readonly #byFault = new Map<string, Millis>();
  readonly #firstByFault = new Map<string, Millis>();
  readonly #violations: Violation[] = [];
  /** Slots that were late everywhere, so that no single node is to blame. */
  readonly #late = new Set<Millis>();
  #judged = 0;
  #excused = 0;

  constructor({ faults }: RunRecord) {
    this.#faults = faults;
  }

  get lateness(): Lateness {
    return {
      worstMs: Math.max(0, ...this.#byFault.values(), ...this.#firstByFault.values()),
      byFault: this.#byFault,
      firstByFault: this.#firstByFault,
      judged: this.#judged,
      excused: this.#excused,
      violations: this.#violations,
    };
  }

  first(at: Millis, arrivedAt: Millis): void {
    if (this.#isLate('all clients', at, arrivedAt, this.#firstByFault)) this.#late.add(at);
  }

  /** `arrivedAt` is absent if no client of the node knows when it showed the slot. */
  node(node: string, at: Millis, arrivedAt: Millis | undefined): void {
    if (arrivedAt === undefined || this.#isCutOff(node, at, arrivedAt)) {
      this.#excused++;
      return;
    }
    this.#judged++;
    this.#isLate(node, at, arrivedAt, this.#byFault);
  }

  #isLate(where: string, at: Millis, arrivedAt: Millis, worst: Map<string, Millis>): boolean {
    const lateMs = arrivedAt - at;
    const fault = this.#explaining(at, arrivedAt);
    const name = fault?.name ?? UNDISTURBED;
    worst.set(name, Math.max(worst.get(name) ?? 0, lateMs));
    if (lateMs <= (fault?.limitMs ?? UNDISTURBED_LIMIT_MS)) return false;
    const what = `${lateMs} ms late during ${name}`;
    if (!this.#late.has(at)) this.#violations.push({ kind: 'late', where, at, what });
    return true;
  }

  #explaining(at: Millis, arrivedAt: Millis): FaultRecord | undefined {
    return this.#faults
      .filter((fault) => isUnderWay(fault, at, arrivedAt))
      .toSorted((a, b) => b.limitMs - a.limitMs || b.from - a.from)[0];
  }

  #isCutOff(node: string, at: Millis, arrivedAt: Millis): boolean {
    return this.#faults.some(
      (fault) =>
        (fault.nodes.includes(node) || fault.cutOff?.includes(node) === true) &&
        isUnderWay(fault, at, arrivedAt),
    );
  }
}

/** A fault that starts when the slot is already late does not explain it. */
function isUnderWay({ from, to }: FaultRecord, at: Millis, arrivedAt: Millis): boolean {
  return from <= Math.min(arrivedAt, at + UNDISTURBED_LIMIT_MS) && to >= at;
}

/** The first arrival of every slot received. The slots before `from` are not part of this run. */
function firstArrivals({ clients, from, to }: RunRecord): ReadonlyMap<Millis, Millis> {
  const arrivals = new Map<Millis, Millis>();
  for (const { connections } of clients)
    for (const { at, arrivedAt } of connections.flat())
      if (at > from && at <= to) arrivals.set(at, Math.min(arrivals.get(at) ?? Infinity, arrivedAt));
  return arrivals;
}
