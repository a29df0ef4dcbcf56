import { clamp } from '../../../engine/numbers/clamp.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import { slotInRun, type SlotRun } from '../slot-run.ts';

/** What a rare listing contributes at each slot; a freshness of 0 where it is stale. */
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

/** The mean by volume and freshness, and by freshness alone. */
export function opinionsAt(rare: readonly RareContribution[], shown: readonly Float64Array[], i: number) {
  let [sum, weightSum, evenSum, evenWeightSum, count, freshest] = [0, 0, 0, 0, 0, 0];
  for (let l = 0; l < rare.length; l++) {
    const { freshness, volumes } = rare[l]!;
    const even = freshness[i]!;
    if (even === 0) continue;
    const price = shown[l]![i]!;
    const weight = even * volumes[i]!;
    count++;
    sum += weight * price;
    weightSum += weight;
    evenSum += even * price;
    evenWeightSum += even;
    if (even > freshest) freshest = even;
  }
  return {
    mean: sum / weightSum,
    evenMean: evenSum / evenWeightSum,
    count,
    effective: evenWeightSum / freshest,
  };
}

export function clampedMean(
  rare: readonly RareContribution[],
  shown: readonly Float64Array[],
  i: number,
  lowest: number,
  highest: number,
): number {
  let [sum, weightSum] = [0, 0];
  for (let l = 0; l < rare.length; l++) {
    const { freshness, volumes } = rare[l]!;
    const weight = freshness[i]! * volumes[i]!;
    sum += weight * clamp(shown[l]![i]!, lowest, highest);
    weightSum += weight;
  }
  return sum / weightSum;
}
