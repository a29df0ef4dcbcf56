import { THIRD } from './attacks/attack-result.ts';
import { ESTIMATORS, type Estimator } from './estimators.ts';
import {
  ALL_TOGETHER,
  CLEAN,
  HEAVY_FAILURES,
  ORDINARY_FAILURES,
  STARTS_AT,
  T1,
  T2,
  T3,
  THIN_MARKETS,
  type Scenario,
} from './market-scenarios.ts';
import type { Methodology } from '../../../src/engine/methodology.ts';
import { percentile, runMarket } from './run-market.ts';
import { runWorld, type WorldRun } from './run-world.ts';
import { simulatedWorld } from './simulated-world.ts';
import {
  DEPEG,
  FROZEN_DEPEG,
  HOSTILE_BTC_USD,
  LX_EXCHANGES,
  LX_FAKED,
  LX_VOLUME,
  QUIET_WORLD,
  type WorldScenario,
} from './world-scenarios.ts';

export interface Effort {
  readonly seeds: readonly number[];
  readonly ticks: number;
  /** All failures together are at the limit of the commitment, so more runs are needed. */
  readonly together: { readonly seeds: readonly number[]; readonly ticks: number };
  /** For each of thirty attacks. */
  readonly attacks: { readonly seeds: readonly number[]; readonly ticks: number };
  readonly worldSeeds: readonly number[];
  readonly worldTicks: number;
  /** One index of eight exchanges says little about a world, so more runs are needed. */
  readonly lxSeeds: readonly number[];
  readonly lxTicks: number;
}

/** Basis points; p99 unless stated otherwise. */
export interface EstimatorResult {
  readonly estimator: string;
  readonly cleanMedian: number;
  readonly clean: number;
  /** By the name of the failure. */
  readonly ordinary: Readonly<Record<string, number>>;
  readonly together: number;
  readonly heavy: Readonly<Record<string, number>>;
  /** The worst of all pushes. */
  readonly t1: number;
  readonly t2: number;
  readonly t3: number;
  /** Ticks until a 10 % crash shows within 50 bps, for the slowest seed. */
  readonly crashTicks: number;
  readonly thin: Readonly<Record<string, number>>;
}

export interface WorldResult {
  readonly lxClean: number;
  readonly lxVolume: number;
  readonly lxFaked: number;
  readonly lxExchanges: number;
  /** Lowest share of traded assets with a rate, over all scenarios. */
  readonly coverage: number;
  readonly top300: number;
  readonly btcClean: number;
  /** Distance of BTC from its price without the disturbance. */
  readonly btcShiftHostile: number;
  readonly btcShiftFrozenDepeg: number;
  readonly usdtFrozenDepeg: number;
}

const EXCHANGES = 40;
const CRASH = -0.1;
const FOLLOWED_BPS = 50;

type Runs = Pick<Effort, 'seeds' | 'ticks'>;

export function measureMarkets(
  effort: Effort,
  estimators: readonly Estimator[] = ESTIMATORS,
): EstimatorResult[] {
  const summary = (scenario: Scenario, runs: Runs, exchanges: number, share: number) =>
    summarise(scenario, estimators, runs, exchanges, (errors) => percentile(errors, share));
  const p99 = (scenario: Scenario, exchanges = EXCHANGES) => summary(scenario, effort, exchanges, 0.99);
  const clean = p99(CLEAN);
  const cleanMedian = summary(CLEAN, effort, EXCHANGES, 0.5);
  const ordinary = named(ORDINARY_FAILURES, p99);
  const together = summary(ALL_TOGETHER, effort.together, EXCHANGES, 0.99);
  const heavy = named(HEAVY_FAILURES, p99);
  const attacks = [T1, T2, T3].map((attack) =>
    attack.map((scenario) => summary(scenario, effort.attacks, EXCHANGES, 0.99)),
  );
  const thin = THIN_MARKETS.map(
    ({ scenario, exchanges }) => [scenario.name, p99(scenario, exchanges)] as const,
  );
  const crash = crashTicks(effort.seeds, estimators);
  const pick = (rows: readonly (readonly [string, Map<string, number>])[], estimator: string) =>
    Object.fromEntries(rows.map(([name, values]) => [name, values.get(estimator)!]));
  return estimators.map(({ name }) => {
    const [t1 = NaN, t2 = NaN, t3 = NaN] = attacks.map((runs) =>
      Math.max(...runs.map((run) => run.get(name)!)),
    );
    return {
      estimator: name,
      cleanMedian: cleanMedian.get(name)!,
      clean: clean.get(name)!,
      ordinary: pick(ordinary, name),
      together: together.get(name)!,
      heavy: pick(heavy, name),
      t1,
      t2,
      t3,
      crashTicks: crash.get(name)!,
      thin: pick(thin, name),
    };
  });
}

function named(scenarios: readonly Scenario[], measure: (scenario: Scenario) => Map<string, number>) {
  return scenarios.map((scenario) => [scenario.name, measure(scenario)] as const);
}

function summarise(
  scenario: Scenario,
  estimators: readonly Estimator[],
  { seeds, ticks }: Runs,
  exchanges: number,
  summary: (errors: readonly number[]) => number,
): Map<string, number> {
  const runs = seeds.map((seed) => runMarket(scenario, estimators, { seed, exchanges, ticks }));
  return new Map(estimators.map(({ name }) => [name, summary(runs.flatMap((run) => run.get(name)!))]));
}

function crashTicks(seeds: readonly number[], estimators: readonly Estimator[]): Map<string, number> {
  const shockAt = { tick: STARTS_AT + 20, share: CRASH };
  const runs = seeds.map((seed) =>
    runMarket(CLEAN, estimators, { seed, exchanges: EXCHANGES, ticks: STARTS_AT + 60, shockAt }),
  );
  const followed = (errors: readonly number[]) =>
    1 + errors.slice(20).findLastIndex((error) => error > FOLLOWED_BPS) + 1;
  return new Map(
    estimators.map(({ name }) => [name, Math.max(...runs.map((run) => followed(run.get(name)!)))]),
  );
}

export function measureWorld(
  { worldSeeds, worldTicks, lxSeeds, lxTicks }: Effort,
  methodology: Methodology = THIRD,
): WorldResult {
  const worlds = new Map([...worldSeeds, ...lxSeeds].map((seed) => [seed, simulatedWorld(seed)]));
  const run = (scenario: WorldScenario, seeds = worldSeeds, ticks = worldTicks) =>
    seeds.map((seed) => runWorld(scenario, worlds.get(seed)!, seed, ticks, methodology));
  const clean = run(QUIET_WORLD);
  const hostile = run(HOSTILE_BTC_USD);
  const depeg = run(DEPEG);
  const frozen = run(FROZEN_DEPEG);
  const all = (runs: readonly WorldRun[], key: 'lxErrors' | 'topErrors' | 'btcErrors' | 'usdtErrors') =>
    percentile(
      runs.flatMap((one) => one[key]),
      0.99,
    );
  const worst = (scenarios: readonly WorldScenario[]) =>
    Math.max(...scenarios.map((scenario) => all(run(scenario, lxSeeds, lxTicks), 'lxErrors')));
  return {
    lxClean: all(clean, 'lxErrors'),
    lxVolume: worst(LX_VOLUME),
    lxFaked: worst(LX_FAKED),
    lxExchanges: worst(LX_EXCHANGES),
    coverage: Math.min(...[clean, hostile, depeg, frozen].flat().map(({ coverage }) => coverage)),
    top300: Math.max(...[clean, hostile, depeg, frozen].map((runs) => all(runs, 'topErrors'))),
    btcClean: all(clean, 'btcErrors'),
    btcShiftHostile: shift(hostile, clean),
    btcShiftFrozenDepeg: shift(frozen, depeg),
    usdtFrozenDepeg: all(frozen, 'usdtErrors'),
  };
}

function shift(disturbed: readonly WorldRun[], undisturbed: readonly WorldRun[]): number {
  const shifts = disturbed.flatMap(({ btc }, i) =>
    btc.map((price, tick) => Math.abs(price / undisturbed[i]!.btc[tick]! - 1) * 1e4),
  );
  return percentile(shifts, 0.99);
}
