import type { IndexType } from '../../core/index-value.ts';
import { SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../core/time.ts';
import { WELL_KNOWN_ASSETS } from '../../core/ids/well-known-ids.ts';
import { capped, roundLxPrice, roundSignificant } from '../../engine/numbers/rounding.ts';
import { AMOUNT_DECIMALS } from '../../engine/lx/recorded-trade.ts';
import { PriceRuns } from '../prices/price-runs.ts';
import { powerOfTen } from '../prices/scaled-number.ts';
import { SimulatedMarket } from '../simulated-market.ts';
import { partsAround, slotInRun, type SlotRun } from '../runs/slot-run.ts';
import { silencedBetweenCuts, tradedBetweenCuts } from '../trades/trade-model.ts';
import type { SimulatedWorld } from '../world.ts';
import { AssetVolume, countedExactly, type CountedVolume } from './asset-volume.ts';
import { ListingTimes, type PhasedMarket } from './listing-times.ts';
import { modelledLx, type ModelledLx } from './modelled-lx.ts';
import { modelledMarket, type ModelledMarket } from './modelled-market.ts';
import { marketColumns, type ModelledColumns, type ModelledDays } from './modelled-columns.ts';
import { addTo, ModelledMarkets, type MarketRun } from './modelled-markets.ts';
import { PriceDeviations } from './price-deviations.ts';
import { PhasedMarkets, type Phased } from './phased-markets.ts';
import {
  withImpliedMarkets,
  addToGroup,
  marketsByAsset,
  publishedMarkets,
  reachableAssets,
} from './published-markets.ts';
import type { ModelledPrices, ValuedSeries, SeriesSelection } from '../../sources/past.ts';

/** 32 minutes: the longest step of price nodes that hits the start of each day. */
export const PATH_SLOTS = 64;
export const PATH_STEPS_PER_DAY = SLOTS_PER_DAY / PATH_SLOTS;

/** Prices over a run and over the parts of days around it, the listings at each slot, and the volumes so far. */
interface Spans {
  readonly prices: PriceRuns;
  readonly smoothPrices: PriceRuns;
  readonly times: ListingTimes;
  /** By asset, as long as its volume is not complete. */
  readonly volumes: Map<number, AssetVolume>;
}

export interface SeriesModelOptions {
  /** False: no delistings and no closed exchanges. */
  readonly changesListings?: boolean;
}

/** With this many markets errors of one average out, so the asset is taken at its true price. */
const MANY_MARKETS = 12;

/**
 * Index values of the simulated world at any time, without its tickers: what the engine would have published, had it
 * been running, to within a few basis points. A pure function of world, seed and slot.
 */
export class SeriesModel {
  readonly #world: SimulatedWorld;
  readonly #market: SimulatedMarket;
  readonly #markets: PhasedMarkets;
  readonly #modelled: ModelledMarkets;
  /** Published markets, by their base asset; in the order of assets. */
  readonly #byBase: ReadonlyMap<number, readonly ModelledMarket[]>;
  readonly #byAsset: ReadonlyMap<number, readonly ModelledMarket[]>;
  readonly #quotes: ReadonlySet<number>;
  /** With a path to USD. */
  readonly #published: ReadonlySet<number>;
  readonly #lx: readonly ModelledLx[];

  constructor(world: SimulatedWorld, seed: string, options: SeriesModelOptions = {}) {
    this.#world = world;
    this.#market = new SimulatedMarket(world, { ...options, seed, faultRate: 0 });
    this.#modelled = new ModelledMarkets(this.#market);
    this.#markets = new PhasedMarkets(this.#modelled);
    const usd = world.assets.findIndex(({ asset }) => asset.id === USD);
    const markets = withImpliedMarkets(publishedMarkets(this.#market), usd);
    const byBase = new Map<number, ModelledMarket[]>();
    for (const market of markets) addToGroup(byBase, market.base, market);
    this.#byBase = byBase;
    this.#byAsset = marketsByAsset(markets);
    this.#quotes = new Set(markets.map(({ quote }) => quote));
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

  /** The wanted series, one by one, over a run of slots. */
  *columns(run: SlotRun, wanted: SeriesSelection): Generator<ModelledColumns> {
    const parts = partsAround(run);
    const prices = new PriceRuns(this.#market.prices, run);
    const spans: Spans = {
      prices,
      smoothPrices: parts === run ? prices : new PriceRuns(this.#market.prices, parts),
      times: new ListingTimes(this.#market.calendar, run, parts),
      volumes: new Map(),
    };
    for (const asset of this.#world.assets.keys()) {
      yield* this.#group(asset, spans, wanted);
      // Most assets are not quotes and are not needed again: a day of all of them is 40 MB.
      if (this.#quotes.has(asset)) continue;
      prices.forget(asset);
      spans.smoothPrices.forget(asset);
    }
    for (const asset of this.#published) {
      const volume = spans.volumes.get(asset);
      if (volume) yield this.#assetColumns(asset, this.#usdOf(asset, spans), volume);
    }
    if (!wanted.lx) return;
    for (const index of this.#lx) yield this.#lxColumns(index, spans);
  }

  /** Prices alone of the wanted series, over a run of slots: the same as in `columns`, without the work for their volumes. */
  *prices(run: SlotRun, wanted: SeriesSelection): Generator<ModelledPrices> {
    const prices = new PriceRuns(this.#market.prices, run);
    const times = new ListingTimes(this.#market.calendar, run, run);
    for (const asset of this.#world.assets.keys()) {
      const runs = new Map<ModelledMarket, Phased<MarketRun>>();
      for (const market of this.#byBase.get(asset) ?? []) {
        if (!wanted.market(market.marketId)) continue;
        const full = this.#markets.runOf(times.of(market), prices);
        runs.set(market, full);
        yield { indexType: 'MWA', indexId: market.marketId, prices: full.prices.map(roundSignificant) };
      }
      const indexId = this.#idOf(asset);
      if (this.#published.has(asset) && wanted.asset(indexId))
        yield { indexType: 'GWA', indexId, prices: this.#usdOf(asset, { prices, times }, runs) };
      if (!this.#quotes.has(asset)) prices.forget(asset);
    }
    if (!wanted.lx) return;
    for (const { indexId, asset } of this.#lx)
      yield { indexType: 'LX', indexId, prices: prices.nowOf(asset).map(roundLxPrice) };
  }

  /** The wanted series over days in a row: values at their midnights, and the true prices in between. */
  *days(run: SlotRun, wanted: SeriesSelection): Generator<ModelledDays> {
    const { first, count } = run;
    const paths = new PriceRuns(this.#market.prices, {
      first,
      step: PATH_SLOTS,
      count: (count - 1) * PATH_STEPS_PER_DAY + 1,
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
   * The markets of one base asset. The volume of an asset that is also a quote is only complete after the last group,
   * so its series comes later.
   */
  *#group(asset: number, spans: Spans, wanted: SeriesSelection): Generator<ModelledColumns> {
    const { prices, times } = spans;
    const isWanted = (other: number) => this.#published.has(other) && wanted.asset(this.#idOf(other));
    const [wantsBase, isQuote] = [isWanted(asset), this.#quotes.has(asset)];
    const markets = this.#byBase.get(asset) ?? [];
    const needsPrices = wantsBase && !isQuote && !this.#hasManyMarkets(asset);
    const runs = new Map<ModelledMarket, Phased<MarketRun>>();
    for (const market of markets) {
      const { quote } = market;
      const [needsRun, wantsQuote] = [needsPrices || wanted.market(market.marketId), isWanted(quote)];
      // Skip markets that the requested series do not need.
      if (!needsRun && !wantsBase && !wantsQuote) continue;
      const phased = times.of(market);
      const full = needsRun ? this.#markets.runOf(phased, prices) : undefined;
      if (full) runs.set(market, full);
      const counted = this.#countedIn(phased, full, spans);
      if (wantsBase) this.#volumeOf(asset, spans).add(counted(asset));
      if (!wantsQuote) continue;
      const quotePrices = this.#pricesFor(quote, spans);
      const rate = [quotePrices.nowOf(market.base), quotePrices.nowOf(quote)] as const;
      this.#volumeOf(quote, spans).addQuoted(counted(quote), ...rate);
    }
    const volume = wantsBase && !isQuote ? spans.volumes.get(asset) : undefined;
    if (runs.size === 0 && !volume) return;
    const usd = this.#usdOf(asset, spans, runs);
    for (const [market, full] of runs)
      if (wanted.market(market.marketId)) yield marketColumns(market, full, usd);
    if (!volume) return;
    yield this.#assetColumns(asset, usd, volume);
    spans.volumes.delete(asset);
  }

  /**
   * The part of a market's volume that counts for an asset. Over many markets, neither the moves of rare listings nor
   * the minutes of a day matter.
   */
  #countedIn(market: PhasedMarket, full: Phased<MarketRun> | undefined, { prices, smoothPrices }: Spans) {
    let [smooth, exact]: (CountedVolume | undefined)[] = [undefined, full && countedExactly(full)];
    return (asset: number): CountedVolume =>
      this.#hasManyMarkets(asset)
        ? (smooth ??= this.#markets.smoothVolumesOf(market, smoothPrices.run))
        : (exact ??= countedExactly(this.#markets.volumesOf(market, prices.run)));
  }

  /** Prices at the slots at which the volume of an asset is added up. */
  #pricesFor(asset: number, { prices, smoothPrices }: Spans): PriceRuns {
    return this.#hasManyMarkets(asset) ? smoothPrices : prices;
  }

  #volumeOf(asset: number, spans: Spans): AssetVolume {
    let volume = spans.volumes.get(asset);
    if (!volume) {
      volume = new AssetVolume(spans.prices.run, this.#pricesFor(asset, spans).run);
      spans.volumes.set(asset, volume);
    }
    return volume;
  }

  #hasManyMarkets(asset: number): boolean {
    return this.#idOf(asset) === USD || (this.#byAsset.get(asset)?.length ?? 0) >= MANY_MARKETS;
  }

  /**
   * The GWA, rounded. The price of an asset with few markets is the mean of the prices that they imply, weighted as in
   * the engine; the other assets of these markets have their true prices.
   */
  #usdOf(
    asset: number,
    { prices, times }: Pick<Spans, 'prices' | 'times'>,
    known: ReadonlyMap<ModelledMarket, Phased<MarketRun>> = new Map(),
  ): Float64Array {
    const now = prices.nowOf(asset);
    if (this.#hasManyMarkets(asset)) return now.map(roundSignificant);
    const methodologies = this.#modelled.methodologiesOf(prices.run);
    const deviations = new PriceDeviations(now.length);
    for (const market of this.#byAsset.get(asset) ?? []) {
      const run = known.get(market) ?? this.#markets.runOf(times.of(market), prices);
      const rate = { base: prices.of(market.base).now, quote: prices.of(market.quote).now };
      deviations.add(run, rate, market.base === asset ? 1 : -1, methodologies);
    }
    return now.map((price, i) => roundSignificant(price * (1 + deviations.meanAt(i))));
  }

  #assetColumns(asset: number, usd: Float64Array, volume: AssetVolume): ModelledColumns {
    return {
      indexType: 'GWA',
      indexId: this.#idOf(asset),
      base: asset,
      prices: usd,
      volumes: volume.whole().map((whole) => roundSignificant(capped(whole))),
      baseUsd: usd,
    };
  }

  #lxColumns(
    { indexId, asset, constituents, traded }: ModelledLx,
    { prices, times }: Spans,
  ): ModelledColumns {
    const { run } = prices;
    const now = prices.nowOf(asset).map(roundLxPrice);
    const volumes = new Float64Array(run.count);
    for (const listing of constituents)
      addTo(volumes, this.#markets.volumesOf(times.of(modelledMarket([listing])), run).volumes);
    const tickUnits = new Float64Array(run.count);
    for (const listing of traded) {
      const scale = powerOfTen(AMOUNT_DECIMALS - listing.volumeDecimals);
      const silent = times.spansOf(listing).filter((span) => span.silent);
      for (let i = 1; i < run.count; i++) {
        const [from, to] = [slotInRun(run, i - 1), slotInRun(run, i)];
        const all = tradedBetweenCuts(listing, from, to, this.#market.volumes);
        const kept = silent.reduce(
          (left, span) => left - silencedBetweenCuts(listing, from, to, span, this.#market.volumes),
          all,
        );
        tickUnits[i]! += kept * scale;
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

/** The midnights around a number of days. */
export function midnightsOf(firstDay: Millis, days: number): SlotRun {
  return { first: firstDay / SLOT_MS, step: SLOTS_PER_DAY, count: days + 1 };
}

function ratios(base: Float64Array, quote: Float64Array): Float64Array {
  return base.map((price, i) => price / quote[i]!);
}
