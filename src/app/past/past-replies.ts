import type { Candle } from '../../core/candle.ts';
import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { PastSeries } from '../../history/history-store.ts';
import { candlesIn } from '../../history/past-candles.ts';
import { EVERYTHING, type PastModel, type WantedSeries } from '../../sources/past.ts';
import type { DayValues, PastCallKind, PastCalls, PastSeriesSpan } from './past-messages.ts';

const ASSETS_ONLY: WantedSeries = { market: () => false, asset: () => true, lx: false };

type Replies = {
  [K in PastCallKind]: (model: PastModel, request: PastCalls[K]['request']) => PastCalls[K]['reply'];
};

/** What a model replies to each call. */
export const REPLIES: Replies = {
  series: (model, { firstLive }) => seriesOf(model, firstLive),
  lastDay: (model, { day, firstTick }) => {
    const span = { firstDay: day, days: 1 };
    return [...model.records(span, EVERYTHING, firstTick)].flatMap((year) => [...candlesIn(year)]);
  },
  instant: (model, { at }) => model.instant(at, ASSETS_ONLY),
  day: (model, { series, day, upTo, firstTick }) => {
    for (const { past } of model.values(day, upTo, only([series]), firstTick))
      for (const modelled of past?.series ?? [])
        if (modelled.indexId === series.indexId) return ownValues(modelled);
    throw new Error(`${series.indexType} ${series.indexId} has no modelled values`);
  },
  records: (model, { series, span, firstTick }) => {
    const candles: Candle[] = [];
    for (const year of model.records(span, only([series]), firstTick))
      for (const candle of candlesIn(year)) if (candle.indexId === series.indexId) candles.push(candle);
    return candles;
  },
  prices: (model, { series, instants, firstTick }) => {
    const found = new Map<string, Float64Array>();
    for (const { indexId, prices } of model.prices(instants, only(series), firstTick))
      found.set(indexId, prices);
    return series.map(({ indexId }) => found.get(indexId));
  },
};

function seriesOf(model: PastModel, firstLive: Millis): PastSeriesSpan[] {
  const quoteOf = new Map(model.markets.map(({ id, quoteAssetId }) => [id, quoteAssetId]));
  // A world may be played before its assets were launched; then they were always there.
  const since = (assetId: string | undefined) => {
    const launched = assetId === undefined ? -Infinity : model.launchedAt(assetId);
    return launched > firstLive ? -Infinity : launched;
  };
  return model.series().map((series) => ({
    ...series,
    recordsFrom: Math.max(since(series.baseAssetId), since(quoteOf.get(series.indexId))),
  }));
}

function only(series: readonly SeriesId[]): WantedSeries {
  const idsOf = (type: SeriesId['indexType']) =>
    new Set(series.filter(({ indexType }) => indexType === type).map(({ indexId }) => indexId));
  const [markets, assets] = [idsOf('MWA'), idsOf('GWA')];
  return {
    market: (marketId) => markets.has(marketId),
    asset: (assetId) => assets.has(assetId),
    lx: idsOf('LX').size > 0,
  };
}

/** The model writes the next values over these. */
function ownValues({ indexType, prices, volumes, tickVolumes }: PastSeries): DayValues {
  return {
    prices: Float64Array.from(prices),
    volumes: Float64Array.from(volumes),
    ...(indexType === 'LX' && { tickVolumes: Float64Array.from(tickVolumes) }),
  };
}
