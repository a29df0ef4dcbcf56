import type { SimulatedWorld } from '../../../../src/simulator/world.ts';
import { computeTick } from '../../../../src/engine/engine.ts';
import { emptyState, type EngineState } from '../../../../src/engine/engine-state.ts';
import type { Methodology } from '../../../../src/engine/methodology.ts';
import type { TickOutput } from '../../../../src/engine/tick-output.ts';
import { FullWorld } from '../full-world.ts';
import type { Random } from '../random.ts';
import { percentile } from '../run-market.ts';
import { Stage } from '../stage.ts';
import { copyOf, scale } from '../ticker-copies.ts';
import { displacementBps, ofBoth, type AttackResult, type Versions } from './attack-result.ts';
import { flagsIn } from '../../../../src/core/index-value.ts';

const WARM_UP_TICKS = 12;
const TOP = 300;

type Columns = Pick<TickOutput['mwa'], 'price' | 'flags'>;

function shareFlagged({ price, flags }: Columns): number {
  const published = [...price.keys()].filter((i) => price[i]! > 0);
  return (100 * published.filter((i) => flags[i] !== 0).length) / published.length;
}

/** Number of values by flags, for `--examples`. */
function countsOf(name: string, { price, flags }: Columns): string {
  const counts = new Map<string, number>();
  price.forEach((value, i) => {
    const key = flagsIn(flags[i]!).join('+') || 'none';
    if (value > 0) counts.set(key, (counts.get(key) ?? 0) + 1);
  });
  const sorted = [...counts].toSorted(([, a], [, b]) => b - a);
  return `${name}: ${sorted.map(([key, count]) => `${key} ${count}`).join(', ')}`;
}

/** Share of honest values with a flag, with the usual faults. */
function flagged(stage: Stage, { assets }: FullWorld, versions: Versions): AttackResult[] {
  const measures = [
    { measure: '% of MWA flagged', limit: 58 },
    { measure: '% of GWA flagged', limit: 33 },
    { measure: `GWA flagged of the ${TOP} largest coins`, limit: 0 },
  ];
  return ofBoth(versions, 'honest values, usual faults', measures, (methodology, examples) => {
    const { mwa, gwa } = stage.honestValues(methodology);
    const top = [...gwa.price.keys()].filter(
      (asset) =>
        assets[asset]!.sector !== 'fiat' &&
        assets[asset]!.rank < TOP &&
        gwa.price[asset]! > 0 &&
        gwa.flags[asset] !== 0,
    );
    examples.push(countsOf('MWA', mwa), countsOf('GWA', gwa));
    for (const asset of top)
      examples.push(`${stage.reference.symbols[asset]}: ${flagsIn(gwa.flags[asset]!).join()}`);
    return [shareFlagged(mwa), shareFlagged(gwa), top.length];
  });
}

const CPU_RUNS = 7;

/** CPU time of a tick, measured alternately so that other work on the machine affects both versions alike. */
function cost(stage: Stage, versions: Versions): AttackResult {
  const { before, after } = versions;
  const cpuOf = (methodology: Methodology) => {
    const input = { ...stage.honest, state: stage.stateBefore(methodology) };
    const start = process.cpuUsage();
    computeTick(stage.reference, input, methodology);
    const { user, system } = process.cpuUsage(start);
    return user + system;
  };
  const runs = Array.from({ length: CPU_RUNS }, () => [cpuOf(before), cpuOf(after)] as const);
  const least = (which: 0 | 1) => Math.min(...runs.map((run) => run[which]));
  return {
    attack: 'CPU of a tick',
    measure: `times that of version ${before.version}`,
    before: 1,
    after: least(1) / least(0),
    limit: 1.1,
  };
}

const MOVE = 1.3;
const MOVED_AT = 3;
const LAG_TICKS = 34;
const COINS = 500;

/** Some coins really move by 30 %; each exchange shows it when it next changes its ticker. */
function lags(world: FullWorld, random: Random, versions: Versions): AttackResult[] {
  const full = world.stage.reference;
  const quotes = new Set(full.quote);
  const coins = new Set(
    random
      .shuffled([...full.assetIds.keys()])
      .filter((asset) => world.assets[asset]!.sector !== 'fiat' && !quotes.has(asset))
      .slice(0, COINS),
  );
  const stage = world.partWith(coins);
  const { reference, observations } = stage;
  const moving = new Set([...coins].map((asset) => reference.assetIndex(full.assetIds[asset]!)));
  const markets = [...reference.marketIds.keys()].filter((m) => moving.has(reference.base[m]!));
  const first = observations[MOVED_AT]!;
  const freshOf = (m: number) =>
    stage.listingsWithTickers(m).filter((i) => first.tickers.k[i]! >= 0 && first.tickers.k[i]! < 60);
  const kinds = [
    { name: 'quorum of 5 or more', takes: (m: number) => freshOf(m).length >= 5, median: 2 },
    { name: 'three exchanges', takes: (m: number) => freshOf(m).length === 3, median: 3 },
  ];
  const run = (methodology: Methodology): Map<number, number> => {
    const lag = new Map<number, number>();
    const honest = stage.honestValues(methodology).mwa.price;
    let state: EngineState = emptyState(reference);
    observations.forEach((observation, tick) => {
      const tickers = copyOf(observation.tickers);
      if (tick >= MOVED_AT) {
        for (const m of markets)
          for (const i of stage.listingsOf(m))
            if (tickers.k[i]! >= 0 && tickers.k[i]! <= tick - MOVED_AT) scale(tickers, i, MOVE);
      }
      const output = computeTick(reference, { ...observation, tickers, state }, methodology);
      ({ state } = output);
      if (tick < MOVED_AT) return;
      for (const m of markets) {
        const truth = MOVE * honest[m]!;
        if (lag.has(m) || tick < (since.get(m) ?? Infinity)) continue;
        if (displacementBps(output.mwa.price[m]!, truth) < 700 && output.mwa.price[m]! > 0)
          lag.set(m, tick - since.get(m)!);
      }
    });
    return lag;
  };
  /** The first tick at which at least half of a market's exchanges show the move. */
  const since = new Map<number, number>();
  for (const m of markets) {
    const fresh = freshOf(m);
    for (let tick = MOVED_AT; tick < observations.length && !since.has(m); tick++) {
      const { k } = observations[tick]!.tickers;
      if (2 * fresh.filter((i) => k[i]! <= tick - MOVED_AT).length >= fresh.length && fresh.length > 0)
        since.set(m, tick);
    }
  }
  const lagOf = new Map([versions.before, versions.after].map((each) => [each, run(each)]));
  return kinds.flatMap(({ name, takes, median }) => {
    const chosen = markets.filter((m) => takes(m) && since.has(m));
    const measures = [
      { measure: 'ticks behind, median of markets', limit: median },
      { measure: 'ticks behind, p90' },
    ];
    return ofBoth(versions, `real move of +30 %, ${name}`, measures, (methodology) => {
      const ticks = chosen.map((m) => lagOf.get(methodology)!.get(m) ?? LAG_TICKS);
      return [percentile(ticks, 0.5), percentile(ticks, 0.9)];
    });
  });
}

export function falseAlarms(
  world: SimulatedWorld,
  seed: number,
  random: Random,
  versions: Versions,
): AttackResult[] {
  const troubled = new FullWorld(world, seed, { faultRate: 1, quietTicks: MOVED_AT + LAG_TICKS });
  const { reference, observations } = troubled.stage;
  const stage = new Stage(reference, observations.slice(-WARM_UP_TICKS));
  return [...flagged(stage, troubled, versions), ...lags(troubled, random, versions), cost(stage, versions)];
}
