import type { Millis } from '../../src/core/time.ts';
import type { FaultRecord, RunRecord } from './record.ts';
import type { Violation } from './violation.ts';

/** How late ticks came: arrival less slot. */
export interface Lateness {
  /** Of the first copy of a slot that any client got. */
  readonly worstMs: Millis;
  /** Of the first copy of a slot that the last client got live. */
  readonly byFault: ReadonlyMap<string, Millis>;
  readonly violations: readonly Violation[];
}

/** Where no fault explains it. */
const UNDISTURBED = 'none';
const UNDISTURBED_LIMIT_MS = 10_000;

/** Each slot counts for the fault with the largest limit that was under way between the slot and the arrival of its first copy. */
export function latenessOf({ clients, faults, from, to }: RunRecord): Lateness {
  const arrivals = new Map<Millis, Millis>();
  for (const { connections } of clients)
    for (const { at, arrivedAt } of connections.flat())
      arrivals.set(at, Math.min(arrivals.get(at) ?? Infinity, arrivedAt));
  // What was there when the first client came is not of this run.
  const counted = [...arrivals].filter(([at]) => at > from && at <= to);
  const byFault = new Map<string, Millis>();
  const violations: Violation[] = [];
  for (const [at, arrivedAt] of counted) {
    const lateMs = arrivedAt - at;
    const fault = explaining(faults, at, arrivedAt);
    const name = fault?.name ?? UNDISTURBED;
    byFault.set(name, Math.max(byFault.get(name) ?? 0, lateMs));
    const limitMs = fault?.limitMs ?? UNDISTURBED_LIMIT_MS;
    if (lateMs > limitMs)
      violations.push({ kind: 'late', where: 'all clients', at, what: `${lateMs} ms late during ${name}` });
  }
  return { worstMs: Math.max(0, ...byFault.values()), byFault, violations };
}

function explaining(faults: readonly FaultRecord[], at: Millis, arrivedAt: Millis): FaultRecord | undefined {
  return faults
    .filter(({ from, to }) => from <= arrivedAt && to >= at)
    .toSorted((a, b) => b.limitMs - a.limitMs || b.from - a.from)[0];
}
