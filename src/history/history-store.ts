import type { Candle } from '../core/candle.ts';
import type { FlagMask, IndexType, SeriesId } from '../core/index-value.ts';
import type { SeriesOrder } from '../core/series-order.ts';
import type { Millis } from '../core/time.ts';
import type { ValueColumns } from '../core/value-columns.ts';

/** All values of one slot, with what is needed to go on from there. Columns are parallel, series ascending. */
export interface TickSlice {
  readonly at: Millis;
  readonly order: SeriesOrder;
  /** Numbers in `order`. */
  readonly series: Uint32Array;
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  /** NaN for series that have none. */
  readonly tickVolumes: Float64Array;
  readonly flags: Uint16Array;
  /** The engine's state after this tick, opaque here. */
  readonly state: Uint8Array;
  /** The tick's record in the chain of hashes, opaque here. */
  readonly record: Uint8Array;
}

/** Refusals are values: they happen, and are counted. */
export type AppendOutcome = 'stored' | 'duplicate' | 'out-of-order' | 'too-old';

/** A value as it was published: same numbers, same flags. */
export interface StoredValue extends SeriesId {
  readonly at: Millis;
  readonly price: number;
  readonly volume: number;
  readonly tickVolume?: number;
  readonly flags: FlagMask;
}

export interface SeriesRead {
  readonly series: SeriesId;
  readonly atOrBefore: Millis;
  /** Start of the window: nothing older is returned. */
  readonly notBefore: Millis;
  readonly limit: number;
}

export interface CrossRead {
  readonly types: readonly IndexType[];
  readonly atOrBefore: Millis;
  /** Within the instant `atOrBefore`, only series that come after this one; earlier instants whole. */
  readonly after?: SeriesId;
  readonly notBefore: Millis;
  readonly limit: number;
}

export interface CandleRead {
  readonly series: SeriesId;
  readonly startAtOrBefore: Millis;
  readonly limit: number;
}

export interface CandleCrossRead {
  readonly types: readonly IndexType[];
  readonly startAtOrBefore: Millis;
  /** Within the day `startAtOrBefore`, only series that come after this one; earlier days whole. */
  readonly after?: SeriesId;
  /** Nothing older is returned. */
  readonly startNotBefore?: Millis;
  readonly limit: number;
}

/** Values of one series in one UTC day, parallel columns in the order of time. */
export interface PastSeries extends SeriesId {
  /** Slots of the day, ascending: 0 is 00:00:30, 2,879 the next 00:00:00. */
  readonly slots: Uint16Array;
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  /** NaN for series that have none. */
  readonly tickVolumes: Float64Array;
  readonly flags: Uint16Array;
}

/** Values of a UTC day that were not computed when it passed. */
export interface PastDay {
  /** 00:00:00.000Z of the day. */
  readonly startAt: Millis;
  /** Its series, each at most once, in any order; some at a time, so that nobody has to hold them all. */
  readonly parts: Iterable<readonly PastSeries[]> | AsyncIterable<readonly PastSeries[]>;
}

/** End-of-day records of one series in one calendar year, parallel columns in the order of time. */
export interface PastCandles extends SeriesId {
  /** Days of the year, ascending: 0 is 1 January. */
  readonly days: Uint16Array;
  /** One for each of CANDLE_NUMBERS. */
  readonly numbers: readonly Float64Array[];
  readonly flags: Uint16Array;
}

/** End-of-day records of a calendar year that were not made when their days passed. */
export interface PastYear {
  /** 1 January. */
  readonly startAt: Millis;
  /** Each series at most once, in any order. */
  readonly series: readonly PastCandles[];
}

/**
 * The code of the error with which `insertPast` and `insertCandles` rejects where what is stored of the day is damaged, so that it cannot be
 * written anew: trying again is of no use.
 */
export const DAY_DAMAGED = 'DAY_DAMAGED';

/** The record of a stored tick in the chain of hashes, opaque here. */
export interface StoredRecord {
  readonly at: Millis;
  readonly record: Uint8Array;
}

/** Where the engine goes on after a restart. */
export interface LastTick {
  readonly at: Millis;
  readonly state: Uint8Array;
  readonly record: Uint8Array;
}

/**
 * The truth about index values.
 *
 * - When `append` resolves with `stored`, the slice is durable and every read sees it. When it rejects, nothing of it
 *   is stored, and the same slice may be tried again.
 * - Slices come in time order. One at an instant that is stored is `duplicate`, an older one `out-of-order`, one
 *   before the window `too-old`; the store is unchanged then.
 * - What is read is what was appended, to the bit, newest first; values of one instant in the order of series.
 * - Absent is absent: a series without a value at an instant has no entry, never a filler.
 * - Reads may run at any time, also during an append, and see a slice whole or not at all.
 * - `insertPast` fills gaps: where a series has a value at an instant, that one stays. Nothing is inserted at an instant
 *   that is still to be appended. All parts are taken, one after the other, before any of them counts. When it resolves,
 *   the values are durable and every read sees them; when it rejects, also because a part could not be had, reads see
 *   all of them or none. `lastTick` and the order of appends do not change.
 * - Candles are kept for ever, whatever the window. When `appendCandles` resolves, they are durable and every read sees
 *   them; when it rejects, none is stored. One of a series and day that has one replaces it. They may come in any
 *   order.
 * - `insertCandles` fills gaps: where a series has a candle of a day, that one stays. When it resolves, they are durable and
 *   every read sees them; when it rejects, reads see all of them or none.
 * - Whoever opened the store closes it; nothing is called afterwards.
 */
export interface HistoryStore {
  append(slice: TickSlice): Promise<AppendOutcome>;
  insertPast(past: PastDay): Promise<void>;
  readSeries(read: SeriesRead): Promise<StoredValue[]>;
  /**
   * The same values into the first rows of the columns, which have room for `limit`; resolves with how many there are.
   * The columns are the store's until then.
   */
  readSeriesInto(read: SeriesRead, into: ValueColumns): Promise<number>;
  readAcross(read: CrossRead): Promise<StoredValue[]>;
  /** The newest value of every series that has one in the window, in the order of series. */
  newestValues(notBefore: Millis): Promise<StoredValue[]>;
  lastTick(): Promise<LastTick | undefined>;
  appendCandles(candles: readonly Candle[]): Promise<void>;
  insertCandles(past: PastYear): Promise<void>;
  /** Newest first. */
  readCandles(read: CandleRead): Promise<Candle[]>;
  /** Newest first; candles of one day in the order of series. */
  readCandlesAcross(read: CandleCrossRead): Promise<Candle[]>;
  /** The newest candle that starts at or before that instant, of every series that has one, in the order of series. */
  newestCandles(startAtOrBefore: Millis): Promise<Candle[]>;
  close(): Promise<void>;
}
