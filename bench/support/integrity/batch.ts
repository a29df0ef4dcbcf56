import type { SimulatedWorld } from '../../../src/sources/simulator/world.ts';
import { assetAttacks } from './attacks/asset-attacks.ts';
import type { AttackResult } from './attacks/attack-result.ts';
import { loneAttacks } from './attacks/lone-attacks.ts';
import { lxAttacks } from './attacks/lx-attacks.ts';
import { marketAttacks } from './attacks/market-attacks.ts';
import { volumeAttacks } from './attacks/volume-attacks.ts';
import { marketCommitments, worldCommitments, type Commitment } from './commitments.ts';
import { MWA, MWA_FIRST } from './estimators.ts';
import { FullWorld } from './full-world.ts';
import { measureMarkets, measureWorld, type Effort } from './measure.ts';
import { Random } from './random.ts';

/** Seeds of different batches never meet. */
const SEEDS_A_BATCH = 1000;

export function effortOf(batch: number, isQuick: boolean): Effort {
  const first = SEEDS_A_BATCH * batch;
  const seeds = (count: number) => Array.from({ length: count }, (_, i) => first + i);
  if (isQuick) {
    return {
      seeds: seeds(3),
      ticks: 120,
      together: { seeds: seeds(6), ticks: 200 },
      attacks: { seeds: seeds(1), ticks: 100 },
      worldSeeds: seeds(1),
      worldTicks: 12,
      lxSeeds: seeds(1),
      lxTicks: 7,
    };
  }
  return {
    seeds: seeds(4),
    ticks: 300,
    together: { seeds: seeds(12), ticks: 400 },
    attacks: { seeds: seeds(3), ticks: 140 },
    worldSeeds: seeds(1),
    worldTicks: 14,
    lxSeeds: seeds(1),
    lxTicks: 10,
  };
}

/** Everything that is committed, measured once with both versions, on seeds of which none occurs in another batch. */
export function runBatch(world: SimulatedWorld, batch: number, isQuick = false): AttackResult[] {
  const effort = effortOf(batch, isQuick);
  const [first, second] = measureMarkets(effort, [MWA_FIRST, MWA]).map(marketCommitments);
  return [
    ...beside('one market of 40 exchanges', first!, second!),
    // What both versions promise alike, and kept: measured of version 2 alone.
    ...beside('asset graph of 400 assets', [], worldCommitments(measureWorld(effort))),
    ...fullWorldAttacks(
      new FullWorld(world, batch),
      new Random(batch),
      isQuick ? { mostMarkets: 30, mostCoins: 240 } : {},
    ),
  ];
}

/** How much of the world is attacked; all of it where nothing is said. */
export interface AttackEffort {
  readonly mostMarkets?: number;
  readonly mostCoins?: number;
}

export function fullWorldAttacks(
  world: FullWorld,
  random: Random,
  { mostMarkets, mostCoins }: AttackEffort = {},
): AttackResult[] {
  return [
    ...marketAttacks(world.stage, random, mostMarkets),
    ...loneAttacks(world, random),
    ...assetAttacks(world, random, mostCoins),
    ...volumeAttacks(world, random),
    ...lxAttacks(world.stage, random),
  ];
}

function beside(attack: string, first: readonly Commitment[], second: readonly Commitment[]): AttackResult[] {
  return second.map(({ promise, limit, measured }, i) => ({
    attack,
    measure: promise,
    limit,
    first: first[i]?.measured ?? NaN,
    second: measured,
  }));
}

/** One promise over all batches. */
export interface Promised {
  readonly attack: string;
  readonly measure: string;
  readonly limit: number | undefined;
  /** Of version 1, the worst batch; of version 2, the middle one and the worst. */
  readonly first: number;
  readonly median: number;
  readonly worst: number;
  readonly kept: number;
  readonly batches: number;
}

export function overBatches(batches: readonly (readonly AttackResult[])[]): Promised[] {
  const [one = []] = batches;
  return one.map(({ attack, measure, limit }, row) => {
    const seconds = batches.map((results) => results[row]!.second).toSorted((a, b) => a - b);
    return {
      attack,
      measure,
      limit,
      first: Math.max(...batches.map((results) => results[row]!.first)),
      median: seconds[Math.floor(seconds.length / 2)]!,
      worst: seconds.at(-1)!,
      kept: seconds.filter((value) => limit === undefined || value <= limit).length,
      batches: batches.length,
    };
  });
}
