import { medianOfThree, quietQuorumOf, quorumsOf } from '../../engine/market/quorums.ts';
import { ballotFor, screenedTickers, type MarketView } from '../../engine/market/market-view.ts';
import { emptyTickers } from '../../engine/market/market-tickers.ts';
import { clampedAverage } from '../../engine/market/mwa.ts';
import { ACCEPTED, STALE } from '../../engine/market/screen.ts';
import { clamp } from '../../engine/numbers/clamp.ts';
import type { Methodology } from '../../engine/methodology.ts';
import type { TrustTier } from '../../core/exchange.ts';

/** The ticker of one listing at each slot of a run, and its freshness. */
export interface ShownListing {
  readonly tier: TrustTier;
  readonly bids: Float64Array;
  readonly asks: Float64Array;
  /** The last trade, within the quote. */
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  /** 0 if the listing is stale. */
  readonly freshness: Float64Array;
}

/**
 * With few steady listings the rules that limit outliers decide the average, so the engine itself computes it from the
 * tickers. These are honest, and none is rejected. `rates`: the prices that other markets imply, 0 if they imply none.
 */
export function fewSteadyAverage(
  shown: readonly ShownListing[],
  rates: Float64Array,
  methodologies: readonly Methodology[],
): Float64Array {
  const averages = new Float64Array(rates.length);
  const empty = emptyView(shown.length);
  let view: MarketView | undefined;
  for (let i = 0; i < averages.length; i++) {
    const methodology = methodologies[i]!;
    const isUnchanged =
      view?.methodology === methodology && rates[i] === rates[i - 1] && areUnchanged(shown, i);
    if (view?.methodology !== methodology) view = { ...empty, methodology };
    if (isUnchanged) averages[i] = averages[i - 1]!;
    else if (countAt(shown, i) < methodology.mwa.quorum)
      averages[i] = fewAt(shown, i, rates[i]!, methodology);
    else averages[i] = averageAt(shown, i, rates[i]!, view);
  }
  return averages;
}

/** Whether nothing has changed since the slot before, as is usual for rare listings. */
function areUnchanged(shown: readonly ShownListing[], i: number): boolean {
  for (const { prices, volumes, freshness } of shown) {
    if (freshness[i] !== freshness[i - 1]) return false;
    if (prices[i] !== prices[i - 1] || volumes[i] !== volumes[i - 1]) return false;
  }
  return true;
}

function countAt(shown: readonly ShownListing[], i: number): number {
  let count = 0;
  for (const { freshness } of shown) if (freshness[i]! > 0) count++;
  return count;
}

/**
 * The average of too few listings for a quorum. Their prices are not limited, except that two with a cross rate are
 * clamped to the median of the three.
 */
function fewAt(shown: readonly ShownListing[], i: number, rate: number, { mwa }: Methodology): number {
  if (mwa.pairWithin === 0 || rate === 0) return meanAt(shown, i, 0, Infinity);
  const [a, b] = shown.filter(({ freshness }) => freshness[i]! > 0).map(({ prices }) => prices[i]!);
  if (a === undefined || b === undefined) return meanAt(shown, i, 0, Infinity);
  const r = medianOfThree(a, b, rate);
  return meanAt(shown, i, r * (1 - mwa.clamp), r * (1 + mwa.clamp));
}

function meanAt(shown: readonly ShownListing[], i: number, lowest: number, highest: number): number {
  let [sum, weightSum] = [0, 0];
  for (const { prices, volumes, freshness } of shown) {
    const weight = volumes[i]! * freshness[i]!;
    sum += weight * clamp(prices[i]!, lowest, highest);
    weightSum += weight;
  }
  return sum / weightSum;
}

type WithoutRules = Omit<MarketView, 'methodology'>;

function emptyView(count: number): WithoutRules {
  return {
    tickers: { ...emptyTickers(count), trust: new Float64Array(count), standing: new Uint8Array(count) },
    screened: screenedTickers(count),
    ballot: ballotFor(count),
    from: 0,
    to: count,
    usd: { base: 0, quote: 0 },
  };
}

function averageAt(shown: readonly ShownListing[], i: number, rate: number, view: MarketView): number {
  const { effectiveExchanges } = view.methodology.mwa;
  const all = new EffectiveCount();
  const trusted = new EffectiveCount();
  for (let l = 0; l < shown.length; l++) {
    const freshness = show(view, l, shown[l]!, i);
    all.add(freshness);
    if (shown[l]!.tier === 'A') trusted.add(freshness);
  }
  const reference =
    all.number > effectiveExchanges
      ? quorumsOf(view, trusted.number > effectiveExchanges ? trusted.count : 0, rate)!.r
      : quietQuorumOf(view, rate).r;
  return clampedAverage(view, reference).price;
}

/** Passes a listing to the engine; returns its freshness. */
function show(
  { tickers, screened, methodology }: MarketView,
  l: number,
  { tier, bids, asks, prices, volumes, freshness }: ShownListing,
  i: number,
): number {
  const weight = freshness[i]!;
  screened.outcome[l] = weight > 0 ? ACCEPTED : STALE;
  screened.price[l] = prices[i]!;
  screened.freshness[l] = weight;
  screened.volume[l] = volumes[i]!;
  tickers.bid[l] = bids[i]!;
  tickers.ask[l] = asks[i]!;
  tickers.trust[l] = methodology.trust[tier];
  return weight;
}

/** The number of fresh listings, and their effective number, weighted by freshness. */
class EffectiveCount {
  count = 0;
  #sum = 0;
  #max = 0;

  add(freshness: number): void {
    if (freshness === 0) return;
    this.count++;
    this.#sum += freshness;
    if (freshness > this.#max) this.#max = freshness;
  }

  get number(): number {
    return this.count > 0 ? this.#sum / this.#max : 0;
  }
}
