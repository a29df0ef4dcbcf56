import { maskOf } from '../../../../src/core/index-value.ts';
import { estimateMarket, type Observation } from '../../../../src/engine/market/estimate-market.ts';
import { marketMemory } from '../../../../src/engine/engine-state.ts';
import type { Methodology } from '../../../../src/engine/methodology.ts';
import { percentile } from '../run-market.ts';
import type { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { displacementBps, most, ofBoth, type AttackResult, type Versions } from './attack-result.ts';

/** One market of the world, with its observations and the value published without an attack. */
interface Target {
  readonly market: number;
  readonly observations: readonly Observation[];
  readonly crossRate: number;
  readonly trusted: number;
  readonly hostile: readonly number[];
}

interface Published {
  /** Distance from the value published without an attack. */
  readonly bps: number;
  /** Distance beyond the range of the other exchanges' bids and asks. */
  readonly beyondBps: number;
  /** Distance from the anchor, in percent of a thin market's gate. */
  readonly gatePercent: number;
  readonly flagged: boolean;
  readonly frozen: boolean;
}

const PUSHES = [0.0008, 0.002, 0.005, 0.0095, 0.03, 0.049, 0.1, 0.5].flatMap((size) => [size, -size]);
/** Factor of the volume that all others together report. */
const VOLUMES = [0.5, 100];
const MAX_HOSTILE = 3;
const MAX_MARKETS = 120;
const HELD = maskOf('SUSPECT', 'CARRIED');

/** Observations of the hostile exchanges and of the others. */
interface Said {
  readonly hostile: readonly Observation[];
  readonly others: readonly Observation[];
}

function said({ observations, hostile }: Target, count: number, push: number, times: number): Said {
  const members = new Set(hostile.slice(0, count));
  const others = observations.filter((_, i) => !members.has(i));
  const volume = (times * others.reduce((sum, one) => sum + one.volume, 0)) / count;
  const theirs = observations.filter((_, i) => members.has(i));
  return { others, hostile: theirs.map((one) => ({ ...pushed(one, push), volume })) };
}

export function pushed(one: Observation, push: number): Observation {
  const by = 1 + push;
  return { ...one, last: one.last * by, bid: (one.bid ?? 0) * by, ask: (one.ask ?? 0) * by, k: 0 };
}

function publish(
  stage: Stage,
  target: Target,
  { hostile, others }: Said,
  methodology: Methodology,
): Published {
  const memory = marketMemory(stage.stateBefore(methodology), target.market);
  const context = { at: stage.honest.at, memory, crossRate: target.crossRate };
  const { price, flags } = estimateMarket([...hostile, ...others], context, methodology);
  const honest = estimateMarket(target.observations, context, methodology);
  const frozen = price === 0 || (flags & HELD) !== 0;
  return {
    bps: displacementBps(price, honest.price),
    beyondBps: beyondBps(price, others),
    gatePercent: (100 * Math.abs(price / (memory.anchor || memory.price) - 1)) / methodology.mwa.gateToAnchor,
    flagged: flags !== 0,
    frozen,
  };
}

/** How far a price lies outside the range of these exchanges' bids, trades and asks. */
export function beyondBps(price: number, others: readonly Observation[]): number {
  const lowest = Math.min(...others.map(({ last, bid }) => Math.min(last, bid || last)));
  const highest = Math.max(...others.map(({ last, ask }) => Math.max(last, ask || last)));
  return 1e4 * Math.max(0, price / highest - 1, 1 - price / lowest);
}

/** Markets with a quorum; three random exchanges of each may turn hostile. */
function targetsOf(stage: Stage, random: Random, { before }: Versions, withCrossRate: boolean): Target[] {
  const { mwa } = stage.honestValues(before);
  return random.shuffled([...stage.reference.marketIds.keys()]).flatMap((market) => {
    const observations = stage.observationsOf(market, stage.honest.tickers, before);
    const honest = mwa.price[market]!;
    const fresh = observations.filter(({ k }) => k < 20);
    if (fresh.length < 3 || honest === 0 || mwa.flags[market] !== 0) return [];
    const untrusted = [...observations.keys()].filter((i) => observations[i]!.trust < 1);
    const hostile = random.shuffled(untrusted).slice(0, MAX_HOSTILE);
    if (hostile.length === 0) return [];
    const trusted = observations.filter(({ trust }) => trust === 1).length;
    return [{ market, observations, crossRate: withCrossRate ? honest : 0, trusted, hostile }];
  });
}

const unflagged = (published: readonly Published[]) =>
  most(published.filter(({ flagged }) => !flagged).map((one) => one.beyondBps));

/** One exchange of a quorum with any price and volume: the worst of all combinations, for each market. */
function oneOfQuorum(
  stage: Stage,
  versions: Versions,
  name: string,
  targets: readonly Target[],
  limits: readonly [number?, number?],
): AttackResult[] {
  const [p50, p90] = limits;
  const attack = `one exchange with faked volume, ${name}`;
  const measures = [
    { measure: 'bps, p50 of markets', ...(p50 && { limit: p50 }) },
    { measure: 'bps, p90 of markets', ...(p90 && { limit: p90 }) },
    { measure: 'bps beyond the others, unflagged, worst', limit: 50 },
    { measure: 'markets frozen', limit: 0 },
  ];
  return ofBoth(versions, attack, measures, (methodology) => {
    const byMarket = targets.map((target) =>
      PUSHES.flatMap((push) =>
        VOLUMES.map((times) => publish(stage, target, said(target, 1, push, times), methodology)),
      ),
    );
    const worst = byMarket.map((ways) => most(ways.filter(({ frozen }) => !frozen).map(({ bps }) => bps)));
    return [
      percentile(worst, 0.5),
      percentile(worst, 0.9),
      unflagged(byMarket.flat()),
      byMarket.filter((ways) => ways.some(({ frozen }) => frozen)).length,
    ];
  });
}

/** The honest exchanges are quiet for a time while the hostile ones are fresh. */
function freshnessCapture(
  stage: Stage,
  versions: Versions,
  name: string,
  targets: readonly Target[],
  count: number,
) {
  const many = targets.filter(
    ({ hostile, observations }) => hostile.length >= count && observations.length >= 2 * count + 2,
  );
  const attack = `${count} fresh while all others are quiet for 10 or 20 min, ${name}`;
  const measures = [
    // SPLIT reports 1 %; interpolation of the median and the clamp add to it.
    { measure: 'bps beyond the others, unflagged, worst', limit: count === 1 ? 50 : 115 },
    { measure: '% of the gate, flagged or not, worst', ...(count === 1 && { limit: 100 }) },
  ];
  return ofBoth(versions, attack, measures, (methodology) => {
    const published = many.flatMap((target) =>
      [20, 40].flatMap((quiet) =>
        [0.0095, 0.049, 0.24, 0.5].map((push) => {
          const aged = target.observations.map((one) => ({ ...one, k: quiet + Math.min(one.k, 3) }));
          return publish(
            stage,
            target,
            said({ ...target, observations: aged }, count, push, 100),
            methodology,
          );
        }),
      ),
    );
    return [unflagged(published), most(published.map((one) => one.gatePercent))];
  });
}

export function marketAttacks(
  stage: Stage,
  random: Random,
  versions: Versions,
  maxMarkets = MAX_MARKETS,
): AttackResult[] {
  const bare = targetsOf(stage, random, versions, false);
  const crossed = targetsOf(stage, random, versions, true);
  const without = (targets: readonly Target[]) =>
    targets.filter(({ trusted }) => trusted < 3).slice(0, maxMarkets);
  const trusting = bare.filter(({ trusted }) => trusted >= 4).slice(0, maxMarkets);
  return [
    ...oneOfQuorum(stage, versions, 'no tiers, no cross rate', without(bare), [20, 35]),
    ...oneOfQuorum(stage, versions, 'no tiers, cross rate', without(crossed), [20, 35]),
    ...oneOfQuorum(stage, versions, 'tiers', trusting, [20, 35]),
    ...[1, 2, 3].flatMap((count) => [
      ...freshnessCapture(stage, versions, 'no tiers, no cross rate', without(bare), count),
      ...freshnessCapture(stage, versions, 'no tiers, cross rate', without(crossed), count),
      ...freshnessCapture(stage, versions, 'tiers', trusting, count),
    ]),
  ];
}
