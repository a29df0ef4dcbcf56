import type { DerivativeContract, DerivativeTick } from '../core/contract.ts';
import type { TrustTier } from '../core/exchange.ts';
import type { ReferenceContent } from '../core/reference-data.ts';
import type { ExchangeTick, Trade } from '../core/tick.ts';
import type { Millis } from '../core/time.ts';
import type { SupplyReport } from './supply-report.ts';

/** Tickers of one exchange that arrived together. */
export interface TickBatch {
  readonly kind: 'ticks';
  readonly exchangeId: string;
  /** Market time of arrival. */
  readonly receivedAt: Millis;
  /**
   * When the exchange was last read with this result, if not at `receivedAt`. The age of the tickers counts from here.
   */
  readonly readAt?: Millis;
  readonly ticks: readonly ExchangeTick[];
}

/** Trades of one exchange that arrived together, in the order of execution. */
export interface TradeBatch {
  readonly kind: 'trades';
  readonly exchangeId: string;
  readonly receivedAt: Millis;
  readonly trades: readonly Trade[];
}

/** Newly listed or changed contracts of one exchange. */
export interface ContractBatch {
  readonly kind: 'contracts';
  readonly exchangeId: string;
  readonly receivedAt: Millis;
  readonly contracts: readonly DerivativeContract[];
}

/** Contract tickers of one exchange that arrived together. */
export interface DerivativeTickBatch {
  readonly kind: 'derivative-ticks';
  readonly exchangeId: string;
  readonly receivedAt: Millis;
  readonly ticks: readonly DerivativeTick[];
}

/** Data of one exchange. */
export type ExchangeBatch = TickBatch | TradeBatch | ContractBatch | DerivativeTickBatch;

/** The reference data have changed: `data` replaces all of them. Unchanged parts may be the same objects. */
export interface ReferenceAnnouncement {
  readonly kind: 'reference';
  readonly receivedAt: Millis;
  readonly data: ReferenceContent;
}

/** Everything that was received up to and including this instant has been delivered. */
export interface Watermark {
  readonly kind: 'watermark';
  readonly at: Millis;
  /** The input of the slot is unknown, for example because a recording lacks it: no tick is computed. */
  readonly isGap?: true;
  /** Ids of exchanges whose trades in the window may be incomplete; absent if there are none. */
  readonly tradesIncomplete?: readonly string[];
}

export type SourceEvent = ExchangeBatch | ReferenceAnnouncement | Watermark;

/** Counts how the readings of a polled exchange ended. Each reading is counted once. */
export interface ReadingCounts {
  /** `read`, `failed`, or the reason why it was skipped. */
  readonly byOutcome: Readonly<Record<string, number>>;
  readonly byFailure: Readonly<Record<string, number>>;
  /** Duration of the last reading. */
  readonly tookMs: Millis;
  /** Whether the exchange is not read for a while. */
  readonly isResting: boolean;
  /** Whether the circuit breaker is open: after many failures in a row, only single probes are made. */
  readonly isOpen?: boolean;
  /** Entries left out because they are invalid; the log names some. */
  readonly leftOut?: number;
  /** Why the last reading failed; set while the exchange fails. */
  readonly lastFailure?: string;
}

/** How single trades of an exchange are received. */
export interface TradeCounts {
  /** Over a socket, by polling, or not at all. */
  readonly way: 'socket' | 'polled' | 'none';
  /**
   * Counts each received trade once per arrival: delivered in time or late, duplicate (or made before it was
   * requested), dropped because it was too old or exceeded a limit, or refused as invalid.
   */
  readonly byOutcome: Readonly<Record<'delivered' | 'late' | 'duplicate' | 'dropped' | 'refused', number>>;
  readonly byFailure: Readonly<Record<string, number>>;
}

/** What the timestamps of an exchange show. */
export interface ClockReport {
  /** Estimated lag of its clock behind ours; negative if it is ahead. */
  readonly offsetMs: Millis;
  /** Age of its last reply, by its own timestamps or because the reply repeats itself; 0 if it is current. */
  readonly oldMs: Millis;
  /** Tickers in a current reply that are late by their own timestamps. Absent: none. */
  readonly lateTickers?: number;
}

/** Why the indices use no market of an exchange, and how many markets it lists. */
export interface ExchangeRefusal {
  readonly reason: 'quote-volume' | 'inverted-price';
  readonly markets: number;
}

/** State of the feed of an exchange. */
export interface ExchangeHealth {
  /** Known before the reference data contain the exchange. */
  readonly tier?: TrustTier;
  /**
   * Market time of the last successful reading of its tickers; absent if there was none since the source was opened.
   */
  readonly lastDelivery?: Millis;
  /** Failed readings in a row; 0 while the exchange answers. */
  readonly failing: number;
  /** All readings that failed since the source was opened. */
  readonly failures: number;
  readonly readings?: ReadingCounts;
  /** Absent if the exchange sends no timestamps and its replies are current. */
  readonly clock?: ClockReport;
  /** Absent if none of its trades are requested. */
  readonly trades?: TradeCounts;
  /** Absent if its markets may be used. */
  readonly refused?: ExchangeRefusal;
}

/** Load of a process in which the source reads exchanges, over the last cycle. */
export interface ProcessLoad {
  /** Share of the time in which its thread was busy: at 1 it cannot keep up. */
  readonly busy: number;
  /** CPU time of all its threads, as a share of one core. */
  readonly cpu: number;
  /** 99th percentile of the event loop delay. */
  readonly delayMs: Millis;
  readonly memoryBytes: number;
}

/** A listing that the indices do not use; the operator can decide about it. */
export interface ListingFinding {
  /** The name of the exchange in settings. */
  readonly exchange: string;
  /** The exchange's own name of the market. */
  readonly market: string;
  readonly why: string;
}

/** A ticker of the last tick before a restart, as it was recorded; invalid numbers are 0. */
export interface RecordedTicker {
  readonly exchangeId: string;
  readonly marketId: string;
  readonly last: number;
  readonly bid: number;
  readonly ask: number;
  readonly lastMoved: Millis;
}

/** A past slot, as a reader would have received it. */
export interface PassedSlot {
  readonly slot: Millis;
  /** In the order of arrival, up to the cut-off of the slot. */
  readonly events: readonly SourceEvent[];
  /** Price of an asset in US dollars at the previous slot. */
  readonly usdBefore: (assetId: string) => number;
}

/**
 * Where reference data, tickers, trades and derivatives come from. The simulator, live exchanges and a replay all
 * implement it, and nothing downstream knows which one it is.
 *
 * - `receivedAt` never decreases from one event to the next, unless the market clock is set back: then events that
 *   were skipped while it was ahead may follow, but never again a slot whose watermark was delivered before the slot
 *   itself.
 * - Before each slot t, a watermark at exactly t - CUT_OFF_MS marks the slot's input as complete; later events were
 *   received later. It is sent once market time reaches that instant, whatever the exchanges do; a source that has
 *   fallen far behind may skip slots.
 * - The window of slot t lies between the watermark of the previous slot and its own. Reference data announced in the
 *   window of slot t are in force from slot t + SLOT_MS until the next change; before that, those from `reference`
 *   for the first slot are in force. A change that was announced too late for its slot, because slots were skipped,
 *   takes effect as soon as possible.
 * - A batch contains each market at most once, and none that the exchange does not deliver. Readers ignore data of a
 *   listing in the window of a slot in which it is not listed.
 * - A trade is delivered once, never before its `exchangeTimestamp`.
 * - A contract, sometimes an expired one, is delivered after its listing and before its first ticker; after a restart
 *   it is delivered again. A batch contains each contract at most once, and no ticker follows the contract's
 *   expiration.
 * - The sequence chooses its first slot when the first event is requested, before it waits for anything.
 * - The sequence ends only when the signal aborts, and then without an error; the reader closes it.
 * - The source handles a failing exchange itself: it retries, reports it in `health` and never ends the sequence.
 */
export interface Source {
  readonly name: string;
  /** The reference data in force at a slot, LX definitions included; needed for the first slot that is computed. */
  reference(slot: Millis): ReferenceContent;
  events(signal: AbortSignal): AsyncIterable<SourceEvent>;
  /** By exchange id; without the exchanges that the source does not read. */
  health(): ReadonlyMap<string, ExchangeHealth>;
  /**
   * If derivatives are read apart from spot markets: the health of each derivatives interface, by its name in settings.
   */
  derivatives?(): ReadonlyMap<string, ExchangeHealth>;
  /** Explains what keeps it from reading most of its exchanges at once, for example a network failure on our side. */
  outage?(): string | undefined;
  /** If listings have to qualify: those that do not, the most doubtful first, a few hundred at most. */
  findings?(): readonly ListingFinding[];
  /** If it reads supplies, which market caps need: which ones it has, and how old they are. */
  supplies?(): SupplyReport;
  /** If it reads exchanges in processes of its own: the load of each, by its number. */
  processes?(): ReadonlyMap<number, ProcessLoad>;
  /** Called before the first event with what it delivered before a restart, if that was recorded. */
  resume?(tickers: Iterable<RecordedTicker>): void;
  /**
   * Returns the last slot that has passed without waiting, if the source can; a start needs it. `known`: the slot
   * delivered last before, which is returned if the clock has not reached it again. `events` then starts right after
   * it.
   */
  lastPassed?(known?: Millis): PassedSlot;
}
