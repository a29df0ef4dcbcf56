import type { Candle } from '../../../core/candle.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import type { Slices } from '../../../core/async/slices.ts';
import { dayOfTick, type Millis } from '../../../core/time.ts';
import type { PastSeries } from '../../../history/history-store.ts';
import { candlesIn } from '../../../history/past-candles.ts';
import { ALL_SERIES, type PastModel, type SeriesSelection } from '../../../sources/past.ts';
import type { DayValues, PastCallKind, PastCalls, PastSeriesSpan } from './past-messages.ts';
import { hasTickVolume } from '../../../engine/index-types/index-types.ts';

const ASSETS_ONLY: SeriesSelection = { market: () => false, asset: () => true, lx: false };

type Request<K extends PastCallKind> = PastCalls[K]['request'];
type Reply<K extends PastCallKind> = PastCalls[K]['reply'];
type AtOnce = { [K in 'series' | 'day' | 'records']: (model: PastModel, request: Request<K>) => Reply<K> };
type InSlices = {
  [K in Exclude<PastCallKind, keyof AtOnce>]: (model: PastModel, request: Request<K>) => Slices<Reply<K>>;
};

/** Computes the reply to a call; calls that no request waits for run in slices. */
export function* replyTo<K extends PastCallKind>(
  model: PastModel,
  kind: K,
  request: Request<K>,
): Slices<Reply<K>> {
  if (isAtOnce(kind)) return (AT_ONCE as Record<K, (...call: unknown[]) => Reply<K>>)[kind](model, request);
  return yield* (IN_SLICES as Record<K, (...call: unknown[]) => Slices<Reply<K>>>)[kind](model, request);
}

export function isAtOnce(kind: PastCallKind): boolean {
  return kind in AT_ONCE;
}

const IN_SLICES: InSlices = {
  *lastDay(model, { day, firstTick }) {
    const candles: Candle[] = [];
    for (const year of model.records({ firstDay: day, days: 1 }, ALL_SERIES, firstTick)) {
      candles.push(...candlesIn(year));
      yield;
    }
    return candles;
  },
  *instant(model, { at, firstTick }) {
    const series: PastSeries[] = [];
    for (const one of model.instant(at, ASSETS_ONLY, firstTick)) {
      series.push(one);
      yield;
    }
    return { startAt: dayOfTick(at), series };
  },
  *prices(model, { series, instants, firstTick }) {
    const found = new Map<string, Float64Array>();
    for (const { indexId, prices } of model.prices(instants, only(series), firstTick)) {
      found.set(indexId, prices);
      yield;
    }
    return series.map(({ indexId }) => found.get(indexId));
  },
};

const AT_ONCE: AtOnce = {
  series: (model, { firstLive }) => seriesOf(model, firstLive),
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
};

function seriesOf(model: PastModel, firstLive: Millis): PastSeriesSpan[] {
  const quoteOf = new Map(model.markets.map(({ id, quoteAssetId }) => [id, quoteAssetId]));
  // A simulated world may start before its assets were launched; such assets count as having always existed.
  const since = (assetId: string | undefined) => {
    const launched = assetId === undefined ? -Infinity : model.launchedAt(assetId);
    return launched > firstLive ? -Infinity : launched;
  };
  return model.series().map((series) => ({
    ...series,
    recordsFrom: Math.max(since(series.baseAssetId), since(quoteOf.get(series.indexId))),
  }));
}

function only(series: readonly SeriesId[]): SeriesSelection {
  const idsOf = (type: SeriesId['indexType']) =>
    new Set(series.filter(({ indexType }) => indexType === type).map(({ indexId }) => indexId));
  const [markets, assets] = [idsOf('MWA'), idsOf('GWA')];
  return {
    market: (marketId) => markets.has(marketId),
    asset: (assetId) => assets.has(assetId),
    lx: idsOf('LX').size > 0,
  };
}

/** Copies the values: the model reuses their memory. */
function ownValues({ indexType, prices, volumes, tickVolumes }: PastSeries): DayValues {
  return {
    prices: Float64Array.from(prices),
    volumes: Float64Array.from(volumes),
    ...(hasTickVolume(indexType) && { tickVolumes: Float64Array.from(tickVolumes) }),
  };
}
