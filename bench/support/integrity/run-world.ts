import { computeTick } from '../../../src/engine/engine.ts';
import type { EngineReference } from '../../../src/engine/engine-reference.ts';
import { emptyState } from '../../../src/engine/engine-state.ts';
import type { Methodology } from '../../../src/engine/methodology.ts';
import { SLOT_MS } from '../../../src/core/time.ts';
import { errorBps, FIRST_TICK } from './run-market.ts';
import type { GraphWorld } from './simulated-world.ts';
import { WorldPrices } from './world-prices.ts';
import { WORLD_STARTS_AT, type WorldScenario } from './world-scenarios.ts';

/** Published and true values of each tick after the quiet start. */
export interface WorldRun {
  readonly btc: readonly number[];
  readonly btcErrors: readonly number[];
  readonly usdtErrors: readonly number[];
  readonly lxErrors: readonly number[];
  /** Errors of the 300 most traded assets together. */
  readonly topErrors: readonly number[];
  /** Lowest share of traded assets with a rate, over all ticks. */
  readonly coverage: number;
}

const TOP = 300;

export function runWorld(
  scenario: WorldScenario,
  world: GraphWorld,
  seed: number,
  ticks: number,
  methodology: Methodology,
): WorldRun {
  const { reference } = world;
  const prices = new WorldPrices(world, seed + 15_485_863);
  const disturb = scenario.start(world);
  const [btcAsset, usdtAsset] = [world.assetOf('bitcoin'), world.assetOf('tether')];
  const run = { btc: [], btcErrors: [], usdtErrors: [], lxErrors: [], topErrors: [] } as Record<
    string,
    number[]
  >;
  let state = emptyState(reference);
  let coverage = 1;
  for (let tick = 0; tick < ticks; tick++) {
    const at = FIRST_TICK + tick * SLOT_MS;
    scenario.event?.(world, prices, tick);
    const tickers = prices.step(tick, at, disturb);
    const input = { at, tickers, trades: prices.trades(tickers, at), state };
    const output = computeTick(reference, input, methodology);
    state = output.state;
    if (tick < WORLD_STARTS_AT) continue;
    const { price } = output.gwa;
    const errorOf = (asset: number) => errorBps(price[asset]!, prices.usd[asset]!);
    run.btc!.push(price[btcAsset]!);
    run.btcErrors!.push(errorOf(btcAsset));
    run.usdtErrors!.push(errorOf(usdtAsset));
    run.lxErrors!.push(errorBps(output.lx[0]?.price ?? 0, prices.usd[btcAsset]!));
    const traded = [...world.rank.keys()].filter((asset) => isTraded(reference, asset));
    const rated = traded.filter((asset) => price[asset]! > 0);
    coverage = Math.min(coverage, rated.length / traded.length);
    for (const asset of rated) {
      if (world.rank[asset]! >= 0 && world.rank[asset]! < TOP) run.topErrors!.push(errorOf(asset));
    }
  }
  return { ...(run as unknown as Omit<WorldRun, 'coverage'>), coverage };
}

/** Whether any exchange lists one of its markets. */
function isTraded({ marketsOfAsset, firstListing }: EngineReference, asset: number): boolean {
  return marketsOfAsset[asset]!.some((m) => firstListing[m + 1]! > firstListing[m]!);
}
