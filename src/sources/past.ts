import type { Candle } from '../core/candle.ts';
import type { SeriesId } from '../core/index-value.ts';
import type { Market } from '../core/market.ts';
import { MINUTE_MS, type Millis } from '../core/time.ts';
import type { PastSeries, PastYear } from '../history/history-store.ts';

/** What a past is modelled from, as the source of that name makes it; it may be handed to another thread. */
export interface PastInput {
  readonly source: string;
  /** Known to the source alone. */
  readonly input: unknown;
}

/** A series with the asset whose GWA its volume is worth. */
export interface ValuedSeries extends SeriesId {
  readonly baseAssetId: string;
}

/** Which series are wanted. Whatever is wanted with it, a series has the same values. */
export interface WantedSeries {
  readonly market: (marketId: string) => boolean;
  readonly asset: (assetId: string) => boolean;
  readonly lx: boolean;
}

export const EVERYTHING: WantedSeries = { market: () => true, asset: () => true, lx: true };

/** Days in a row of one calendar year. */
export interface DaySpan {
  readonly firstDay: Millis;
  readonly days: number;
}

/** The price of a series at the first tick. */
export interface FirstPrice extends SeriesId {
  readonly price: number;
}

/** The first tick, which modelled prices lead over to. */
export interface FirstTick {
  readonly at: Millis;
  readonly prices: readonly FirstPrice[];
}

/** So long before the first tick modelled prices begin to lean towards it. */
export const BRIDGE_MS = 30 * MINUTE_MS;

/** Values of some series in a day. */
export interface ModelledPast {
  /** 00:00:00.000Z of the day. */
  readonly startAt: Millis;
  readonly series: readonly PastSeries[];
}

/** A part of what was modelled, small enough to be handed on: values of a day, or end-of-day records in either form. */
export interface ModelledBatch {
  readonly past?: ModelledPast;
  readonly candles?: readonly Candle[];
  readonly records?: PastYear;
  /** Values and records in it. */
  readonly points: number;
}

/** Instants at equal distances, all of them slots. */
export interface Instants {
  readonly first: Millis;
  readonly stepMs: Millis;
  readonly count: number;
}

/** Prices of a series at some instants. */
export interface ModelledPrices extends SeriesId {
  readonly prices: Float64Array;
}

/**
 * Index values of a source from before its first tick: what the engine would have published, had it been running. The
 * same question has the same answer, to the digit. Everything modelled carries the flag MODELLED.
 */
export interface PastModel {
  /** The markets that may have a past. */
  readonly markets: readonly Market[];
  /** When an asset came into being; -Infinity where it was always there. */
  launchedAt(assetId: string): Millis;
  /** Every series that it can model, in no order. */
  series(): readonly ValuedSeries[];
  /** End-of-day records of the wanted series. */
  records(span: DaySpan, wanted: WantedSeries, firstTick?: FirstTick): Iterable<PastYear>;
  /**
   * The wanted series of a day, every 30 seconds up to and with `upTo`. Values lie in memory that is used again: those of
   * a batch are gone when the one after the next is asked for.
   */
  values(day: Millis, upTo: Millis, wanted: WantedSeries, firstTick?: FirstTick): Iterable<ModelledBatch>;
  /** The values of the wanted series at one slot. */
  instant(at: Millis, wanted: WantedSeries, firstTick?: FirstTick): Iterable<PastSeries>;
  /** The prices of the wanted series at some instants: the same as in `values`, for much less work. */
  prices(instants: Instants, wanted: WantedSeries, firstTick?: FirstTick): Iterable<ModelledPrices>;
}
