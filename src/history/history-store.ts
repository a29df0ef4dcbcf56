import type { Candle } from '../core/candle.ts';
import type { IndexType, IndexValue, SeriesId } from '../core/index-value.ts';
import type { SeriesOrder } from '../core/ids/series-order.ts';
import type { Millis } from '../core/time.ts';
import type { SeriesColumns, SlotColumns, ValueColumns } from '../core/value-columns.ts';
import type { HistoryFiles } from './history-backend.ts';
import type { ReadBudget } from './read-budget.ts';

/** All values of one slot. */
export interface TickSlice extends SlotColumns {
  /** What `series` are numbers in. */
  readonly order: SeriesOrder;
  /** The tick's record in the chain of hashes, opaque here. */
  readonly record: Uint8Array;
}

/** Greater for each writer that is opened, for as long as the history lasts. */
export type Fence = number;

/** Refusals are values: they happen, and are counted. `fenced`: a newer writer has taken over; this one no longer stores. */
export type WriteOutcome = 'stored' | 'fenced';
/** The store no longer has ticks that it acknowledged: it was restored, or lost commits in a failover. */
export class StoreLostTicks extends Error {
  /** The newest tick that it has. */
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
  /** Start of the window: nothing older is returned. */
  readonly notBefore: Millis;
  readonly limit: number;
  /** How long the read may wait for what must be modelled first; a store does not look at it. */
  readonly budget?: ReadBudget | undefined;
}

export interface CrossRead {
  readonly types: readonly IndexType[];
  readonly atOrBefore: Millis;
  /** Within the instant `atOrBefore`, only series that come after this one; earlier instants whole. */
  readonly after?: SeriesId;
  readonly notBefore: Millis;
  readonly limit: number;
  /** Called after every millisecond or two of work, to give other work a turn of the event loop. */
  readonly yieldTurn?: (() => Promise<void>) | undefined;
}

export interface CandleRead {
  readonly series: SeriesId;
  readonly startAtOrBefore: Millis;
  readonly limit: number;
  /** As for a read of values. */
  readonly budget?: ReadBudget | undefined;
}

export interface CandleCrossRead {
  readonly types: readonly IndexType[];
  readonly startAtOrBefore: Millis;
  /** Within the day `startAtOrBefore`, only series that come after this one; earlier days whole. */
  readonly after?: SeriesId;
  /** Nothing older is returned. */
  readonly startNotBefore?: Millis;
  readonly limit: number;
  /** As for a read of values. */
  readonly yieldTurn?: (() => Promise<void>) | undefined;
}

/** Values of one series in one UTC day, in the order of time. */
export interface PastSeries extends SeriesId, ValueColumns {
  /** Slots of the day, ascending: 0 is 00:00:30, 2,879 the next 00:00:00. Two bytes a row, and the same array for all series. */
  readonly slots: Uint16Array;
}

/** Values of a UTC day that were not computed when it passed. */
export interface PastDay {
  /** 00:00:00.000Z of the day. */
  readonly startAt: Millis;
  /** Its series, each at most once, in any order; some at a time, so that they need not all be held. */
  readonly parts: Iterable<readonly PastSeries[]> | AsyncIterable<readonly PastSeries[]>;
  /**
   * Records of ticks of the day, in the order of time, where a history is moved that has them. A slot that has a record keeps it; slots of the
   * hour that is not over yet get theirs by `append` alone.
   */
  readonly records?: readonly StoredRecord[];
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

/** The newest tick: where the chain of hashes goes on after a restart. */
export type LastTick = StoredRecord;

/** The engine's state after a tick, opaque here. */
export interface StoredState {
  readonly at: Millis;
  readonly state: Uint8Array;
}

/** From the first to the last day, both included. */
export interface DayRange {
  readonly oldest: Millis;
  readonly newest: Millis;
}

/** How much is stored. */
export interface HistorySummary {
  /** Undefined where there is no tick yet. */
  readonly lastTick: Millis | undefined;
  /** How many series were ever stored. */
  readonly series: Readonly<Record<IndexType, number>>;
  /** Days that have ticks. */
  readonly tickDays: number;
  /** The start of each of them, ascending. */
  readonly days: readonly Millis[];
  readonly ticks: DayRange | undefined;
  readonly candles: DayRange | undefined;
  /** Where end-of-day records may be: spans of days, by their beginning. */
  readonly candleSpans: readonly DayRange[];
  /**
   * Rises with every write of end-of-day records of days up to the newest that had some, also where they turn out to be there: what
   * was read of the past before may not be all of it any more. Within the life of a reader; a day that passes changes nothing.
   */
  readonly candleRevision: number;
}

/**
 * What is stored, for reading.
 *
 * - What is read is what was written, to the bit, newest first; values of one instant in the order of series.
 * - Absent is absent: a series without a value at an instant has no entry, never a filler.
 * - Reads may run at any time, also beside a writer in this process or another one, and see a slice whole or not at all.
 * - A reader sees all that was stored when it was opened. Whether it sees what is stored later depends on the backend; a
 *   writer sees its own writes at once.
 * - The caller that opened it closes it; nothing is called afterwards.
 */
export interface HistoryReader {
  readSeries(read: SeriesRead): Promise<StoredValue[]>;
  /**
   * The same values into the first rows of the columns, which have room for `limit`; resolves with how many there are.
   * The columns are the store's until then.
   */
  readSeriesInto(read: SeriesRead, into: SeriesColumns): Promise<number>;
  /**
   * All values of a UTC day of these series, of those that have some, in the order that they are given in; where the store can read them at once.
   * Undefined where it cannot: then they are read one by one.
   */
  readDay?(series: readonly SeriesId[], startAt: Millis): Promise<PastSeries[] | undefined>;
  /**
   * All values of the hour that begins at `startAt`, of those of these series that have some, in the order that they are given in. Present where
   * one read of many series is faster than one read per series.
   */
  readHour?(series: readonly SeriesId[], startAt: Millis): Promise<PastSeries[]>;
  readAcross(read: CrossRead): Promise<StoredValue[]>;
  /** The newest value of every series that has one in the window, in the order of series. */
  newestValues(notBefore: Millis): Promise<StoredValue[]>;
  /** Records of the ticks from <= t <= to, in the order of time. Slots that were filled in later have none. */
  records(from: Millis, to: Millis): AsyncIterable<StoredRecord>;
  lastTick(): Promise<LastTick | undefined>;
  /** The newest engine state that is stored: that of the last tick, or of one before it. */
  lastState(): Promise<StoredState | undefined>;
  /** Newest first. */
  readCandles(read: CandleRead): Promise<Candle[]>;
  /** Newest first; candles of one day in the order of series. */
  readCandlesAcross(read: CandleCrossRead): Promise<Candle[]>;
  /** The newest candle that starts at or before that instant, of every series that has one, in the order of series. */
  newestCandles(startAtOrBefore: Millis): Promise<Candle[]>;
  summary(): Promise<HistorySummary>;
  /** Every series of which something was ever stored, in the order of series. */
  series(): Promise<SeriesId[]>;
  /** Whether reads may reject with `StoreAway`, because what is stored is on another machine. */
  readonly mayBeAway?: boolean;
  close(): Promise<void>;
}

/**
 * Writes index values. Several processes may open a writer one after the other; the last one that did is the only one
 * that can write.
 *
 * - A writer has a fence, a number greater than that of every writer before it. From the moment a newer one is open, each
 *   write of an older one answers `fenced`, nothing of it is stored, and what is read stays as the newer one has it.
 * - What an older writer has acknowledged with `stored`, the newer one has. A write that was under way while the newer one
 *   was being opened may answer `fenced` though the newer one has it, all of it: it was not acknowledged, so its
 *   caller publishes nothing of it, and the newer one goes on after it as after a crash.
 * - When `append` resolves with `stored`, the slice is durable, with the state where one was handed over: both or
 *   neither. When it rejects, nothing of it is stored, and the same slice may be tried again.
 * - Slices come in time order. One at an instant that is stored is `duplicate`, an older one `out-of-order`, one
 *   before the window `too-old`; nothing is changed then.
 * - Only the newest state is kept. A tick may come without one: the state is large, and what follows from recorded inputs
 *   can be computed again.
 * - `insertPast` fills gaps: where a series has a value at an instant, that one stays. Nothing is inserted at an instant
 *   that is still to be appended. All parts are taken, one after the other, before any of them counts. When it resolves
 *   with `stored`, the values are durable and every read sees them; when it rejects, also because a part could not be had,
 *   reads see all of them or none. `lastTick` and the order of appends do not change.
 * - Candles are kept for ever, whatever the window. When `appendCandles` resolves with `stored`, they are durable and every
 *   read sees them; when it rejects, none is stored. One of a series and day that has one replaces it. They may come in
 *   any order.
 * - `insertCandles` fills gaps: where a series has a candle of a day, that one stays. When it resolves with `stored`, they are
 *   durable and every read sees them; when it rejects, reads see all of them or none.
 */
export interface HistoryWriter {
  readonly fence: Fence;
  append(slice: TickSlice, state?: Uint8Array): Promise<AppendOutcome>;
  /**
   * Whether the state after a tick at this instant is to be handed over with it. One that is handed over unasked is stored
   * as well.
   */
  wantsStateAt(at: Millis): boolean;
  insertPast(past: PastDay): Promise<WriteOutcome>;
  appendCandles(candles: readonly Candle[]): Promise<WriteOutcome>;
  insertCandles(past: PastYear): Promise<WriteOutcome>;
  /**
   * Nothing is appended at or before this instant any more: ticks up to there were published, though history has lost
   * them. It lasts until the writer is closed.
   */
  passOver(at: Millis): void;
  /** The files that hold all of it at this moment, for a backup; undefined where it is not kept in files. */
  files(): HistoryFiles | undefined;
  close(): Promise<void>;
}

/** A writer reads, too: the truth about index values. */
export interface HistoryStore extends HistoryReader, HistoryWriter {}
