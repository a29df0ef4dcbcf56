import type { TrustTier } from '../../core/exchange.ts';
import { SLOT_MS, SLOTS_PER_DAY } from '../../core/time.ts';
import { freshnessWeight } from '../../engine/market/freshness.ts';
import { methodologyAt, type Methodology } from '../../engine/methodology.ts';
import { clamp } from '../../engine/numbers/clamp.ts';
import { dayShareRun, type DayShareRun } from '../volumes/day-share-run.ts';
import type { PriceRun, PriceRuns } from '../prices/price-runs.ts';
import { fillMoves, fillShownQuotes, type ShownQuotes } from '../runs/rare-run.ts';
import type { SimulatedListing } from '../simulated-listing.ts';
import type { SimulatedMarket } from '../simulated-market.ts';
import { slotInRun, type SlotRun } from '../runs/slot-run.ts';
import { addSteadyVolumes, fillSteadyPrices } from '../runs/steady-run.ts';
import { fewSteadyAverage, type ShownListing } from './few-steady.ts';
import { isDominated, type ModelledMarket } from './modelled-market.ts';
import { lastSeen, type RareContribution } from './rare-contribution.ts';

/** Unrounded values of a market at each slot of a run. */
export interface MarketVolumes {
  readonly volumes: Float64Array;
  /** How many exchanges contribute. */
  readonly exchanges: Uint16Array;
  /** Their total trust. */
  readonly trust: Float64Array;
}

export interface MarketRun extends MarketVolumes {
  readonly prices: Float64Array;
}

/**
 * The market weighted average without tickers: approximates what the engine computes from honest tickers. Rare listings show
 * the price of their last move, as they do to the engine; steady listings are taken at the middle of their quotes. With
 * three or more steady listings, their mean replaces the medians of the engine.
 */
export class ModelledMarkets {
  readonly #market: SimulatedMarket;
  /** Cached, because every market of a run needs the same. */
  readonly #methodologies = new WeakMap<SlotRun, readonly Methodology[]>();

  constructor(market: SimulatedMarket) {
    this.#market = market;
  }

  /** The version in force at each slot of a run. */
  methodologiesOf(run: SlotRun): readonly Methodology[] {
    let known = this.#methodologies.get(run);
    if (!known) {
      known = Array.from({ length: run.count }, (_, i) => methodologyAt(slotInRun(run, i) * SLOT_MS));
      this.#methodologies.set(run, known);
    }
    return known;
  }

  volumesOf(market: ModelledMarket, run: SlotRun): MarketVolumes {
    const shares = dayShareRun(market.key, run);
    const rare = this.#rareOf(market, run, shares);
    return this.#sum(market, run, shares, rare, this.#volumeCaps(market, run, shares, rare));
  }

  /** Volumes that ignore when rare listings move: accurate for many markets together, and much cheaper. */
  smoothVolumesOf(market: ModelledMarket, run: SlotRun): Float64Array {
    if (this.#isDominated(market, run)) return this.volumesOf(market, run).volumes;
    const { key, steady, rare } = market;
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
    const caps = this.#volumeCaps(market, run, shares, rare);
    const sums = this.#sum(market, run, shares, rare, caps);
    if (rare.length > 0 && market.steady.length < STEADY_QUORUM) {
      const steady = this.#shownSteady(market, run, shares, rates, caps);
      const shown = [...steady, ...rare.map((contribution) => shownRare(contribution, prices))];
      const implied = market.implied ? rates.now : columnOf(run);
      return { ...sums, prices: fewSteadyAverage(shown, implied, this.methodologiesOf(run)) };
    }
    const average = this.#steadyAverage(market, run, shares, rates, caps);
    this.#joinRare(average, rare, prices);
    return { ...sums, prices: average.prices };
  }

  #rareOf({ steady, rare, returns }: ModelledMarket, run: SlotRun, shares: DayShareRun): RareContribution[] {
    const leftOut = new Float64Array(run.count);
    const contributions = rare.map((listing): RareContribution => {
      const [moves, volumes, freshness] = [columnOf(run), columnOf(run), columnOf(run)];
      fillMoves(listing, run, 0, moves);
      fillMoves(listing, run, SLOTS_PER_DAY, leftOut);
      this.#market.volumes.fillVolumes(listing, leftOut, moves, shares, volumes);
      const seen = lastSeen(moves, run, returns?.get(listing));
      return { listing, moves, seen, volumes, freshness };
    });
    this.#weigh(contributions, run, steady.length > 0);
    return contributions;
  }

  /** Weighs as the engine does: relative to the listing that moved last. */
  #weigh(contributions: readonly RareContribution[], run: SlotRun, hasSteady: boolean): void {
    const freshest = columnOf(run);
    if (hasSteady) freshest.forEach((_, i) => (freshest[i] = slotInRun(run, i)));
    for (const { seen } of contributions) {
      for (let i = 0; i < run.count; i++) if (seen[i]! > freshest[i]!) freshest[i] = seen[i]!;
    }
    const methodologies = this.methodologiesOf(run);
    for (const { seen, freshness } of contributions) {
      for (let i = 0; i < run.count; i++) {
        freshness[i] = freshnessWeight(freshest[i]! - seen[i]!, methodologies[i]!.freshness);
      }
    }
  }

  /**
   * The maximum accepted volume of one listing at each slot: a multiple of what the others trade together. Reduces rare
   * listings to it; undefined if no limit applies.
   */
  #volumeCaps(
    market: ModelledMarket,
    run: SlotRun,
    shares: DayShareRun,
    rare: readonly RareContribution[],
  ): Float64Array | undefined {
    if (!this.#isDominated(market, run)) return undefined;
    const { steady } = market;
    const methodologies = this.methodologiesOf(run);
    const columns = steady.map((listing) => this.#steadyVolumes(listing, run, shares));
    const caps = columnOf(run).map((_, i) => {
      const { believedTimes, believedTimesUntrusted, quorum } = methodologies[i]!.mwa;
      let [count, sum, largest, times] = [0, 0, 0, 0];
      const add = (volume: number, tier: TrustTier) => {
        count++;
        sum += volume;
        if (volume < largest) return;
        largest = volume;
        times = tier === 'A' ? believedTimes : believedTimesUntrusted;
      };
      steady.forEach(({ tier }, l) => add(columns[l]![i]!, tier));
      for (const { listing, freshness, volumes } of rare)
        if (freshness[i]! > 0) add(volumes[i]!, listing.tier);
      return count < quorum || times === Infinity ? Infinity : times * (sum - largest);
    });
    for (const { volumes } of rare) capVolumes(caps, volumes);
    return caps;
  }

  /** Each version has a lower limit, so the last version of a run decides. */
  #isDominated(market: ModelledMarket, run: SlotRun): boolean {
    return isDominated(market, this.methodologiesOf(run).at(-1)!);
  }

  #steadyVolumes(
    listing: SimulatedListing,
    run: SlotRun,
    shares: DayShareRun,
    caps?: Float64Array,
  ): Float64Array {
    const volumes = columnOf(run);
    addSteadyVolumes([listing], shares, this.#market.volumes, volumes);
    if (caps) capVolumes(caps, volumes);
    return volumes;
  }

  #sum(
    { steady }: ModelledMarket,
    run: SlotRun,
    shares: DayShareRun,
    rare: readonly RareContribution[],
    caps: Float64Array | undefined,
  ): MarketVolumes {
    const volumes = columnOf(run);
    const exchanges = new Uint16Array(run.count).fill(steady.length);
    const methodologies = this.methodologiesOf(run);
    const trust = steadyTrust(steady, methodologies);
    if (caps) for (const listing of steady) addTo(volumes, this.#steadyVolumes(listing, run, shares, caps));
    else if (steady.length > 0) addSteadyVolumes(steady, shares, this.#market.volumes, volumes);
    for (const contribution of rare) {
      for (let i = 0; i < run.count; i++) {
        if (contribution.freshness[i] === 0) continue;
        volumes[i]! += contribution.volumes[i]!;
        exchanges[i]!++;
        trust[i]! += methodologies[i]!.trust[contribution.listing.tier];
      }
    }
    return { volumes, exchanges, trust };
  }

  /** Steady listings hardly disagree, so their average needs no clamping. */
  #steadyAverage(
    { steady }: ModelledMarket,
    run: SlotRun,
    shares: DayShareRun,
    rates: PriceRun,
    caps: Float64Array | undefined,
  ): Average {
    const [prices, weights, shown] = [columnOf(run), columnOf(run), columnOf(run)];
    for (const listing of steady) {
      const volumes = this.#steadyVolumes(listing, run, shares, caps);
      fillSteadyPrices(listing, run, rates, shown);
      for (let i = 0; i < run.count; i++) {
        prices[i]! += volumes[i]! * shown[i]!;
        weights[i]! += volumes[i]!;
      }
    }
    for (let i = 0; i < run.count; i++) prices[i]! /= weights[i]!;
    return { prices, weights };
  }

  #shownSteady(
    { steady }: ModelledMarket,
    run: SlotRun,
    shares: DayShareRun,
    rates: PriceRun,
    caps: Float64Array | undefined,
  ): ShownListing[] {
    return steady.map((listing) => {
      const prices = columnOf(run);
      fillSteadyPrices(listing, run, rates, prices);
      return {
        tier: listing.tier,
        prices,
        bids: prices.map((price) => price * (1 - listing.halfSpread)),
        asks: prices.map((price) => price * (1 + listing.halfSpread)),
        volumes: this.#steadyVolumes(listing, run, shares, caps),
        freshness: columnOf(run).fill(1),
      };
    });
  }

  /** If steady listings are a quorum, rare ones weigh little, and their prices are clamped to the average. */
  #joinRare({ prices, weights }: Average, rare: readonly RareContribution[], truth: PriceRuns): void {
    const shown = quoteColumns(prices.length);
    const methodologies = this.methodologiesOf(truth.run);
    const middles = prices.slice();
    for (const { listing, moves, volumes, freshness } of rare) {
      fillShownQuotes(listing, moves, truth, shown);
      for (let i = 0; i < prices.length; i++) {
        const { clamp: share } = methodologies[i]!.mwa;
        const weight = volumes[i]! * freshness[i]!;
        const price = clamp(shown.prices[i]!, middles[i]! * (1 - share), middles[i]! * (1 + share));
        weights[i]! += weight;
        prices[i]! += ((price - prices[i]!) * weight) / weights[i]!;
      }
    }
  }
}

/** This many steady listings are a quorum by themselves. */
const STEADY_QUORUM = 3;

function shownRare({ listing, moves, volumes, freshness }: RareContribution, truth: PriceRuns): ShownListing {
  const shown = quoteColumns(moves.length);
  fillShownQuotes(listing, moves, truth, shown);
  return { tier: listing.tier, ...shown, volumes, freshness };
}

function quoteColumns(count: number): ShownQuotes {
  return { bids: new Float64Array(count), asks: new Float64Array(count), prices: new Float64Array(count) };
}

interface Average {
  readonly prices: Float64Array;
  readonly weights: Float64Array;
}

/** The total trust of steady listings at each slot. It changes only with the methodology. */
function steadyTrust(
  steady: readonly SimulatedListing[],
  methodologies: readonly Methodology[],
): Float64Array {
  const trust = new Float64Array(methodologies.length);
  for (let i = 0; i < trust.length; i++) {
    const { trust: byTier } = methodologies[i]!;
    trust[i] =
      i > 0 && methodologies[i] === methodologies[i - 1]
        ? trust[i - 1]!
        : steady.reduce((sum, { tier }) => sum + byTier[tier], 0);
  }
  return trust;
}

function capVolumes(caps: Float64Array, volumes: Float64Array): void {
  for (let i = 0; i < volumes.length; i++) if (volumes[i]! > caps[i]!) volumes[i] = caps[i]!;
}

export function addTo(sum: Float64Array, volumes: Float64Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += volumes[i]!;
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
