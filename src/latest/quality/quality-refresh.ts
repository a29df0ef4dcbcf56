import type { FlagMask } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { Fragments } from '../bytes/fragment-sheet.ts';

/** How well each index is attested that has a value at the tick: a row an index, ascending by series. */
export interface IndexQualityColumns {
  readonly series: Uint32Array;
  readonly exchanges: Uint16Array;
  /** -1 for series of which none is refused by themselves. */
  readonly refused: Int32Array;
  /** NaN where there is none. */
  readonly spreadBps: Float64Array;
  /** NaN if the rules do not say. Of a GWA as of `resistanceAt`. */
  readonly oneExchangeBps: Float64Array;
  /** As of `resistanceAt`; 0 if not known. */
  readonly exchangesToMove1Percent: Uint16Array;
  /** 1 if that is a lower bound. */
  readonly isAtLeast: Uint8Array;
  /** The tick that figures were computed from which are too costly for every tick; undefined before the first. */
  readonly resistanceAt: Millis | undefined;
  /** Empty where there is none. */
  readonly trustSource: readonly string[];
  readonly flags: ArrayLike<FlagMask>;
}

/** What each exchange contributes to the tick: a row an exchange. */
export interface ExchangeQualityColumns {
  readonly listings: Uint32Array;
  readonly accepted: Uint32Array;
  readonly volumeShare: Float64Array;
  /** NaN where there is none. */
  readonly deviationBps: Float64Array;
}

/** What became of the tickers of one hour. Such an object never changes: what is written of it is kept. */
export interface QualityHour {
  readonly startAt: Millis;
  readonly ticks: number;
  /** For each exchange the accepted, then those refused for each reason. */
  readonly counts: Uint32Array;
}

/** Records of one kind, and what names their content. */
export interface WrittenRecords extends Fragments {
  readonly tag: string;
}

/** How well everything of one slot is attested, written as JSON. Plain data, handed over between threads. */
export interface QualityRefresh {
  readonly at: Millis;
  /** By type, then by id. */
  readonly indices: WrittenRecords & {
    /** For each type in turn the row after its last. */
    readonly ends: readonly number[];
  };
  readonly exchanges: WrittenRecords & { readonly ids: readonly string[] };
}
