import { SLOTS_A_DAY } from '../../../core/time.ts';
import { freshnessWeight } from '../../../engine/market/freshness.ts';
import type { Methodology } from '../../../engine/methodology.ts';
import { clamp } from '../../../engine/market/mwa.ts';
import { medianOfThree } from '../../../engine/market/quorums.ts';
import { dayShareRun, type DayShareRun } from '../day-share-run.ts';
import type { PriceRun, PriceRuns } from '../price-runs.ts';
import { fillMoves, fillShownPrices } from '../rare-run.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import type { SimulatedMarket } from '../simulated-market.ts';
import { slotInRun, type SlotRun } from '../slot-run.ts';
import { addSteadyVolumes, fillSteadyPrices, isSteady } from '../steady-run.ts';

/** A market that is published: one with at least one qualified listing. */
export interface ModelledMarket {
  readonly marketId: string;
  /** Hash of seed and market. */
  readonly key: number;
  /** Positions of the assets in the world. */
  readonly base: number;
  readonly quote: number;
  /** The qualified ones. */
  readonly steady: readonly SimulatedListing[];
  readonly rare: readonly SimulatedListing[];
}

/** What the market says at each slot of a run, not rounded. */
export interface MarketVolumes {
  readonly volumes: Float64Array;
  /** How many exchanges contribute. */
  readonly exchanges: Uint16Array;
}

export interface MarketRun extends MarketVolumes {
  readonly prices: Float64Array;
}

/** What a rare listing contributes at each slot; a freshness of 0 where it is stale. */
interface RareContribution {
  readonly listing: SimulatedListing;
  readonly moves: Float64Array;
  readonly volumes: Float64Array;
  readonly freshness: Float64Array;
}

export function modelledMarket(listings: readonly SimulatedListing[]): ModelledMarket {
  const { marketId, marketKey: key, base, quote } = listings[0]!;
  const rare = listings.filter((listing) => !isSteady(listing));
  return { marketId, key, base, quote, steady: listings.filter(isSteady), rare };
}

/**
 * The market weighted average without tickers: what the engine makes of honest ones, from the few numbers about each
 * listing that matter to it. Rare listings show the price of their last move, as they do to the engine; steady ones are
 * taken at the middle of their quotes. What holds the average in place is taken from means instead of medians.
 */
export class ModelledMarkets {
  readonly #market: SimulatedMarket;
  readonly #methodology: Methodology;

  constructor(market: SimulatedMarket, methodology: Methodology) {
    this.#market = market;
    this.#methodology = methodology;
  }

  volumesOf(market: ModelledMarket, run: SlotRun): MarketVolumes {
    const shares = dayShareRun(market.key, run);
    return this.#sum(market, run, shares, this.#rareOf(market, run, shares));
  }

  /** The same without regard to when rare listings move: right for many markets together, and much cheaper. */
  smoothVolumesOf({ key, steady, rare }: ModelledMarket, run: SlotRun): Float64Array {
    const volumes = columnOf(run);
    const listings = rare.length > 0 ? [...steady, ...rare] : steady;
    addSteadyVolumes(listings, dayShareRun(key, run), this.#market.volumes, volumes);
    return volumes;
  }

  runOf(market: ModelledMarket, prices: PriceRuns): MarketRun {
    const { run } = prices;
    const rates = crossRates(prices.of(market.base), prices.of(market.quote));
    const shares = dayShareRun(market.key, run);
    const rare = this.#rareOf(market, run, shares);
    const sums = this.#sum(market, run, shares, rare);
    if (market.steady.length === 0) return { ...sums, prices: this.#rareAverage(rare, rates.now, prices) };
    const average = this.#steadyAverage(market, run, shares, rates);
    this.#joinRare(average, rare, prices);
    return { ...sums, prices: average.prices };
  }

  #rareOf({ steady, rare }: ModelledMarket, run: SlotRun, shares: DayShareRun): RareContribution[] {
    const leftOut = new Float64Array(run.count);
    const contributions = rare.map((listing): RareContribution => {
      const [moves, volumes, freshness] = [columnOf(run), columnOf(run), columnOf(run)];
      fillMoves(listing, run, 0, moves);
      fillMoves(listing, run, SLOTS_A_DAY, leftOut);
      this.#market.volumes.fillVolumes(listing, leftOut, moves, shares, volumes);
      return { listing, moves, volumes, freshness };
    });
    this.#weigh(contributions, run, steady.length > 0);
    return contributions;
  }

  /** As the engine weighs: relative to the listing that moved last. */
  #weigh(contributions: readonly RareContribution[], run: SlotRun, hasSteady: boolean): void {
    const freshest = columnOf(run);
    if (hasSteady) freshest.forEach((_, i) => (freshest[i] = slotInRun(run, i)));
    for (const { moves } of contributions) {
      for (let i = 0; i < run.count; i++) if (moves[i]! > freshest[i]!) freshest[i] = moves[i]!;
    }
    for (const { moves, freshness } of contributions) {
      for (let i = 0; i < run.count; i++) {
        freshness[i] = freshnessWeight(freshest[i]! - moves[i]!, this.#methodology.freshness);
      }
    }
  }

  #sum(
    { steady }: ModelledMarket,
    run: SlotRun,
    shares: DayShareRun,
    rare: readonly RareContribution[],
  ): MarketVolumes {
    const volumes = columnOf(run);
    const exchanges = new Uint16Array(run.count).fill(steady.length);
    if (steady.length > 0) addSteadyVolumes(steady, shares, this.#market.volumes, volumes);
    for (const contribution of rare) {
      for (let i = 0; i < run.count; i++) {
        if (contribution.freshness[i] === 0) continue;
        volumes[i]! += contribution.volumes[i]!;
        exchanges[i]!++;
      }
    }
    return { volumes, exchanges };
  }

  /** Steady listings hardly disagree, so their average needs nothing to hold it in place. */
  #steadyAverage({ steady }: ModelledMarket, run: SlotRun, shares: DayShareRun, rates: PriceRun): Average {
    const [prices, weights, shown, volumes] = [columnOf(run), columnOf(run), columnOf(run), columnOf(run)];
    for (const listing of steady) {
      volumes.fill(0);
      addSteadyVolumes([listing], shares, this.#market.volumes, volumes);
      fillSteadyPrices(listing, run, rates, shown);
      for (let i = 0; i < run.count; i++) {
        prices[i]! += volumes[i]! * shown[i]!;
        weights[i]! += volumes[i]!;
      }
    }
    for (let i = 0; i < run.count; i++) prices[i]! /= weights[i]!;
    return { prices, weights };
  }

  /** Beside steady listings rare ones weigh little, and no more than the clamp lets them say. */
  #joinRare({ prices, weights }: Average, rare: readonly RareContribution[], truth: PriceRuns): void {
    const shown = new Float64Array(prices.length);
    const share = this.#methodology.mwa.clamp;
    const middles = prices.slice();
    for (const { listing, moves, volumes, freshness } of rare) {
      fillShownPrices(listing, moves, truth, shown);
      for (let i = 0; i < prices.length; i++) {
        const weight = volumes[i]! * freshness[i]!;
        const price = clamp(shown[i]!, middles[i]! * (1 - share), middles[i]! * (1 + share));
        weights[i]! += weight;
        prices[i]! += ((price - prices[i]!) * weight) / weights[i]!;
      }
    }
  }

  #rareAverage(rare: readonly RareContribution[], rates: Float64Array, truth: PriceRuns): Float64Array {
    const { quorum, clamp: share } = this.#methodology.mwa;
    const shown = rare.map(({ listing, moves }) => {
      const prices = new Float64Array(rates.length);
      fillShownPrices(listing, moves, truth, prices);
      return prices;
    });
    const prices = new Float64Array(rates.length);
    for (let i = 0; i < prices.length; i++) {
      const { mean, evenMean, count } = opinionsAt(rare, shown, i);
      if (count < quorum) prices[i] = mean;
      else {
        const middle = medianOfThree(mean, evenMean, rates[i]!);
        prices[i] = clampedMean(rare, shown, i, middle * (1 - share), middle * (1 + share));
      }
    }
    return prices;
  }
}

interface Average {
  readonly prices: Float64Array;
  readonly weights: Float64Array;
}

function columnOf({ count }: SlotRun): Float64Array {
  return new Float64Array(count);
}

function crossRates(base: PriceRun, quote: PriceRun): PriceRun {
  return { now: ratios(base.now, quote.now), before: ratios(base.before, quote.before) };
}

function ratios(base: Float64Array, quote: Float64Array): Float64Array {
  const rates = new Float64Array(base.length);
  for (let i = 0; i < rates.length; i++) rates[i] = base[i]! / quote[i]!;
  return rates;
}

/** The mean by volume and freshness, and by freshness alone. */
function opinionsAt(rare: readonly RareContribution[], shown: readonly Float64Array[], i: number) {
  let [sum, weightSum, evenSum, evenWeightSum, count] = [0, 0, 0, 0, 0];
  for (let l = 0; l < rare.length; l++) {
    const { freshness, volumes } = rare[l]!;
    const even = freshness[i]!;
    if (even === 0) continue;
    const price = shown[l]![i]!;
    const weight = even * volumes[i]!;
    count++;
    sum += weight * price;
    weightSum += weight;
    evenSum += even * price;
    evenWeightSum += even;
  }
  return { mean: sum / weightSum, evenMean: evenSum / evenWeightSum, count };
}

function clampedMean(
  rare: readonly RareContribution[],
  shown: readonly Float64Array[],
  i: number,
  lowest: number,
  highest: number,
): number {
  let [sum, weightSum] = [0, 0];
  for (let l = 0; l < rare.length; l++) {
    const { freshness, volumes } = rare[l]!;
    const weight = freshness[i]! * volumes[i]!;
    sum += weight * clamp(shown[l]![i]!, lowest, highest);
    weightSum += weight;
  }
  return sum / weightSum;
}
