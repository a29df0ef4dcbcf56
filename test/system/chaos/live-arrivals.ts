import type { Millis } from '../../../src/core/time.ts';
import type { ClientRecord, FaultRecord, ReceivedTick, RunRecord } from './record.ts';

/**
 * When the first client of a node received each slot live. Slots that no client received live are left out: each client had lost its
 * connection during a fault, and got the slot from history after reconnecting.
 */
export function liveArrivals({ clients, faults }: RunRecord, node: string): ReadonlyMap<Millis, Millis> {
  const arrivals = new Map<Millis, Millis>();
  for (const client of clients) {
    if (client.node !== node) continue;
    for (const [at, arrivedAt] of liveOf(client, faults))
      arrivals.set(at, Math.min(arrivals.get(at) ?? Infinity, arrivedAt));
  }
  return arrivals;
}

function liveOf({ connections }: ClientRecord, faults: readonly FaultRecord[]): Map<Millis, Millis> {
  const live = new Map<Millis, Millis>();
  const seen = new Set<Millis>();
  // The last moment at which the previous connection is known to have worked.
  let lastArrivedAt: Millis | undefined;
  for (const ticks of connections) {
    const [first] = ticks;
    if (!first) continue;
    for (const { at, arrivedAt } of ticks) {
      // Only the first copy counts: a resumed connection starts with the last slot of the previous one.
      if (seen.has(at)) continue;
      seen.add(at);
      if (!isResumed(at, arrivedAt, first, lastArrivedAt, faults)) live.set(at, arrivedAt);
    }
    lastArrivedAt = ticks.at(-1)!.arrivedAt;
  }
  return live;
}

/** Whether the slot came from history after a reconnect that a fault has caused. */
function isResumed(
  at: Millis,
  arrivedAt: Millis,
  first: ReceivedTick,
  lastArrivedAt: Millis | undefined,
  faults: readonly FaultRecord[],
): boolean {
  if (lastArrivedAt === undefined || first.arrivedAt <= at) return false;
  return faults.some(({ from, to }) => from <= arrivedAt && to >= lastArrivedAt);
}
