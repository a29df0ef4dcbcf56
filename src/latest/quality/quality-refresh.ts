import type { FlagMask } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { JsonRecords } from '../bytes/json-record-writer.ts';

/** Quality of each index with a value at the tick: one row per index, ascending by series. */
export interface IndexQualityColumns {
  readonly series: Uint32Array;
  readonly exchanges: Uint16Array;
  /** -1 for series that reject no tickers themselves. */
  readonly refused: Int32Array;
  /** NaN if there is none. */
  readonly spreadBps: Float64Array;
  /** NaN if the rules do not define it. For a GWA as of `resistanceAt`. */
  readonly oneExchangeBps: Float64Array;
  /** As of `resistanceAt`; 0 if unknown. */
  readonly exchangesToMove1Percent: Uint16Array;
  /** 1 if that is a lower bound. */
  readonly isAtLeast: Uint8Array;
  /** The tick of numbers that are too costly for every tick; undefined before the first. */
  readonly resistanceAt: Millis | undefined;
  /** Empty if there is none. */
  readonly trustSource: readonly string[];
  readonly flags: ArrayLike<FlagMask>;
}

/** What each exchange contributes to the tick: one row per exchange. */
export interface ExchangeQualityColumns {
  readonly listings: Uint32Array;
  readonly accepted: Uint32Array;
  readonly volumeShare: Float64Array;
  /** NaN if there is none. */
  readonly deviationBps: Float64Array;
}

/** Counts of accepted and rejected tickers of one hour. Immutable, so its text is cached. */
export interface QualityHour {
  readonly startAt: Millis;
  readonly ticks: number;
  /** For each exchange the accepted tickers, then those rejected for each reason. */
  readonly counts: Uint32Array;
}

/** Records of one kind, and a tag of their content. */
export interface WrittenRecords extends JsonRecords {
  readonly tag: string;
}

/** The quality of one slot as JSON. Plain data that can be sent between threads. */
export interface QualityRefresh {
  readonly at: Millis;
  /** By type, then by id. */
  readonly indices: WrittenRecords & {
    /** For each type the row after its last. */
    readonly ends: readonly number[];
  };
  readonly exchanges: WrittenRecords & { readonly ids: readonly string[] };
}
