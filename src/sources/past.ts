import type { Candle } from '../core/candle.ts';
import type { SeriesId } from '../core/index-value.ts';
import type { Market } from '../core/market.ts';
import { MINUTE_MS, type Millis } from '../core/time.ts';
import type { PastSeries, PastYear } from '../history/history-store.ts';

/** Input from which the source of that name models its past; it can be sent to another thread. */
export interface PastInput {
  readonly source: string;
  /** Only the source knows its type. */
  readonly input: unknown;
}

/** A series, and the asset whose GWA values its volume. */
export interface ValuedSeries extends SeriesId {
  readonly baseAssetId: string;
}

/** Selects series. The values of a series do not depend on which others are selected. */
export interface SeriesSelection {
  readonly market: (marketId: string) => boolean;
  readonly asset: (assetId: string) => boolean;
  readonly lx: boolean;
}

export const ALL_SERIES: SeriesSelection = { market: () => true, asset: () => true, lx: true };

/** Consecutive days of one calendar year. */
export interface DaySpan {
  readonly firstDay: Millis;
  readonly days: number;
}

/** The price of a series at the first tick. */
export interface FirstPrice extends SeriesId {
  readonly price: number;
}

/** The first tick. Modelled prices converge to its prices. */
export interface FirstTick {
  readonly at: Millis;
  readonly prices: readonly FirstPrice[];
}

/** How long before the first tick modelled prices start to converge to its prices. */
export const BRIDGE_MS = 30 * MINUTE_MS;

/** Values of some series on one day. */
export interface ModelledDay {
  /** 00:00:00.000Z of the day. */
  readonly startAt: Millis;
  readonly series: readonly PastSeries[];
}

/**
 * A part of the modelled data, small enough to be sent in one message: values of a day, or end-of-day records in either
 * form.
 */
export interface ModelledBatch {
  readonly past?: ModelledDay;
  readonly candles?: readonly Candle[];
  readonly records?: PastYear;
  /** Number of values and records in it. */
  readonly points: number;
}

/** Equidistant instants, all of them slots. */
export interface Instants {
  readonly first: Millis;
  readonly stepMs: Millis;
  readonly count: number;
}

/** Prices of a series at several instants. */
export interface ModelledPrices extends SeriesId {
  readonly prices: Float64Array;
}

/**
 * Index values from before the first tick of a source: what the engine would have published, had it been running. The
 * same query always returns the same values, to the digit. Everything modelled has the flag MODELLED.
 */
export interface PastModel {
  /** Markets that may have a past. */
  readonly markets: readonly Market[];
  /** When an asset was launched; -Infinity if it always existed. */
  launchedAt(assetId: string): Millis;
  /** Every series that it can model, in no particular order. */
  series(): readonly ValuedSeries[];
  /** End-of-day records of the selected series. */
  records(span: DaySpan, wanted: SeriesSelection, firstTick?: FirstTick): Iterable<PastYear>;
  /**
   * The selected series of a day, every 30 seconds up to and including `upTo`. The values lie in reused memory: those
   * of a batch are overwritten when the batch after the next is requested.
   */
  values(day: Millis, upTo: Millis, wanted: SeriesSelection, firstTick?: FirstTick): Iterable<ModelledBatch>;
  /** The values of the selected series at one slot. */
  instant(at: Millis, wanted: SeriesSelection, firstTick?: FirstTick): Iterable<PastSeries>;
  /** The prices of the selected series at several instants: the same as in `values`, for much less work. */
  prices(instants: Instants, wanted: SeriesSelection, firstTick?: FirstTick): Iterable<ModelledPrices>;
}
