import type { Candle } from '../../../core/candle.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { DaySpan, FirstTick, Instants, ModelledDay } from '../../../sources/past.ts';

/** A modelled series, and its first day with an end-of-day record. */
export interface PastSeriesSpan extends SeriesId {
  readonly baseAssetId: string;
  readonly recordsFrom: Millis;
}

/** Values of one day from 00:00:30, ascending, without gaps. For LX also traded volumes. */
export interface DayValues {
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  readonly tickVolumes?: Float64Array;
}

/**
 * Each call with its reply. `firstTick` is given if the values must approach it, with its prices of the
 * requested series.
 */
export interface PastCalls {
  series: { request: { readonly firstLive: Millis }; reply: PastSeriesSpan[] };
  lastDay: {
    request: { readonly day: Millis; readonly firstTick?: FirstTick | undefined };
    reply: Candle[];
  };
  instant: {
    request: { readonly at: Millis; readonly firstTick?: FirstTick | undefined };
    reply: ModelledDay;
  };
  /** Modelled values of one series, up to and including `upTo`. */
  day: {
    request: {
      readonly series: SeriesId;
      readonly day: Millis;
      readonly upTo: Millis;
      readonly firstTick?: FirstTick | undefined;
    };
    reply: DayValues;
  };
  /** End-of-day records of one series, ascending. */
  records: {
    request: {
      readonly series: SeriesId;
      readonly span: DaySpan;
      readonly firstTick?: FirstTick | undefined;
    };
    reply: Candle[];
  };
  /** Prices of series at instants, in the order of `series`; undefined for series without prices. */
  prices: {
    request: {
      readonly series: readonly SeriesId[];
      readonly instants: Instants;
      readonly firstTick?: FirstTick | undefined;
    };
    reply: (Float64Array | undefined)[];
  };
}

export type PastCallKind = keyof PastCalls;
export type PastRequest<K extends PastCallKind = PastCallKind> = {
  [Kind in K]: { readonly kind: Kind } & PastCalls[Kind]['request'];
}[K];
