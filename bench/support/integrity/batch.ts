import type { SimulatedWorld } from '../../../src/simulator/world.ts';
import { assetAttacks } from './attacks/asset-attacks.ts';
import { LATEST, type AttackResult, type Versions } from './attacks/attack-result.ts';
import { collusionAttacks } from './attacks/collusion-attacks.ts';
import { failureAttacks } from './attacks/failure-attacks.ts';
import { falseAlarms } from './attacks/false-alarms.ts';
import { loneAttacks } from './attacks/lone-attacks.ts';
import { lxAttacks, silentConstituents } from './attacks/lx-attacks.ts';
import { marketAttacks } from './attacks/market-attacks.ts';
import { quoteUnits, volumeAttacks } from './attacks/volume-attacks.ts';
import { marketCommitments, worldCommitments, type Commitment } from './commitments.ts';
import { isLiquid } from './adversary/games.ts';
import { MWA, MWA_SECOND } from './estimators.ts';
import { FullWorld } from './full-world.ts';
import { measureMarkets, measureWorld, type Effort } from './measure.ts';
import { Random } from './random.ts';

/** Batches share no seeds. */
const SEEDS_PER_BATCH = 1000;

export function effortOf(batch: number, isQuick: boolean): Effort {
  const first = SEEDS_PER_BATCH * batch;
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

/** Attacks that are measured together, and the heading under which they are published. */
interface Group {
  readonly group: string;
  readonly results: readonly AttackResult[];
}

export type GroupedResult = AttackResult & Pick<Group, 'group'>;

/** Every commitment, measured once with both versions, on seeds that no other batch uses. */
export function runBatch(world: SimulatedWorld, batch: number, isQuick = false): GroupedResult[] {
  const effort = effortOf(batch, isQuick);
  const [before, after] = measureMarkets(effort, [MWA_SECOND, MWA]).map(marketCommitments);
  const attackEffort = isQuick ? { maxMarkets: 30, maxCoins: 240 } : {};
  const full = new FullWorld(world, batch);
  const random = new Random(batch);
  const groups: Group[] = [
    { group: 'One market of 40 exchanges', results: beside(before!, after!) },
    // Commitments that both versions share and keep are measured for the later one only.
    {
      group: 'LX and GWA in the asset graph',
      results: beside([], worldCommitments(measureWorld(effort))),
    },
    { group: 'What an audit of version 2 found', results: laterAttacks(full, random, attackEffort) },
    { group: 'What honest values cost', results: falseAlarms(world, batch, random, LATEST) },
    {
      group: 'What an audit of version 1 found',
      results: fullWorldAttacks(full, random, LATEST, attackEffort),
    },
  ];
  return groups.flatMap(({ group, results }) => results.map((result) => ({ ...result, group })));
}

/** How much of the world is attacked; all of it by default. */
export interface AttackEffort {
  readonly maxMarkets?: number;
  readonly maxCoins?: number;
}

/** The attacks that an audit of version 1 found. */
export function fullWorldAttacks(
  world: FullWorld,
  random: Random,
  versions: Versions,
  { maxMarkets, maxCoins }: AttackEffort = {},
): AttackResult[] {
  return [
    ...marketAttacks(world.stage, random, versions, maxMarkets),
    ...loneAttacks(world, random, versions),
    ...assetAttacks(world, random, versions, maxCoins),
    ...volumeAttacks(world, random, versions),
    ...lxAttacks(world.stage, random, versions),
  ];
}

/** The attacks that an audit of version 2 found. */
export function laterAttacks(
  world: FullWorld,
  random: Random,
  { maxMarkets, maxCoins }: AttackEffort = {},
): AttackResult[] {
  return [
    ...collusionAttacks(world, random, LATEST, maxMarkets),
    ...failureAttacks(world, random, LATEST, maxMarkets, maxCoins),
    ...silentConstituents(
      world.part((m) => isLiquid(world, m), true),
      random,
      LATEST,
    ),
    ...quoteUnits(world.stage, LATEST),
  ];
}

function beside(before: readonly Commitment[], after: readonly Commitment[]): AttackResult[] {
  return after.map(({ promise, unit, limit, measured }, i) => ({
    attack: promise,
    measure: unit,
    limit,
    before: before[i]?.measured ?? NaN,
    after: measured,
  }));
}

/** One promise over all batches. */
export interface Promised {
  readonly group: string;
  readonly attack: string;
  readonly measure: string;
  readonly limit: number | undefined;
  /** The worst batch of the previous version; the median and the worst batch of the latest one. */
  readonly before: number;
  readonly median: number;
  readonly worst: number;
  readonly kept: number;
  readonly batches: number;
}

export function overBatches(batches: readonly (readonly GroupedResult[])[]): Promised[] {
  const [one = []] = batches;
  return one.map(({ group, attack, measure, limit }, row) => {
    const after = batches.map((results) => results[row]!.after).toSorted((a, b) => a - b);
    return {
      group,
      attack,
      measure,
      limit,
      before: Math.max(...batches.map((results) => results[row]!.before)),
      median: after[Math.floor(after.length / 2)]!,
      worst: after.at(-1)!,
      kept: after.filter((value) => limit === undefined || value <= limit).length,
      batches: batches.length,
    };
  });
}
