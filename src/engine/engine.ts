import type { FlagMask } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import { rememberAsset } from './gwa/asset-case.ts';
import type { EngineReference } from './engine-reference.ts';
import { assetMemory, emptyState, rememberMarket, type EngineState } from './engine-state.ts';
import { rememberLx, tickVolumeOf } from './lx/lx.ts';
import { remember } from './market/market-outcome.ts';
import { marketCaps, type MarketCap, type RankedAsset } from './day/market-cap.ts';
import { methodologyAt, type Methodology } from './methodology.ts';
import { capped, roundSignificant } from './numbers/rounding.ts';
import { runAssets, type AssetsRun } from './gwa/run-assets.ts';
import { runLx, type LxRun } from './lx/run-lx.ts';
import { firstWorth } from './market/first-worth.ts';
import { runMarkets, type MarketsRun } from './market/run-markets.ts';
import { SCREEN_OUTCOMES, type TickerRefusal } from './market/screen.ts';
import { exchangeQuality } from './quality/exchange-quality.ts';
import { assetQuality, lxQuality, marketQuality } from './quality/index-quality.ts';
import type { TickInput } from './tick-input.ts';
import type { AssetColumns, LxValue, TickOutput, TickQuality, ValueColumns } from './tick-output.ts';

/** A computed tick with all intermediate results. */
export interface TickRun {
  readonly markets: MarketsRun;
  readonly assets: AssetsRun;
  readonly lx: readonly LxRun[];
}

export function runTick(
  reference: EngineReference,
  input: TickInput,
  methodology: Methodology = methodologyAt(input.at),
): TickRun {
  let markets = runMarkets(reference, input, methodology);
  let assets = runAssets(reference, input, markets, methodology);
  const priceOf = (asset: number) => assets.outcomes[asset]!.price;
  const quoteUsd = firstWorth(reference, input, markets, priceOf, methodology);
  if (quoteUsd) {
    markets = runMarkets(reference, input, methodology, markets.previousUsd, quoteUsd);
    assets = runAssets(reference, input, markets, methodology);
  }
  return { markets, assets, lx: runLx(reference, input, markets, assets, methodology) };
}

/**
 * Computes one tick. The same reference, input and methodology give the same bytes, on every machine and for every order of
 * arrival. Does not change the input.
 */
export function computeTick(
  reference: EngineReference,
  input: TickInput,
  methodology: Methodology = methodologyAt(input.at),
): TickOutput {
  return outputOf(reference, input, runTick(reference, input, methodology), methodology);
}

/** The output of a tick that was run. */
export function outputOf(
  reference: EngineReference,
  input: TickInput,
  run: TickRun,
  methodology: Methodology,
): TickOutput {
  const gwa = assetColumns(run.assets);
  const state = nextState(reference, input, run);
  return {
    at: input.at,
    methodology: methodology.version,
    mwa: marketColumns(run.markets),
    gwa,
    lx: lxValues(run.lx),
    outcomes: run.markets.screened.outcome,
    refusals: countRefusals(run.markets.screened.outcome),
    marketCaps: marketCapsOf(reference, input.at, gwa, state, methodology),
    quality: qualityOf(reference, run),
    state,
  };
}

function qualityOf(reference: EngineReference, { markets, assets, lx }: TickRun): TickQuality {
  return {
    mwa: marketQuality(reference, markets),
    gwa: assetQuality(reference, markets, assets),
    lx: lx.filter(({ outcome }) => outcome.price > 0).map(lxQuality),
    exchanges: exchangeQuality(reference, markets, assets),
  };
}

/** Market caps of published values. `state` is the state after their tick. */
export function marketCapsOf(
  reference: EngineReference,
  at: Millis,
  gwa: ValueColumns,
  { assets }: EngineState,
  methodology: Methodology = methodologyAt(at),
): MarketCap[] {
  const since = at - methodology.gwa.carryMs;
  const ranked: RankedAsset[] = [];
  gwa.price.forEach((price, asset) => {
    if (price === 0 || assets.realAt[asset]! < since) return;
    const volume = gwa.volume[asset]!;
    const flags = gwa.flags[asset]!;
    ranked.push({ asset, price, volume, volumeUsd: volumeInUsd(volume, price), flags });
  });
  return marketCaps(reference, ranked, methodology);
}

function marketColumns({ outcomes }: MarketsRun): ValueColumns {
  const volume = new Float64Array(outcomes.length);
  outcomes.forEach((outcome, m) => (volume[m] = outcome.volume));
  return { ...pricesAndFlags(outcomes), volume };
}

function assetColumns({ outcomes, volume }: AssetsRun): AssetColumns {
  const volumeUsd = new Float64Array(outcomes.length);
  outcomes.forEach(({ price }, asset) => {
    if (price > 0) volumeUsd[asset] = volumeInUsd(volume[asset]!, price);
  });
  return { ...pricesAndFlags(outcomes), volume, volumeUsd };
}

function volumeInUsd(volume: number, price: number): number {
  return roundSignificant(capped(volume * price));
}

function pricesAndFlags(outcomes: readonly { readonly price: number; readonly flags: FlagMask }[]) {
  const price = new Float64Array(outcomes.length);
  const flags = new Uint16Array(outcomes.length);
  outcomes.forEach((outcome, i) => {
    price[i] = outcome.price;
    flags[i] = outcome.flags;
  });
  return { price, flags };
}

function lxValues(runs: readonly LxRun[]): LxValue[] {
  return runs
    .filter(({ outcome }) => outcome.price > 0)
    .map(({ index, outcome: { price, volume, tickUnits, flags } }) => ({
      indexId: index.indexId,
      price,
      volume,
      tickVolume: tickVolumeOf(tickUnits),
      tickUnits,
      flags,
    }));
}

function nextState(
  reference: EngineReference,
  { at, state }: TickInput,
  { markets, assets, lx }: TickRun,
): EngineState {
  const next = emptyState(reference);
  markets.outcomes.forEach((outcome, m) => {
    rememberMarket(next, m, remember(outcome, state.markets.realAt[m]!, at));
  });
  assets.outcomes.forEach((outcome, asset) => {
    const { price, realAt, holdTicks, flags } = rememberAsset(outcome, assetMemory(state, asset), at);
    next.assets.price[asset] = price;
    next.assets.realAt[asset] = realAt;
    next.assets.holdTicks[asset] = holdTicks;
    next.assets.flags[asset] = flags;
  });
  next.assets.volume.set(assets.volume);
  next.tradedAt.set(lx.flatMap(({ constituents }) => constituents.map(({ tradedAt }) => tradedAt)));
  return { ...next, lx: lx.map(({ outcome }, i) => rememberLx(outcome, state.lx[i]!, at)) };
}

function countRefusals(outcomes: Uint8Array): Record<TickerRefusal, number> {
  const counts = new Uint32Array(SCREEN_OUTCOMES.length);
  for (const outcome of outcomes) counts[outcome]!++;
  const reasons = SCREEN_OUTCOMES.flatMap((outcome, code) =>
    outcome === 'ACCEPTED' || outcome === 'NO_TICKER' ? [] : ([[outcome, counts[code]!]] as const),
  );
  return Object.fromEntries(reasons) as Record<TickerRefusal, number>;
}
