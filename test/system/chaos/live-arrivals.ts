import type { Millis } from '../../../src/core/time.ts';
import type { ClientRecord, FaultRecord, HeardTick, RunRecord } from './record.ts';

/**
 * When the first client of a node got each slot live. Without slots that no client got live: each had lost its connection
 * during a fault and was given the slot from history, when it was back.
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
  // Up to which moment the connection before is known to have been there.
  let lastHeardAt: Millis | undefined;
  for (const heard of connections) {
    const [first] = heard;
    if (!first) continue;
    for (const { at, arrivedAt } of heard) {
      // The first copy counts; a connection that is resumed begins with the last slot of the one before.
      if (seen.has(at)) continue;
      seen.add(at);
      if (!isResumed(at, arrivedAt, first, lastHeardAt, faults)) live.set(at, arrivedAt);
    }
    lastHeardAt = heard.at(-1)!.arrivedAt;
  }
  return live;
}

/** Whether the slot was before the connection, because a fault was under way when the one before was lost or it was made. */
function isResumed(
  at: Millis,
  arrivedAt: Millis,
  first: HeardTick,
  lastHeardAt: Millis | undefined,
  faults: readonly FaultRecord[],
): boolean {
  if (lastHeardAt === undefined || first.arrivedAt <= at) return false;
  return faults.some(({ from, to }) => from <= arrivedAt && to >= lastHeardAt);
}
