import { isReal, maskOf } from '../../../src/core/index-value.ts';
import { ln } from '../../../src/core/numbers/ln-exp.ts';
import { WELL_KNOWN_ASSETS } from '../../../src/core/ids/well-known-ids.ts';
import { emptyState, type EngineState } from '../../../src/engine/engine-state.ts';
import { nodeMean } from '../../../src/engine/gwa/node-mean.ts';
import { enterEquation, noEquations, takesPart } from '../../../src/engine/gwa/rate-equations.ts';
import { assetsFromRates } from '../../../src/engine/gwa/run-assets.ts';
import { plainWeight } from '../../../src/engine/gwa/robust-step.ts';
import type { RateEquations, Rates } from '../../../src/engine/gwa/solve-rates.ts';
import { NO_HOLD } from '../../../src/engine/market/hold.ts';
import { isWeak, NO_MEMORY, type MarketOutcome } from '../../../src/engine/market/market-outcome.ts';
import { emptyTickers } from '../../../src/engine/market/market-tickers.ts';
import { screenedTickers } from '../../../src/engine/market/market-view.ts';
import { ACCEPTED } from '../../../src/engine/market/screen.ts';
import { InputLeaves } from '../../../src/engine/record/input-leaves.ts';
import { trustWeight } from '../../../src/engine/market/trust.ts';
import type { Methodology } from '../../../src/engine/methodology.ts';
import { explainAsset } from '../../../src/engine/receipt/explain-asset.ts';
import { layoutOf, type ReferenceLayout } from '../../../src/engine/reference-layout.ts';
import type { IndexReceipt } from '../contract.ts';
import { difference, type Difference } from './differences.ts';
import {
  assetsOf,
  exchangesOf,
  numberOf,
  timeOf,
  type GwaMarket,
  type Recomputed,
  type Task,
} from './receipt-parts.ts';

/**
 * For an asset that is a quote, x results from an elimination over all assets and not from the mean of its
 * own markets: the two differ by rounding.
 */
const ROUNDING_OF_LN = 1e-11;

/** Uses only the markets of the asset; the values and weights at their other ends are given. */
export function computeGwa({ receipt, at, methodology }: Task): Recomputed {
  const { indexId, markets = [] } = receipt;
  const reference = referenceOf(receipt, at);
  const asset = reference.assetIndex(indexId)!;
  const state = stateOf(reference, asset, receipt);
  const input = { at, tickers: emptyTickers(reference.listingMarket.length), trades: [], state };
  const trustOf = reference.exchanges.map((exchange) => trustWeight(exchange, at, methodology.trust));
  const screened = screenedTickers(reference.listingMarket.length);
  screened.outcome.fill(ACCEPTED);
  const known = markets.map((market) => ({ market, m: reference.marketIndex(market.marketId)! }));
  const outcomes: MarketOutcome[] = [];
  for (const { market, m } of known) outcomes[m] = outcomeOf(market, m, reference, trustOf, methodology);

  const previousUsd = worthBefore(reference, asset, receipt);
  const equations = noEquations(known.length);
  for (const { market, m } of known) {
    const memory = { ...NO_MEMORY, realAt: market.takesPart ? at : 0 };
    if (!takesPart(outcomes[m]!, memory, at, methodology)) continue;
    equations.takesPart[m] = 1;
    equations.value[m] = ln(outcomes[m]!.price);
    equations.deviation[m] = numberOf(market.deviation);
    if (isDeviationKnown(outcomes[m]!, m, reference, previousUsd))
      enterEquation(equations, m, outcomes[m]!, reference, previousUsd, methodology);
  }
  const rates = ratesOf(receipt, asset, reference, equations);
  const run = {
    outcomes,
    screened,
    crossRates: new Map(),
    previousUsd,
    quoteUsd: previousUsd,
    equations,
    trustOf,
  };
  const attested = new Uint8Array(reference.assetIds.length);
  for (const { otherAssetId, otherReal } of markets)
    if (otherReal) attested[reference.assetIndex(otherAssetId)!] = 1;
  const assets = assetsFromRates(reference, input, run, rates, attested, methodology);
  const tick = { reference, input, methodology, run: { markets: run, assets } };
  return {
    receipt: explainAsset(tick, indexId),
    inputsLeaf: (hash) => new InputLeaves(tick, hash).ofAsset(tick.run, asset),
    impossible: known.flatMap(({ market, m }) => weightless(market, m, rates, equations)),
  };
}

function referenceOf({ indexId, asset = '', markets = [] }: IndexReceipt, at: number): ReferenceLayout {
  const lines = markets.flatMap(({ marketId, exchanges }) =>
    exchanges.map((line) => ({
      ...line,
      marketId,
      exchangeStatus: 'ACTIVE' as const,
      marketStatus: 'ACTIVE' as const,
      qualified: 'YES' as const,
    })),
  );
  return layoutOf(
    {
      assets: assetsOf([[indexId, asset], ...markets.map((m) => [m.otherAssetId, m.otherAsset] as const)]),
      markets: markets.map(({ marketId: id, side, otherAssetId }) =>
        side === 'BASE'
          ? { id, baseAssetId: indexId, quoteAssetId: otherAssetId }
          : { id, baseAssetId: otherAssetId, quoteAssetId: indexId },
      ),
      exchanges: exchangesOf(lines, at),
    },
    WELL_KNOWN_ASSETS.USD,
  );
}

function stateOf(reference: ReferenceLayout, asset: number, { state }: IndexReceipt): EngineState {
  const before = emptyState({ ...reference, lx: [] });
  before.assets.price[asset] = numberOf(state.lastValue);
  before.assets.volume[asset] = numberOf(state.lastVolume);
  before.assets.realAt[asset] = timeOf(state.lastRealAt);
  before.assets.holdTicks[asset] = numberOf(state.holdTicks);
  before.assets.flags[asset] = maskOf(...(state.lastFlags ?? []));
  return before;
}

/**
 * The MWA as in the receipt. For a real one, its exchanges are known; before version 3 these determine
 * whether it is weak.
 */
function outcomeOf(
  market: GwaMarket,
  m: number,
  { firstListing, listingExchange }: ReferenceLayout,
  trustOf: readonly number[],
  { trust: { A: trusted }, mwa }: Methodology,
): MarketOutcome {
  const flags = maskOf(...market.flags);
  const followsReach = mwa.oneExchangeReach < Infinity;
  let trust = 0;
  let untrusted = false;
  for (let i = firstListing[m]!; i < firstListing[m + 1]!; i++) {
    const own = trustOf[listingExchange[i]!]!;
    trust += own;
    if (own !== trusted) untrusted = true;
  }
  return {
    price: Number(market.rate),
    volume: Number(market.volume),
    exchanges: market.exchanges.length,
    flags,
    quorums: undefined,
    quiet: undefined,
    hold: NO_HOLD,
    heldTicks: Number(market.heldTicks),
    anchor: 0,
    trust,
    weak: isReal(flags) && !followsReach ? isWeak(flags, untrusted) : market.weak,
    oneExchangeReach: undefined,
    isUnread: false,
  };
}

/** Values of assets at the previous tick; NaN if the receipt does not have them. */
function worthBefore(
  { assetIds, usd }: ReferenceLayout,
  asset: number,
  { state }: IndexReceipt,
): Float64Array {
  const worth = new Float64Array(assetIds.length).fill(NaN);
  worth[asset] = numberOf(state.lastValue);
  if (usd >= 0) worth[usd] = 1;
  return worth;
}

/**
 * The expected deviation of a real MWA follows from its volume and its exchanges, if the value of its base is
 * known.
 */
function isDeviationKnown(
  { flags }: MarketOutcome,
  m: number,
  { base, quote }: ReferenceLayout,
  worth: Float64Array,
): boolean {
  const baseUsd = worth[base[m]!]!;
  return isReal(flags) && (baseUsd > 0 || (baseUsd === 0 && !Number.isNaN(worth[quote[m]!]!)));
}

function ratesOf(
  { ln: said, markets = [] }: IndexReceipt,
  asset: number,
  reference: ReferenceLayout,
  { takesPart, value, deviation }: RateEquations,
): Rates {
  const x = new Float64Array(reference.assetIds.length);
  const weight = new Float64Array(markets.length);
  for (const market of markets) {
    const m = reference.marketIndex(market.marketId)!;
    const other = market.side === 'BASE' ? reference.quote[m]! : reference.base[m]!;
    if (market.otherLn !== undefined && other !== reference.usd) x[other] = Number(market.otherLn);
    if (takesPart[m] === 1) weight[m] = Math.min(Number(market.weight), plainWeight(deviation[m]!));
  }
  const own = reference.marketsOfAsset[asset]!;
  const reached = new Uint8Array(x.length);
  reached[asset] = asset === reference.usd || own.some((m) => weight[m]! > 0) ? 1 : 0;
  if (asset !== reference.usd) {
    const mean = nodeMean(asset, own, 0, own.length, reference, value, weight, x);
    x[asset] = Math.abs(Number(said) - mean) <= ROUNDING_OF_LN ? Number(said) : mean;
  } else x[asset] = 0;
  return { x, reached, weight };
}

/** A market that takes part in the value of an asset has a weight above 0, however far off it is. */
function weightless(
  { market }: GwaMarket,
  m: number,
  { weight, reached }: Rates,
  { takesPart }: RateEquations,
): Difference[] {
  if (takesPart[m] !== 1 || weight[m]! > 0 || !reached.includes(1)) return [];
  return [difference(`markets[${market}].weight`, '0', 'more than 0')];
}
