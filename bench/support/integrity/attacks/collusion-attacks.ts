import type { TickerColumns } from '../../../../src/engine/market/market-tickers.ts';
import { estimateMarket, type Observation } from '../../../../src/engine/market/estimate-market.ts';
import type { Methodology } from '../../../../src/engine/methodology.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';
import type { FullWorld } from '../full-world.ts';
import { Random } from '../random.ts';
import type { Stage } from '../stage.ts';
import { push } from '../ticker-copies.ts';
import { displacementBps, most, ofBoth, type AttackResult, type Versions } from './attack-result.ts';
import { pushed } from './market-attacks.ts';
import { described, situationsOf, type Situation } from './market-situation.ts';

const PUSHES = [0.0015, 0.003, 0.0045, 0.006, 0.008, 0.011, 0.015, 0.025, 0.045, 0.1, 0.23, 0.5];
/** Number of bisection steps between two of these pushes, to find the largest one without a flag. */
const REFINEMENTS = 4;
/** Factor of the volume that all others together report. */
const VOLUME_TIMES = 100;
/** For how many ticks the others have been quiet while the hostile exchanges are fresh. */
const QUIET_TICKS = [0, 5];
/** Distance between colluders, so that no two have the same price. */
const SPREADS = [0, 0.0015, 0.006];
const EXAMPLES = 3;

/** Observations of a group of exchanges of one market. */
interface Group {
  readonly members: ReadonlySet<number>;
  readonly quietTicks: number;
  readonly spread: number;
}

interface Reached {
  readonly bps: number;
  readonly observations: readonly Observation[];
}

function attacked({ observations }: Situation, group: Group, by: number): Observation[] {
  const { members, quietTicks, spread } = group;
  let behind = 0;
  const others = observations.reduce((sum, { volume }, i) => (members.has(i) ? sum : sum + volume), 0);
  return observations.map((one, i) => {
    if (!members.has(i)) return { ...one, k: one.k + quietTicks };
    const own = by - Math.sign(by) * Math.min(spread * behind++, Math.abs(by));
    return { ...pushed(one, own), volume: (VOLUME_TIMES * others) / members.size };
  });
}

/** The furthest that a group can move an unflagged value: its best push, refined to the largest nearby push without a flag. */
function furthestUnflagged(situation: Situation, group: Group, methodology: Methodology): Reached {
  const { context, honest } = situation;
  let best: Reached = { bps: 0, observations: [] };
  const attempt = (by: number) => {
    const observations = attacked(situation, group, by);
    const { price, flags } = estimateMarket(observations, context, methodology);
    const bps = flags === 0 && price > 0 ? displacementBps(price, honest.price) : -1;
    if (bps > best.bps) best = { bps, observations };
    return bps;
  };
  for (const side of [1, -1]) {
    const reached = PUSHES.map((size) => attempt(side * size));
    const last = reached.findLastIndex((bps) => bps >= 0);
    if (last < 0 || last === PUSHES.length - 1) continue;
    let [low, high] = [PUSHES[last]!, PUSHES[last + 1]!];
    for (let n = 0; n < REFINEMENTS; n++) {
      const middle = (low + high) / 2;
      if (attempt(side * middle) >= 0) low = middle;
      else high = middle;
    }
  }
  return best;
}

interface Worst extends Reached {
  readonly situation: Situation;
  readonly group: Group;
}

/** For each market, the furthest that any of these groups moves it without a flag. */
function worstOf(
  situations: readonly Situation[],
  groupsOf: (situation: Situation) => readonly ReadonlySet<number>[],
  methodology: Methodology,
): Worst[] {
  return situations.flatMap((situation) => {
    let worst: Worst | undefined;
    for (const members of groupsOf(situation)) {
      for (const quietTicks of QUIET_TICKS) {
        for (const spread of members.size > 1 ? SPREADS : [0]) {
          const group = { members, quietTicks, spread };
          const reached = furthestUnflagged(situation, group, methodology);
          if (!worst || reached.bps > worst.bps) worst = { ...reached, situation, group };
        }
      }
    }
    return worst ?? [];
  });
}

function exampleOf(stage: Stage, { situation, group, observations }: Worst, methodology: Methodology) {
  const hostile = new Set([...group.members].map((i) => situation.observations[i]!.exchangeId));
  const estimate = estimateMarket(observations, situation.context, methodology);
  return described(stage, situation, observations, hostile, estimate);
}

/** The sampled markets, the same for both versions: those with a value and at least `fewest` exchanges. */
function sampled(stage: Stage, random: Random, versions: Versions, fewest: number, maxMarkets: number) {
  const { price } = stage.honestValues(versions.before).mwa;
  const markets = random
    .shuffled([...stage.reference.marketIds.keys()])
    .filter((m) => price[m]! > 0 && stage.listingsWithTickers(m).length >= fewest)
    .slice(0, maxMarkets);
  return (situations: readonly Situation[]) => markets.map((m) => situations[m]!);
}

const ofTierB = ({ observations }: Situation) =>
  [...observations.keys()].filter((i) => observations[i]!.trust > 0 && observations[i]!.trust < 1);

/** The freshest, the largest, and some random ones, seeded by market, so that both versions are attacked alike. */
function tierBGroups(situation: Situation, size: number, seed: (market: number) => Random) {
  const { observations, market } = situation;
  const all = ofTierB(situation);
  if (all.length < size) return [];
  const random = seed(market);
  const by = (key: (one: Observation) => number) =>
    all.toSorted((a, b) => key(observations[a]!) - key(observations[b]!)).slice(0, size);
  return [by(({ k }) => k), by(({ volume }) => -volume), random.shuffled(all).slice(0, size)].map(
    (members) => new Set(members),
  );
}

const MAX_TRIED = 6;

/** One exchange of any tier: for each market, some of its exchanges in turn. */
function one(
  stage: Stage,
  seed: (market: number) => Random,
  random: Random,
  versions: Versions,
  maxMarkets: number,
): AttackResult[] {
  const take = sampled(stage, random, versions, 2, maxMarkets);
  const measures = [
    { measure: 'markets moved by more than 50 bps, unflagged', limit: 0 },
    { measure: 'bps, unflagged, worst', limit: 50 },
  ];
  return ofBoth(versions, 'one exchange of any tier, adaptive', measures, (methodology, examples) => {
    const worst = worstOf(
      take(situationsOf(stage, methodology)),
      ({ observations, market }) =>
        seed(market)
          .shuffled([...observations.keys()])
          .slice(0, MAX_TRIED)
          .map((i) => new Set([i])),
      methodology,
    );
    const moved = worst.filter(({ bps }) => bps > 50).toSorted((a, b) => b.bps - a.bps);
    examples.push(...moved.slice(0, EXAMPLES).map((each) => exampleOf(stage, each, methodology)));
    return [moved.length, most(worst.map(({ bps }) => bps))];
  });
}

function several(
  stage: Stage,
  seed: (market: number) => Random,
  random: Random,
  versions: Versions,
  size: number,
  maxMarkets: number,
): AttackResult[] {
  const take = sampled(stage, random, versions, 3, maxMarkets);
  const isCommitted = size === 2;
  const measures = [
    {
      measure: 'markets moved by more than 100 bps, unflagged, of those unflagged before',
      ...(isCommitted && { limit: 0 }),
    },
    { measure: 'markets moved by more than 100 bps, unflagged' },
    { measure: 'bps, unflagged, worst' },
  ];
  const attack = `${size} colluding tier-B exchanges, adaptive`;
  return ofBoth(versions, attack, measures, (methodology, examples) => {
    const worst = worstOf(
      take(situationsOf(stage, methodology)),
      (situation) => tierBGroups(situation, size, seed),
      methodology,
    );
    const moved = worst.filter(({ bps }) => bps > 100).toSorted((a, b) => b.bps - a.bps);
    const unflaggedBefore = moved.filter(({ situation }) => situation.honest.flags === 0);
    const shown = [...unflaggedBefore.slice(0, EXAMPLES), ...moved.slice(0, EXAMPLES)];
    examples.push(...[...new Set(shown)].map((each) => exampleOf(stage, each, methodology)));
    return [unflaggedBefore.length, moved.length, most(worst.map(({ bps }) => bps))];
  });
}

/** A coin that prices no other asset, and two exchanges of tier B that list one of its quorum markets. */
interface Pair {
  readonly asset: number;
  readonly market: number;
  readonly listings: readonly number[];
}

function pairsOf(stage: Stage, random: Random, { before }: Versions): Pair[] {
  const { reference, honest } = stage;
  const { price } = stage.honestValues(before).mwa;
  const quotes = new Set(reference.quote);
  return random.shuffled([...reference.assetIds.keys()]).flatMap((asset) => {
    if (quotes.has(asset)) return [];
    const [found] = random.shuffled(reference.marketsOfAsset[asset]!).flatMap((market) => {
      const fresh = stage.listingsWithTickers(market).filter((i) => honest.tickers.k[i]! < 20);
      const untrusted = fresh.filter((i) => stage.exchangeOf(i).tier === 'B');
      if (!(price[market]! > 0) || fresh.length < 3 || untrusted.length < 2) return [];
      const exchanges = new Set(
        random
          .shuffled(untrusted)
          .slice(0, 2)
          .map((i) => reference.listingExchange[i]!),
      );
      const listings = reference.marketsOfAsset[asset]!.flatMap((m) =>
        stage.listingsWithTickers(m).filter((i) => exchanges.has(reference.listingExchange[i]!)),
      );
      return [{ asset, market, listings }];
    });
    return found ?? [];
  });
}

const WALK_TICKS = 4;
const WALK = 1.23;

function pushAll(stage: Stage, tickers: TickerColumns, { listings }: Pair, by: number): void {
  for (const i of listings) {
    const others = stage.listingsWithTickers(stage.reference.listingMarket[i]!);
    const volume = others.reduce((sum, other) => sum + stage.honest.tickers.volume[other]!, 0);
    push(tickers, i, by);
    tickers.volume[i] = 50 * volume;
  }
}

/** Two exchanges of tier B raise all their markets of a coin by 23 % per tick; the others keep their prices and are fresh. */
function walking(stage: Stage, random: Random, versions: Versions): AttackResult[] {
  const pairs = pairsOf(stage, random, versions);
  const measures = [
    { measure: 'MWA moved by more than 100 bps and unflagged at some tick', limit: 0 },
    { measure: 'GWA, likewise', limit: 0 },
    { measure: 'MWA moved by more than 100 bps, flagged or not' },
  ];
  const attack = 'two colluding tier-B exchanges, +23 % a tick, every coin that has them';
  return ofBoth(versions, attack, measures, (methodology, examples) => {
    const honest = stage.honestValues(methodology);
    const [mwas, gwas, moved] = [new Set<number>(), new Set<number>(), new Set<number>()];
    const attack = (tickers: TickerColumns, tick: number) => {
      tickers.k.set(stage.honest.tickers.k);
      for (const pair of pairs) pushAll(stage, tickers, pair, WALK ** (tick + 1));
    };
    let tick = 0;
    for (const { mwa, gwa } of stage.play(methodology, WALK_TICKS, attack)) {
      for (const { asset, market } of pairs) {
        const isMoved = displacementBps(mwa.price[market]!, honest.mwa.price[market]!) > 100;
        if (isMoved && mwa.price[market]! > 0) moved.add(market);
        if (isMoved && mwa.price[market]! > 0 && mwa.flags[market] === 0) {
          if (!mwas.has(market) && examples.length < EXAMPLES)
            examples.push(
              `MWA ${nameOf(stage, market)} at tick ${tick}: x ${mwa.price[market]! / honest.mwa.price[market]!}`,
            );
          mwas.add(market);
        }
        const isAssetMoved = displacementBps(gwa.price[asset]!, honest.gwa.price[asset]!) > 100;
        if (isAssetMoved && gwa.price[asset]! > 0 && gwa.flags[asset] === 0) {
          if (!gwas.has(asset) && examples.length < 2 * EXAMPLES)
            examples.push(
              `GWA ${stage.reference.symbols[asset]} at tick ${tick}: x ${gwa.price[asset]! / honest.gwa.price[asset]!}`,
            );
          gwas.add(asset);
        }
      }
      tick++;
    }
    return [mwas.size, gwas.size, moved.size];
  });
}

function nameOf({ reference }: Stage, market: number): string {
  return `${reference.symbols[reference.base[market]!]}/${reference.symbols[reference.quote[market]!]}`;
}

/** New exchanges that list a market of tier A and report a hundred times its volume. */
function newcomers(stage: Stage, random: Random, versions: Versions, maxMarkets: number): AttackResult[] {
  const take = sampled(stage, random, versions, 1, maxMarkets);
  const measures = [
    { measure: 'markets moved by more than 5 bps, unflagged', limit: 0 },
    { measure: 'bps, flagged or not, worst', limit: 5 },
  ];
  return [2, 3].flatMap((count) =>
    ofBoth(versions, `${count} new exchanges against tier A`, measures, (methodology, examples) => {
      const trusted = take(situationsOf(stage, methodology)).filter(({ observations }) =>
        observations.some(({ trust, k }) => trust === 1 && k < 20),
      );
      let worst = 0;
      const moved = new Set<number>();
      for (const situation of trusted) {
        const { observations, honest, context, market } = situation;
        const model = observations.find(({ trust }) => trust === 1);
        const volume = 100 * observations.reduce((sum, { volume }) => sum + volume, 0);
        for (const size of PUSHES) {
          for (const by of [size, -size]) {
            const fresh = Array.from({ length: count }, (_, n) => ({
              ...pushed({ ...model!, volume, trust: 0 }, by),
              exchangeId: `~new ${n}`,
            }));
            const all = [...observations, ...fresh];
            const estimate = estimateMarket(all, context, methodology);
            const bps = displacementBps(estimate.price, honest.price);
            worst = Math.max(worst, bps);
            if (bps <= 5 || estimate.flags !== 0) continue;
            if (!moved.has(market) && examples.length < EXAMPLES)
              examples.push(
                described(
                  stage,
                  situation,
                  all,
                  new Set(fresh.map(({ exchangeId }) => exchangeId)),
                  estimate,
                ),
              );
            moved.add(market);
          }
        }
      }
      return [moved.size, worst];
    }),
  );
}

const CREEP_TICKS = 120;
const CREEPS = [0.03, 0.049, 0.07, 0.099];

/** Colluders stay so close to the anchor that nothing is contested, and the anchor follows them: how far it moves in an hour. */
function creeping(
  stage: Stage,
  seed: (market: number) => Random,
  random: Random,
  versions: Versions,
  size: number,
  maxMarkets: number,
): AttackResult[] {
  const take = sampled(stage, random, versions, 3, maxMarkets);
  const measures = [
    { measure: '% up in an hour, unflagged, worst' },
    { measure: '% up in an hour, flagged or not, worst' },
    { measure: 'markets up by more than 10 %, flagged or not' },
  ];
  const attack = `${size} tier-B exchanges creep for an hour`;
  return ofBoth(versions, attack, measures, (methodology, examples) => {
    let [unflagged, any] = [0, 0];
    const far = new Set<number>();
    for (const situation of take(situationsOf(stage, methodology))) {
      const [members] = tierBGroups(situation, size, seed);
      if (!members || situation.honest.price === 0) continue;
      const base = attacked(situation, { members, quietTicks: 0, spread: 0 }, 0);
      for (const creep of CREEPS) {
        let memory = situation.context.memory!;
        for (let tick = 0; tick < CREEP_TICKS; tick++) {
          const to = (1 + creep) * (memory.anchor || memory.price);
          const observations = base.map((each, i) =>
            members.has(i) ? pushed(each, to / each.last - 1 + 1e-6 * (tick % 2)) : each,
          );
          const at = situation.context.at + tick * SLOT_MS;
          const estimate = estimateMarket(observations, { ...situation.context, at, memory }, methodology);
          ({ memory } = estimate);
          const up = 100 * (estimate.price / situation.honest.price - 1);
          any = Math.max(any, up);
          if (up > 10) far.add(situation.market);
          if (estimate.flags !== 0 || up <= unflagged) continue;
          unflagged = up;
          const hostile = new Set([...members].map((i) => situation.observations[i]!.exchangeId));
          examples[0] = `tick ${tick}: ${described(stage, situation, observations, hostile, estimate)}`;
        }
      }
    }
    return [unflagged, any, far.size];
  });
}

export function collusionAttacks(
  { stage }: FullWorld,
  random: Random,
  versions: Versions,
  maxMarkets = 30,
): AttackResult[] {
  const start = Math.floor(1e9 * random.next());
  const seed = (market: number) => new Random(start + market);
  return [
    ...one(stage, seed, random, versions, maxMarkets),
    ...several(stage, seed, random, versions, 2, 2 * maxMarkets),
    ...several(stage, seed, random, versions, 3, maxMarkets),
    ...walking(stage, random, versions),
    ...newcomers(stage, random, versions, maxMarkets),
    ...creeping(stage, seed, random, versions, 2, Math.ceil(maxMarkets / 2)),
    ...creeping(stage, seed, random, versions, 3, Math.ceil(maxMarkets / 2)),
  ];
}
