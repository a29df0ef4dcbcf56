import type { Millis } from '../../core/time.ts';
import type { EngineReference } from '../engine-reference.ts';
import { assetReach } from './asset-reach.ts';
import { collusionSize, GOAL, smallerCollusion, type CollusionSize } from './collusion.ts';
import { lxTarget } from './lx-target.ts';
import { marketTarget } from './market-target.ts';
import type { ResistanceInput } from './resistance-input.ts';

const BPS = 1e4;

/** How hard it is to move the values of one tick, in the order of its reference; undefined if not defined. */
export interface ResistanceFigures {
  readonly at: Millis;
  readonly markets: readonly (CollusionSize | undefined)[];
  readonly assets: readonly AssetResistance[];
  readonly lx: ReadonlyMap<string, CollusionSize>;
}

export interface AssetResistance {
  readonly oneExchangeBps: number | undefined;
  readonly collusion: CollusionSize | undefined;
}

const UNKNOWN: AssetResistance = { oneExchangeBps: undefined, collusion: undefined };

/**
 * The figures of a computed tick that are too expensive to compute at every tick. They follow from the tick's recorded inputs
 * alone. Undefined if its methodology does not define them. Yields often, so that the caller can do other work between the steps.
 */
export function* resistanceFigures(
  scene: ResistanceInput,
): Generator<void, ResistanceFigures | undefined, void> {
  const { reference, input, run, methodology } = scene;
  if (methodology.mwa.oneExchangeReach === Infinity) return undefined;
  const markets: (CollusionSize | undefined)[] = [];
  for (let m = 0; m < reference.marketIds.length; m++)
    markets.push(yield* collusionSize(marketTarget(scene, m)));
  const assets: AssetResistance[] = [];
  for (let asset = 0; asset < reference.assetIds.length; asset++) {
    const reach = yield* assetReach(scene, asset);
    assets.push(
      reach === undefined
        ? UNKNOWN
        : { oneExchangeBps: reach * BPS, collusion: collusionOfAsset(scene, asset, reach, markets) },
    );
  }
  const lx = new Map<string, CollusionSize>();
  for (const index of run.lx) {
    const collusion = yield* collusionSize(lxTarget(scene, index));
    if (collusion) lx.set(index.index.indexId, collusion);
  }
  return { at: input.at, markets, assets, lx };
}

/** The same figures in the order of another reference. */
export function carryFigures(
  figures: ResistanceFigures,
  from: EngineReference,
  to: EngineReference,
): ResistanceFigures {
  const marketOf = (id: string) => figures.markets[from.marketIndex(id) ?? -1];
  const assetOf = (id: string) => figures.assets[from.assetIndex(id) ?? -1] ?? UNKNOWN;
  return { ...figures, markets: to.marketIds.map(marketOf), assets: to.assetIds.map(assetOf) };
}

/**
 * One if a single exchange can do it. Otherwise the smaller size of the two heaviest markets that no single exchange can move:
 * the markets that one can move are not sufficient.
 */
function collusionOfAsset(
  { reference, run }: ResistanceInput,
  asset: number,
  reach: number,
  markets: readonly (CollusionSize | undefined)[],
): CollusionSize {
  if (reach >= GOAL) return { exchanges: 1, isAtLeast: false };
  const { weight } = run.assets.rates;
  const [first, second] = reference.marketsOfAsset[asset]!.filter(
    (m) => weight[m]! > 0 && (markets[m]?.exchanges ?? 1) > 1,
  )
    .toSorted((a, b) => weight[b]! - weight[a]! || a - b)
    .map((m) => markets[m]);
  return smallerCollusion(first, second) ?? { exchanges: 2, isAtLeast: true };
}
