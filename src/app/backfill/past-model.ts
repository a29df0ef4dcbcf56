import { maskOf, type IndexType, type SeriesId } from '../../core/index-value.ts';
import { WELL_KNOWN_ASSETS } from '../../core/well-known-ids.ts';
import { METHODOLOGIES, type Methodology } from '../../engine/methodology.ts';
import { deviationOf } from '../../engine/gwa/rate-equations.ts';
import { capped, roundLxPrice, roundSignificant } from '../../engine/rounding.ts';
import { AMOUNT_DECIMALS } from '../../engine/recorded-trade.ts';
import { PriceRuns } from '../../sources/simulator/price-runs.ts';
import { powerOfTen } from '../../sources/simulator/scaled-number.ts';
import { SimulatedMarket } from '../../sources/simulator/simulated-market.ts';
import { slotInRun, type SlotRun } from '../../sources/simulator/slot-run.ts';
import { tradedBetweenCuts } from '../../sources/simulator/trade-model.ts';
import type { SimulatedWorld } from '../../sources/simulator/world.ts';
import { modelledLx, type ModelledLx } from './modelled-lx.ts';
import { modelledMarket, ModelledMarkets, type MarketRun, type ModelledMarket } from './modelled-markets.ts';
import { enter, marketsByAsset, publishedMarkets, reachableAssets } from './published-markets.ts';
import type { ValuedSeries } from './stored-day.ts';

/** Every modelled value says so. */
export const MODELLED = maskOf('MODELLED');

/** A series over a run of slots, numbers as they are published. */
export interface ModelledColumns extends SeriesId {
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  /** LX only: hundred-millionths of the base asset traded since the slot before in the run; 0 at the first. */
  readonly tickUnits?: Float64Array;
  /** The GWA of the base asset. */
  readonly baseUsd: Float64Array;
}

/** Which series are wanted. Whatever is wanted with it, a series has the same values. */
export interface Wanted {
  readonly market: (marketId: string) => boolean;
  readonly asset: (assetId: string) => boolean;
  readonly lx: boolean;
}

export const EVERYTHING: Wanted = { market: () => true, asset: () => true, lx: true };

/** Over so many markets whatever is wrong with one of them averages out: such an asset is worth its true price. */
const MANY_MARKETS = 12;

/**
 * Index values of the simulated world at any time, without its tickers: what the engine would have published, had it
 * been running, to within a few basis points. A pure function of world, seed and slot.
 */
export class PastModel {
  readonly #world: SimulatedWorld;
  readonly #market: SimulatedMarket;
  readonly #methodology: Methodology;
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
    this.#methodology = METHODOLOGIES[0]!;
    this.#markets = new ModelledMarkets(this.#market, this.#methodology);
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
  *columns(run: SlotRun, wanted: Wanted): Generator<ModelledColumns> {
    const prices = new PriceRuns(this.#market.prices, run);
    const quoteVolumes = new Map<number, Float64Array>();
    for (const asset of this.#world.assets.keys()) {
      yield* this.#group(asset, prices, wanted, quoteVolumes);
      // Most assets are no quote, and nobody asks for them again: a day of all of them is 40 MB.
      if (!this.#quotes.has(asset)) prices.forget(asset);
    }
    for (const asset of this.#published) {
      const volumes = quoteVolumes.get(asset);
      if (volumes) yield this.#assetColumns(asset, this.#usdOf(asset, prices), volumes);
    }
    if (!wanted.lx) return;
    for (const index of this.#lx) yield this.#lxColumns(index, prices);
  }

  /**
   * Every series from true prices and smooth volumes alone, several times as fast: markets of rare listings are off by
   * what their last moves are behind. For what a start waits for; the back-fill replaces it.
   */
  *columnsInBrief(run: SlotRun): Generator<ModelledColumns> {
    const prices = new PriceRuns(this.#market.prices, run);
    const volumes = new Map<number, Float64Array>();
    for (const [base, markets] of this.#byBase) {
      const usd = prices.nowOf(base).map(roundSignificant);
      for (const market of markets) {
        const traded = this.#markets.smoothVolumesOf(market, run);
        addTo(accumulator(volumes, base, run), traded);
        addQuoted(accumulator(volumes, market.quote, run), market, traded, prices);
        const quote = prices.nowOf(market.quote);
        const rates = prices.nowOf(base).map((price, i) => price / quote[i]!);
        yield marketColumns(market, { prices: rates, volumes: traded }, usd);
      }
    }
    for (const asset of this.#published) {
      const usd = prices.nowOf(asset).map(roundSignificant);
      yield this.#assetColumns(asset, usd, accumulator(volumes, asset, run));
    }
    for (const index of this.#lx) yield this.#lxColumns(index, prices);
  }

  /**
   * The markets of one base asset. The volume of an asset that is also a quote is not complete before the last group, so
   * that one is left for later.
   */
  *#group(
    asset: number,
    prices: PriceRuns,
    wanted: Wanted,
    quoteVolumes: Map<number, Float64Array>,
  ): Generator<ModelledColumns> {
    const { run } = prices;
    const isWanted = (other: number) => this.#published.has(other) && wanted.asset(this.#idOf(other));
    const [wantsBase, isQuote] = [isWanted(asset), this.#quotes.has(asset)];
    const volumes = wantsBase ? new Float64Array(run.count) : undefined;
    const markets = this.#byBase.get(asset) ?? [];
    const needsPrices = wantsBase && !isQuote && !this.#hasManyMarkets(asset);
    const runs = new Map<ModelledMarket, MarketRun>();
    for (const market of markets) {
      const needsRun = needsPrices || wanted.market(market.marketId);
      const full = needsRun ? this.#markets.runOf(market, prices) : undefined;
      if (full) runs.set(market, full);
      const traded = this.#tradedFor(market, full, run);
      if (volumes) addTo(volumes, traded(asset));
      if (!isWanted(market.quote)) continue;
      addQuoted(accumulator(quoteVolumes, market.quote, run), market, traded(market.quote), prices);
    }
    if (volumes && isQuote) addTo(accumulator(quoteVolumes, asset, run), volumes);
    if (runs.size === 0 && (!volumes || isQuote || markets.length === 0)) return;
    const usd = this.#usdOf(asset, prices, runs);
    for (const [market, full] of runs)
      if (wanted.market(market.marketId)) yield marketColumns(market, full, usd);
    if (volumes && !isQuote && markets.length > 0) yield this.#assetColumns(asset, usd, volumes);
  }

  /** What of a market's volume counts for an asset: over many markets it does not matter when the rare ones move. */
  #tradedFor(market: ModelledMarket, full: MarketRun | undefined, run: SlotRun) {
    let [smooth, exact]: (Float64Array | undefined)[] = [undefined, full?.volumes];
    return (asset: number): Float64Array =>
      this.#hasManyMarkets(asset)
        ? (smooth ??= this.#markets.smoothVolumesOf(market, run, full?.shares))
        : (exact ??= this.#markets.volumesOf(market, run).volumes);
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
    for (const market of this.#byAsset.get(asset) ?? []) {
      const run = known.get(market) ?? this.#markets.runOf(market, prices);
      const [base, quote] = [prices.of(market.base).now, prices.of(market.quote).now];
      for (let i = 0; i < now.length; i++) {
        const volumeUsd = run.volumes[i]! * base[i]!;
        const deviation = deviationOf(volumeUsd, run.exchanges[i]!, this.#methodology);
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

const USD = WELL_KNOWN_ASSETS['us-dollar']!;

function marketColumns(
  { marketId }: ModelledMarket,
  run: Pick<MarketRun, 'prices' | 'volumes'>,
  usd: Float64Array,
): ModelledColumns {
  return {
    indexType: 'MWA',
    indexId: marketId,
    prices: run.prices.map(roundSignificant),
    volumes: run.volumes.map(roundSignificant),
    baseUsd: usd,
  };
}

function accumulator(sums: Map<number, Float64Array>, asset: number, { count }: SlotRun): Float64Array {
  let sum = sums.get(asset);
  if (!sum) sums.set(asset, (sum = new Float64Array(count)));
  return sum;
}

function addTo(sum: Float64Array, volumes: Float64Array): void {
  for (let i = 0; i < sum.length; i++) sum[i]! += volumes[i]!;
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
