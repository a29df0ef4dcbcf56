import type { SimulatedListing } from '../simulated-listing.ts';
import { slotInRun, type SlotRun } from '../runs/slot-run.ts';

/** What a rare listing contributes at each slot; a freshness of 0 if it is stale. */
export interface RareContribution {
  readonly listing: SimulatedListing;
  readonly moves: Float64Array;
  /** When a reader saw it move last. */
  readonly seen: Float64Array;
  readonly volumes: Float64Array;
  readonly freshness: Float64Array;
}

/** The later of its last move and its last return. */
export function lastSeen(
  moves: Float64Array,
  run: SlotRun,
  returns: readonly number[] | undefined,
): Float64Array {
  if (!returns) return moves;
  return moves.map((move, i) => {
    const slot = slotInRun(run, i);
    return returns.reduce((seen, back) => (back <= slot && back > seen ? back : seen), move);
  });
}
