import type { Candle } from '../core/candle.ts';
import type { IndexType, IndexValue, SeriesId } from '../core/index-value.ts';
import type { SeriesOrder } from '../core/ids/series-order.ts';
import type { Millis } from '../core/time.ts';
import type { SeriesColumns, SlotColumns, ValueColumns } from '../core/value-columns.ts';
import type { HistoryFiles } from './history-backend.ts';
import type { ReadBudget } from './read-budget.ts';

/** All values of one slot. */
export interface TickSlice extends SlotColumns {
  /** The order that defines the numbers in `series`. */
  readonly order: SeriesOrder;
  /** The tick's record in the hash chain, opaque here. */
  readonly record: Uint8Array;
}

/** Increases with each writer that is opened, for the lifetime of the history. */
export type Fence = number;

/**
 * Rejections are returned as values, because they are expected and counted. `fenced`: a newer writer has taken over, and this one
 * can no longer store.
 */
export type WriteOutcome = 'stored' | 'fenced';
/** The store no longer has ticks that it acknowledged: it was restored, or lost commits in a failover. */
export class StoreLostTicks extends Error {
  /** The newest tick in the store. */
  readonly newest: Millis | undefined;

  constructor(newest: Millis | undefined) {
    super('the store does not have the newest tick that it acknowledged');
    this.newest = newest;
  }
}

export type AppendOutcome = WriteOutcome | 'duplicate' | 'out-of-order' | 'too-old';

/** A value as it was published: same numbers, same flags. */
export interface StoredValue extends IndexValue {
  readonly at: Millis;
}

export interface SeriesRead {
  readonly series: SeriesId;
  readonly atOrBefore: Millis;
  /** The start of the window: nothing older is returned. */
  readonly notBefore: Millis;
  readonly limit: number;
  /** How long the read may wait for values that must be modelled first; stores ignore it. */
  readonly budget?: ReadBudget | undefined;
}

export interface CrossRead {
  readonly types: readonly IndexType[];
  readonly atOrBefore: Millis;
  /** Within the instant `atOrBefore`, only series after this one; earlier instants are complete. */
  readonly after?: SeriesId;
  readonly notBefore: Millis;
  readonly limit: number;
  /** Called after every millisecond or two of work, to let other work run on the event loop. */
  readonly yieldTurn?: (() => Promise<void>) | undefined;
}

export interface CandleRead {
  readonly series: SeriesId;
  readonly startAtOrBefore: Millis;
  readonly limit: number;
  /** The same as for a read of values. */
  readonly budget?: ReadBudget | undefined;
}

export interface CandleCrossRead {
  readonly types: readonly IndexType[];
  readonly startAtOrBefore: Millis;
  /** Within the day `startAtOrBefore`, only series after this one; earlier days are complete. */
  readonly after?: SeriesId;
  /** Nothing older is returned. */
  readonly startNotBefore?: Millis;
  readonly limit: number;
  /** The same as for a read of values. */
  readonly yieldTurn?: (() => Promise<void>) | undefined;
}

/** Values of one series in one UTC day, in chronological order. */
export interface PastSeries extends SeriesId, ValueColumns {
  /** Slots of the day, ascending: 0 is 00:00:30, 2,879 the next 00:00:00. Two bytes per row; all series may share one array. */
  readonly slots: Uint16Array;
}

/** Values of a UTC day that were not computed when it passed. */
export interface PastDay {
  /** 00:00:00.000Z of the day. */
  readonly startAt: Millis;
  /** The series of the day, each at most once, in any order; in parts, so that they need not all be in memory. */
  readonly parts: Iterable<readonly PastSeries[]> | AsyncIterable<readonly PastSeries[]>;
  /**
   * Records of ticks of the day in chronological order, when moving a history that has them. A slot that already has a record
   * keeps it. Slots of the current hour get records only through `append`.
   */
  readonly records?: readonly StoredRecord[];
}

/** End-of-day records of one series in one calendar year, as parallel columns in chronological order. */
export interface PastCandles extends SeriesId {
  /** Days of the year, ascending: 0 is 1 January. */
  readonly days: Uint16Array;
  /** One column per entry of CANDLE_NUMBERS. */
  readonly numbers: readonly Float64Array[];
  readonly flags: Uint16Array;
}

/** End-of-day records of a calendar year that were not computed when their days passed. */
export interface PastYear {
  /** 1 January. */
  readonly startAt: Millis;
  /** Each series at most once, in any order. */
  readonly series: readonly PastCandles[];
}

/**
 * The error code with which `insertPast` and `insertCandles` reject if the stored data of the day are damaged and therefore
 * cannot be rewritten: a retry is useless.
 */
export const DAY_DAMAGED = 'DAY_DAMAGED';

/** The record of a stored tick in the hash chain, opaque here. */
export interface StoredRecord {
  readonly at: Millis;
  readonly record: Uint8Array;
}

/** The newest tick, at which the hash chain continues after a restart. */
export type LastTick = StoredRecord;

/** The engine's state after a tick, opaque here. */
export interface StoredState {
  readonly at: Millis;
  readonly state: Uint8Array;
}

/** From the first to the last day, both inclusive. */
export interface DayRange {
  readonly oldest: Millis;
  readonly newest: Millis;
}

/** A summary of what is stored. */
export interface HistorySummary {
  /** Undefined if there is no tick yet. */
  readonly lastTick: Millis | undefined;
  /** How many series were ever stored. */
  readonly series: Readonly<Record<IndexType, number>>;
  /** The number of days that have ticks. */
  readonly tickDays: number;
  /** The start of each of these days, ascending. */
  readonly days: readonly Millis[];
  readonly ticks: DayRange | undefined;
  readonly candles: DayRange | undefined;
  /** Spans of days that may have end-of-day records, ordered by their start. */
  readonly candleSpans: readonly DayRange[];
  /**
   * Increases with every write of end-of-day records of days up to the newest that had some, even if the records existed already:
   * earlier reads of the past may be incomplete. Valid within the life of a reader. The passing of a day does not change it.
   */
  readonly candleRevision: number;
}

/**
 * Reads what is stored.
 *
 * - Reads return exactly what was written, newest first, and values of one instant in series order.
 * - A series without a value at an instant has no entry; values are never filled in.
 * - Reads may run at any time, also concurrently with a writer in this process or another one, and see either all of a slice or
 *   nothing.
 * - A reader sees everything that was stored when it was opened. Whether it sees later writes depends on the backend; a writer
 *   sees its own writes immediately.
 * - The caller that opened the reader closes it, and must not call it afterwards.
 */
export interface HistoryReader {
  readSeries(read: SeriesRead): Promise<StoredValue[]>;
  /**
   * Reads the same values into the first rows of the columns, which must have a capacity of `limit`. Resolves with their number.
   * The caller must not use the columns until then.
   */
  readSeriesInto(read: SeriesRead, into: SeriesColumns): Promise<number>;
  /**
   * All values of a UTC day of those of these series that have some, in the given order, if the store can read them at once. If
   * it cannot, undefined: then they must be read one by one.
   */
  readDay?(series: readonly SeriesId[], startAt: Millis): Promise<PastSeries[] | undefined>;
  /**
   * All values of the hour that starts at `startAt`, of those of these series that have some, in the given order. Implemented if
   * one read of many series is faster than one read per series.
   */
  readHour?(series: readonly SeriesId[], startAt: Millis): Promise<PastSeries[]>;
  readAcross(read: CrossRead): Promise<StoredValue[]>;
  /** The newest value of every series that has one in the window, in series order. */
  newestValues(notBefore: Millis): Promise<StoredValue[]>;
  /** Records of the ticks from <= t <= to, in chronological order. Slots that were filled in later have none. */
  records(from: Millis, to: Millis): AsyncIterable<StoredRecord>;
  lastTick(): Promise<LastTick | undefined>;
  /** The newest stored engine state: that of the last tick, or of an earlier one. */
  lastState(): Promise<StoredState | undefined>;
  /** Newest first. */
  readCandles(read: CandleRead): Promise<Candle[]>;
  /** Newest first; candles of one day in series order. */
  readCandlesAcross(read: CandleCrossRead): Promise<Candle[]>;
  /** The newest candle that starts at or before this instant, of every series that has one, in series order. */
  newestCandles(startAtOrBefore: Millis): Promise<Candle[]>;
  summary(): Promise<HistorySummary>;
  /** All series of which anything was ever stored, in series order. */
  series(): Promise<SeriesId[]>;
  /** Whether reads may reject with `StoreUnavailable`, because the data are on another machine. */
  readonly mayBeUnavailable?: boolean;
  close(): Promise<void>;
}

/**
 * Writes index values. Several processes may open a writer one after another; only the last one can write.
 *
 * - A writer has a fence, a number greater than that of every earlier writer. Once a newer writer is open, each write of an older
 *   one returns `fenced` and stores nothing, and reads return the data of the newer one.
 * - The newer writer has everything that an older one acknowledged with `stored`. A write that was pending while the newer one
 *   was being opened may return `fenced` although the newer one has it, completely: it was not acknowledged, so its caller
 *   publishes nothing of it, and the newer one continues after it as after a crash.
 * - When `append` resolves with `stored`, the slice is durable, and so is the state if one was passed: both or neither. If it
 *   rejects, nothing was stored, and the same slice may be retried.
 * - Slices must come in chronological order. A slice at a stored instant is a `duplicate`, an older one is `out-of-order`, one
 *   before the window is `too-old`; none of these changes anything.
 * - Only the newest state is kept. A tick may come without a state: the state is large, and it can be recomputed from recorded
 *   inputs.
 * - `insertPast` fills gaps: existing values are kept. Nothing is inserted at an instant that is still to be appended. All parts
 *   are consumed, one after another, before any of them becomes visible. When it resolves with `stored`, the values are durable
 *   and visible to every read. If it rejects, which includes a failure of `parts`, reads see all of them or none. `lastTick` and
 *   the order of appends do not change.
 * - Candles are kept forever, whatever the window. When `appendCandles` resolves with `stored`, they are durable and visible to
 *   every read; if it rejects, none is stored. A candle replaces an existing one of the same series and day. Candles may come in
 *   any order.
 * - `insertCandles` fills gaps: existing candles are kept. When it resolves with `stored`, the candles are durable and visible to
 *   every read; if it rejects, reads see all of them or none.
 */
export interface HistoryWriter {
  readonly fence: Fence;
  append(slice: TickSlice, state?: Uint8Array): Promise<AppendOutcome>;
  /**
   * Whether the state after a tick at this instant should be passed with it. A state that was not asked for is stored as well.
   */
  wantsStateAt(at: Millis): boolean;
  insertPast(past: PastDay): Promise<WriteOutcome>;
  appendCandles(candles: readonly Candle[]): Promise<WriteOutcome>;
  insertCandles(past: PastYear): Promise<WriteOutcome>;
  /**
   * From now on nothing is appended at or before this instant: ticks up to it were published, although history has lost them.
   * Valid until the writer is closed.
   */
  skipUpTo(at: Millis): void;
  /** The files with everything stored at this moment, for a backup; undefined if the history is not kept in files. */
  files(): HistoryFiles | undefined;
  close(): Promise<void>;
}

/** A writer that can also read. */
export interface HistoryStore extends HistoryReader, HistoryWriter {}
