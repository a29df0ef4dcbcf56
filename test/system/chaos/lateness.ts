import type { Millis } from '../../../src/core/time.ts';
import { liveArrivals } from './live-arrivals.ts';
import { BALANCER, type FaultRecord, type RunRecord } from './record.ts';
import type { Violation } from './violation.ts';

/** How late ticks came: arrival less slot. */
export interface Lateness {
  /** The most of both below. */
  readonly worstMs: Millis;
  /** Of the last serving node: when the first of its clients got a slot live. */
  readonly byFault: ReadonlyMap<string, Millis>;
  /** Of the first copy of a slot that any client got, of whichever node. */
  readonly firstByFault: ReadonlyMap<string, Millis>;
  /** How many slots of serving nodes were decided over, and how many were not because a fault excuses the node or its clients. */
  readonly judged: number;
  readonly excused: number;
  readonly violations: readonly Violation[];
}

/** Where no fault explains it. */
const UNDISTURBED = 'none';
const UNDISTURBED_LIMIT_MS = 10_000;

/**
 * Each serving node has to show each slot in time. A slot counts for the fault with the largest limit that was under way between
 * the slot and its arrival.
 */
export function latenessOf(run: RunRecord): Lateness {
  const judge = new Judge(run);
  const nodes = new Set(run.clients.map(({ node }) => node));
  // Its clients get the ticks of nodes that have clients of their own, and which of them it led to is not known.
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
  /** Slots that came late everywhere: not the fault of a node. */
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

  /** `arrivedAt` is absent where no client of the node can tell when it showed the slot. */
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

/** A fault that begins when the slot is late already does not explain it. */
function isUnderWay({ from, to }: FaultRecord, at: Millis, arrivedAt: Millis): boolean {
  return from <= Math.min(arrivedAt, at + UNDISTURBED_LIMIT_MS) && to >= at;
}

/** Of every slot that came at all. What was there when the first client came is not of this run. */
function firstArrivals({ clients, from, to }: RunRecord): ReadonlyMap<Millis, Millis> {
  const arrivals = new Map<Millis, Millis>();
  for (const { connections } of clients)
    for (const { at, arrivedAt } of connections.flat())
      if (at > from && at <= to) arrivals.set(at, Math.min(arrivals.get(at) ?? Infinity, arrivedAt));
  return arrivals;
}
