import { isReal } from '../../core/index-value.ts';
import { exp } from '../../core/numbers/ln-exp.ts';
import { decideAsset, type AssetOutcome } from './asset-case.ts';
import type { EngineReference } from '../engine-reference.ts';
import type { ReferenceLayout } from '../reference-layout.ts';
import { assetMemory } from '../engine-state.ts';
import { reachableAssets } from './reachable.ts';
import { solveRates, type Rates } from './solve-rates.ts';
import type { Methodology } from '../methodology.ts';
import { usable } from '../numbers/read-number.ts';
import { capped, roundSignificant } from '../numbers/rounding.ts';
import type { MarketsRun } from '../market/run-markets.ts';
import { ACCEPTED } from '../market/screen.ts';
import { heldTicks, residualOf, restsOn } from './asset-flags.ts';
import type { TickInput } from '../tick-input.ts';

export interface AssetsRun {
  /** One per asset. */
  readonly outcomes: readonly AssetOutcome[];
  /** The 24 h volume in units of the asset, over all its markets. */
  readonly volume: Float64Array;
  readonly rates: Rates;
  /** 1 for assets that real markets connect to USD. */
  readonly attested: Uint8Array;
}

/** Computes all GWAs of the tick. */
export function runAssets(
  reference: EngineReference,
  input: TickInput,
  markets: MarketsRun,
  methodology: Methodology,
): AssetsRun {
  const rates = solveRates(reference.solvePlan, markets.equations, methodology);
  const isAttested = (m: number) =>
    markets.equations.takesPart[m] === 1 && isReal(markets.outcomes[m]!.flags);
  const real = Uint8Array.from(markets.outcomes, (_, m) => (isAttested(m) ? 1 : 0));
  const attested = reachableAssets(reference.topology, real);
  return assetsFromRates(reference, input, markets, rates, attested, methodology);
}

/**
 * The same, from an existing solution. For each asset it needs only the asset's own markets, their weights, and which of the
 * assets on their other side are attested.
 */
export function assetsFromRates(
  reference: ReferenceLayout,
  input: TickInput,
  markets: MarketsRun,
  rates: Rates,
  attested: Uint8Array,
  methodology: Methodology,
): AssetsRun {
  const fresh = freshAssets(reference, markets, attested, methodology);
  const outcomes = reference.assetIds.map((_, asset): AssetOutcome => {
    if (asset === reference.usd) return { price: 1, flags: 0, holdTicks: 0 };
    const solved = {
      price: rates.reached[asset] === 1 ? roundSignificant(usable(exp(rates.x[asset]!))) : 0,
      fresh: fresh[asset] === 1,
      flags: methodology.gwa.flagged ? restsOn(reference, asset, markets, rates, methodology) : 0,
      heldTicks: () =>
        methodology.gwa.flagged ? heldTicks(reference, asset, markets, rates, methodology) : 0,
      isUnread: () => isUnread(reference, asset, markets),
      confirmed: () => isConfirmed(reference, asset, markets, rates, methodology),
    };
    return decideAsset(solved, assetMemory(input.state, asset), input.at, methodology);
  });
  return { outcomes, volume: volumesOf(reference, input, markets), rates, attested };
}

/** 1 for assets with a real market. If the methodology requires it, that market must have a path to USD through real markets. */
function freshAssets(
  { base, quote, assetIds }: ReferenceLayout,
  markets: MarketsRun,
  attested: Uint8Array,
  { gwa }: Methodology,
): Uint8Array {
  const fresh = new Uint8Array(assetIds.length);
  markets.outcomes.forEach(({ flags }, m) => {
    if (markets.equations.takesPart[m] !== 1 || !isReal(flags)) return;
    if (!gwa.needsRealPath || attested[quote[m]!] === 1) fresh[base[m]!] = 1;
    if (!gwa.needsRealPath || attested[base[m]!] === 1) fresh[quote[m]!] = 1;
  });
  return fresh;
}

/** Whether no market of the asset has an accepted ticker, and at least one has none because of ticker age. */
function isUnread(
  { marketsOfAsset, firstListing }: ReferenceLayout,
  asset: number,
  { outcomes, screened }: MarketsRun,
): boolean {
  let unread = false;
  for (const m of marketsOfAsset[asset]!) {
    if (outcomes[m]!.isUnread) unread = true;
    else if (screened.outcome.subarray(firstListing[m], firstListing[m + 1]).includes(ACCEPTED)) return false;
  }
  return unread;
}

/** Whether enough real markets, with enough distinct exchanges in total, show the new value. */
function isConfirmed(
  reference: ReferenceLayout,
  asset: number,
  { outcomes, equations, screened }: MarketsRun,
  { x }: Rates,
  { gwa }: Methodology,
): boolean {
  const { base, quote, firstListing, listingExchange } = reference;
  const exchanges = new Set<number>();
  let showing = 0;
  for (const m of reference.marketsOfAsset[asset]!) {
    if (equations.takesPart[m] !== 1 || !isReal(outcomes[m]!.flags)) continue;
    const residual = residualOf(equations.value[m]!, x, base[m]!, quote[m]!);
    if (residual > gwa.confirmsWithin || residual < -gwa.confirmsWithin) continue;
    showing++;
    for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++) {
      if (screened.outcome[i] === ACCEPTED) exchanges.add(listingExchange[i]!);
    }
  }
  return showing >= gwa.marketsToConfirm && exchanges.size >= gwa.exchangesToConfirm;
}

/**
 * The sum of the MWA volumes as base, and of volume x price as quote. An asset without any market today keeps its last volume.
 */
function volumesOf(
  { base, quote, assetIds }: ReferenceLayout,
  { state }: TickInput,
  { outcomes }: MarketsRun,
): Float64Array {
  const sums = new Float64Array(assetIds.length);
  outcomes.forEach(({ price, volume }, m) => {
    if (!(price > 0)) return;
    sums[base[m]!]! += volume;
    sums[quote[m]!]! += volume * price;
  });
  return sums.map((sum, asset) => (sum > 0 ? roundSignificant(capped(sum)) : state.assets.volume[asset]!));
}
