import type { Candle } from '../../../core/candle.ts';
import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { DaySpan, FirstTick, Instants, ModelledPast } from '../../../sources/past.ts';

/** A series of the past, and from which day on it has end-of-day records. */
export interface PastSeriesSpan extends SeriesId {
  readonly baseAssetId: string;
  readonly recordsFrom: Millis;
}

/** Values of one day, the first at 00:00:30, in the order of time, without a gap. Of LX also what was traded. */
export interface DayValues {
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  readonly tickVolumes?: Float64Array;
}

/** Each call with its reply. `firstTick`: for what leads over to it, with the prices of the series that are asked for. */
export interface PastCalls {
  series: { request: { readonly firstLive: Millis }; reply: PastSeriesSpan[] };
  lastDay: {
    request: { readonly day: Millis; readonly firstTick?: FirstTick | undefined };
    reply: Candle[];
  };
  instant: {
    request: { readonly at: Millis; readonly firstTick?: FirstTick | undefined };
    reply: ModelledPast;
  };
  /** Values of one series that can be modelled, up to and with `upTo`. */
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
  /** Prices of some series at some instants, in the order of the series; undefined where there is none. */
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
