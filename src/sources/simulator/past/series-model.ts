import { maskOf, type IndexType, type SeriesId } from '../../../core/index-value.ts';
import { SLOT_MS, SLOTS_A_DAY, type Millis } from '../../../core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../../core/well-known-ids.ts';
import { deviationOf } from '../../../engine/gwa/rate-equations.ts';
import { capped, roundLxPrice, roundSignificant } from '../../../engine/numbers/rounding.ts';
import { AMOUNT_DECIMALS } from '../../../engine/lx/recorded-trade.ts';
import { PriceRuns } from '../price-runs.ts';
import { powerOfTen } from '../scaled-number.ts';
import { SimulatedMarket } from '../simulated-market.ts';
import { betweenParts, partsAround, slotInRun, type SlotRun } from '../slot-run.ts';
import { tradedBetweenCuts } from '../trade-model.ts';
import type { SimulatedWorld } from '../world.ts';
import { modelledLx, type ModelledLx } from './modelled-lx.ts';
import { modelledMarket, type ModelledMarket } from './modelled-market.ts';
import { addTo, ModelledMarkets, type MarketRun } from './modelled-markets.ts';
import { enter, marketsByAsset, publishedMarkets, reachableAssets } from './published-markets.ts';
import type { ValuedSeries, WantedSeries } from '../../past.ts';

/** Every modelled value says so. */
export const MODELLED = maskOf('MODELLED');

/** A series over a run of slots, numbers as they are published. */
export interface ModelledColumns extends SeriesId {
  /** Positions in the world of the asset and, of a market, of what it is quoted in: what the true price is made of. */
  readonly base: number;
  readonly quote?: number;
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  /** LX only: hundred-millionths of the base asset traded since the slot before in the run; 0 at the first. */
  readonly tickUnits?: Float64Array;
  /** The GWA of the base asset. */
  readonly baseUsd: Float64Array;
}

/** A series over days in a row. */
export interface ModelledDays {
  /** At the midnights: one more than there are days. */
  readonly midnights: ModelledColumns;
  /** Its true price, not rounded, from the first midnight to the last in steps of PATH_SLOTS. */
  readonly path: Float64Array;
}

/** Half an hour or so: the longest step in which prices have nodes that days begin with. */
export const PATH_SLOTS = 64;
export const PATH_STEPS_A_DAY = SLOTS_A_DAY / PATH_SLOTS;

/** Prices over a run and over the parts of days around it, and what was traded in quotes so far. */
interface Spans {
  readonly prices: PriceRuns;
  readonly smoothPrices: PriceRuns;
  readonly quoteVolumes: Map<number, Float64Array>;
}

/** Over so many markets whatever is wrong with one of them averages out: such an asset is worth its true price. */
const MANY_MARKETS = 12;

/**
 * Index values of the simulated world at any time, without its tickers: what the engine would have published, had it
 * been running, to within a few basis points. A pure function of world, seed and slot.
 */
export class SeriesModel {
  readonly #world: SimulatedWorld;
  readonly #market: SimulatedMarket;
  readonly #markets: ModelledMarkets;
  /** Published markets, by their base asset; in the order of assets. */
  readonly #byBase: ReadonlyMap<number, readonly ModelledMarket[]>;
  readonly #byAsset: ReadonlyMap<number, readonly ModelledMarket[]>;
  readonly #quotes: ReadonlySet<number>;
  /** With a path to USD. */
  readonly #published: ReadonlySet<number>;
  readonly #lx: readonly ModelledLx[];

  constructor(world: SimulatedWorld, seed: string) {
    this.#world = world;
    this.#market = new SimulatedMarket(world, { seed, faultRate: 0 });
    this.#markets = new ModelledMarkets(this.#market);
    const markets = publishedMarkets(this.#market);
    const byBase = new Map<number, ModelledMarket[]>();
    for (const market of markets) enter(byBase, market.base, market);
    this.#byBase = byBase;
    this.#byAsset = marketsByAsset(markets);
    this.#quotes = new Set(markets.map(({ quote }) => quote));
    const usd = world.assets.findIndex(({ asset }) => asset.id === USD);
    this.#published = reachableAssets(markets, usd);
    this.#lx = modelledLx(world, this.#market);
  }

  /** Every series that the engine publishes, in no order. */
  series(): ValuedSeries[] {
    const markets = [...this.#byBase.values()].flat();
    const seriesOf = (indexType: IndexType, indexId: string, asset: number): ValuedSeries => {
      return { indexType, indexId, baseAssetId: this.#idOf(asset) };
    };
    return [
      ...markets.map(({ marketId, base }) => seriesOf('MWA', marketId, base)),
      ...[...this.#published].map((asset) => seriesOf('GWA', this.#idOf(asset), asset)),
      ...this.#lx.map(({ indexId, asset }) => seriesOf('LX', indexId, asset)),
    ];
  }

  /** The wanted series one after the other, over a run of slots. */
  *columns(run: SlotRun, wanted: WantedSeries): Generator<ModelledColumns> {
    const parts = partsAround(run);
    const prices = new PriceRuns(this.#market.prices, run);
    const spans: Spans = {
      prices,
      smoothPrices: parts === run ? prices : new PriceRuns(this.#market.prices, parts),
      quoteVolumes: new Map(),
    };
    for (const asset of this.#world.assets.keys()) {
      yield* this.#group(asset, spans, wanted);
      // Most assets are no quote, and are not asked for again: a day of all of them is 40 MB.
      if (this.#quotes.has(asset)) continue;
      prices.forget(asset);
      spans.smoothPrices.forget(asset);
    }
    for (const asset of this.#published) {
      const volumes = spans.quoteVolumes.get(asset);
      if (volumes)
        yield this.#assetColumns(asset, this.#usdOf(asset, prices), this.#whole(asset, volumes, spans));
    }
    if (!wanted.lx) return;
    for (const index of this.#lx) yield this.#lxColumns(index, prices);
  }

  /** The wanted series over days in a row: values at their midnights, and the true prices in between. */
  *days(run: SlotRun, wanted: WantedSeries): Generator<ModelledDays> {
    const { first, count } = run;
    const paths = new PriceRuns(this.#market.prices, {
      first,
      step: PATH_SLOTS,
      count: (count - 1) * PATH_STEPS_A_DAY + 1,
    });
    let before: number | undefined;
    for (const midnights of this.columns(run, wanted)) {
      const { base, quote } = midnights;
      if (before !== undefined && before !== base && !this.#quotes.has(before)) paths.forget(before);
      before = base;
      const path = paths.nowOf(base);
      yield { midnights, path: quote === undefined ? path : ratios(path, paths.nowOf(quote)) };
    }
  }

  /**
   * The markets of one base asset. The volume of an asset that is also a quote is not complete before the last group, so
   * that one is left for later.
   */
  *#group(asset: number, spans: Spans, wanted: WantedSeries): Generator<ModelledColumns> {
    const { prices, quoteVolumes } = spans;
    const isWanted = (other: number) => this.#published.has(other) && wanted.asset(this.#idOf(other));
    const [wantsBase, isQuote] = [isWanted(asset), this.#quotes.has(asset)];
    const volumes = wantsBase ? new Float64Array(this.#pricesFor(asset, spans).run.count) : undefined;
    const markets = this.#byBase.get(asset) ?? [];
    const needsPrices = wantsBase && !isQuote && !this.#hasManyMarkets(asset);
    const runs = new Map<ModelledMarket, MarketRun>();
    for (const market of markets) {
      const needsRun = needsPrices || wanted.market(market.marketId);
      const full = needsRun ? this.#markets.runOf(market, prices) : undefined;
      if (full) runs.set(market, full);
      const traded = this.#tradedFor(market, full, spans);
      if (volumes) addTo(volumes, traded(asset));
      const { quote } = market;
      if (!isWanted(quote)) continue;
      const quotePrices = this.#pricesFor(quote, spans);
      addQuoted(accumulator(quoteVolumes, quote, quotePrices.run), market, traded(quote), quotePrices);
    }
    if (volumes && isQuote)
      addTo(accumulator(quoteVolumes, asset, this.#pricesFor(asset, spans).run), volumes);
    if (runs.size === 0 && (!volumes || isQuote || markets.length === 0)) return;
    const usd = this.#usdOf(asset, prices, runs);
    for (const [market, full] of runs)
      if (wanted.market(market.marketId)) yield marketColumns(market, full, usd);
    if (volumes && !isQuote && markets.length > 0)
      yield this.#assetColumns(asset, usd, this.#whole(asset, volumes, spans));
  }

  /**
   * What of a market's volume counts for an asset: over many markets it does not matter when the rare ones move, nor how
   * the minutes of a market pass.
   */
  #tradedFor(market: ModelledMarket, full: MarketRun | undefined, { prices, smoothPrices }: Spans) {
    let [smooth, exact]: (Float64Array | undefined)[] = [undefined, full?.volumes];
    return (asset: number): Float64Array =>
      this.#hasManyMarkets(asset)
        ? (smooth ??= this.#markets.smoothVolumesOf(market, smoothPrices.run))
        : (exact ??= this.#markets.volumesOf(market, prices.run).volumes);
  }

  /** Prices at the slots at which the volume of an asset is added up. */
  #pricesFor(asset: number, { prices, smoothPrices }: Spans): PriceRuns {
    return this.#hasManyMarkets(asset) ? smoothPrices : prices;
  }

  /** The volume of an asset at all slots. */
  #whole(asset: number, volumes: Float64Array, { prices, smoothPrices }: Spans): Float64Array {
    if (!this.#hasManyMarkets(asset)) return volumes;
    return betweenParts(volumes, smoothPrices.run, prices.run);
  }

  #hasManyMarkets(asset: number): boolean {
    return this.#idOf(asset) === USD || (this.#byAsset.get(asset)?.length ?? 0) >= MANY_MARKETS;
  }

  /**
   * The GWA, rounded. An asset with few markets is worth what they say, weighted as the engine weighs them; the assets
   * on their other side are taken at their true prices.
   */
  #usdOf(
    asset: number,
    prices: PriceRuns,
    known: ReadonlyMap<ModelledMarket, MarketRun> = new Map(),
  ): Float64Array {
    const now = prices.nowOf(asset);
    if (this.#hasManyMarkets(asset)) return now.map(roundSignificant);
    const [offSum, weightSum] = [new Float64Array(now.length), new Float64Array(now.length)];
    const methodologies = this.#markets.methodologiesOf(prices.run);
    for (const market of this.#byAsset.get(asset) ?? []) {
      const run = known.get(market) ?? this.#markets.runOf(market, prices);
      const [base, quote] = [prices.of(market.base).now, prices.of(market.quote).now];
      for (let i = 0; i < now.length; i++) {
        const volumeUsd = run.volumes[i]! * base[i]!;
        const deviation = deviationOf(volumeUsd, run.exchanges[i]!, run.trust[i]!, methodologies[i]!);
        const weight = 1 / (deviation * deviation);
        const off = (run.prices[i]! * quote[i]!) / base[i]! - 1;
        offSum[i]! += weight * (market.base === asset ? off : -off);
        weightSum[i]! += weight;
      }
    }
    return now.map((price, i) => roundSignificant(price * (1 + offSum[i]! / weightSum[i]!)));
  }

  #assetColumns(asset: number, usd: Float64Array, volumes: Float64Array): ModelledColumns {
    return {
      indexType: 'GWA',
      indexId: this.#idOf(asset),
      base: asset,
      prices: usd,
      volumes: volumes.map((volume) => roundSignificant(capped(volume))),
      baseUsd: usd,
    };
  }

  #lxColumns({ indexId, asset, constituents, traded }: ModelledLx, prices: PriceRuns): ModelledColumns {
    const { run } = prices;
    const now = prices.nowOf(asset).map(roundLxPrice);
    const volumes = new Float64Array(run.count);
    for (const listing of constituents)
      addTo(volumes, this.#markets.volumesOf(modelledMarket([listing]), run).volumes);
    const tickUnits = new Float64Array(run.count);
    for (const listing of traded) {
      const scale = powerOfTen(AMOUNT_DECIMALS - listing.volumeDecimals);
      for (let i = 1; i < run.count; i++) {
        const [from, to] = [slotInRun(run, i - 1), slotInRun(run, i)];
        tickUnits[i]! += tradedBetweenCuts(listing, from, to, this.#market.volumes) * scale;
      }
    }
    return {
      indexType: 'LX',
      indexId,
      base: asset,
      prices: now,
      volumes: volumes.map(roundSignificant),
      tickUnits,
      baseUsd: now,
    };
  }

  #idOf(asset: number): string {
    return this.#world.assets[asset]!.asset.id;
  }
}

const USD = WELL_KNOWN_ASSETS.USD;

/** The midnights around so many days. */
export function midnightsOf(firstDay: Millis, days: number): SlotRun {
  return { first: firstDay / SLOT_MS, step: SLOTS_A_DAY, count: days + 1 };
}

function marketColumns(
  { marketId, base, quote }: ModelledMarket,
  run: Pick<MarketRun, 'prices' | 'volumes'>,
  usd: Float64Array,
): ModelledColumns {
  return {
    indexType: 'MWA',
    indexId: marketId,
    base,
    quote,
    prices: run.prices.map(roundSignificant),
    volumes: run.volumes.map(roundSignificant),
    baseUsd: usd,
  };
}

function ratios(base: Float64Array, quote: Float64Array): Float64Array {
  return base.map((price, i) => price / quote[i]!);
}

function accumulator(sums: Map<number, Float64Array>, asset: number, { count }: SlotRun): Float64Array {
  let sum = sums.get(asset);
  if (!sum) sums.set(asset, (sum = new Float64Array(count)));
  return sum;
}

/** Volume x price, at the true rate. */
function addQuoted(
  sum: Float64Array,
  { base, quote }: ModelledMarket,
  volumes: Float64Array,
  prices: PriceRuns,
): void {
  const [basePrices, quotePrices] = [prices.nowOf(base), prices.nowOf(quote)];
  for (let i = 0; i < sum.length; i++) sum[i]! += (volumes[i]! * basePrices[i]!) / quotePrices[i]!;
}
