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
  /** When the exchange was last read with this result, if that is not `receivedAt`. The age of the tickers counts from here. */
  readonly readAt?: Millis;
  readonly ticks: readonly ExchangeTick[];
}

/** Trades of one exchange that arrived together, in the order in which they happened. */
export interface TradeBatch {
  readonly kind: 'trades';
  readonly exchangeId: string;
  readonly receivedAt: Millis;
  readonly trades: readonly Trade[];
}

/** Contracts of one exchange that the source has learned of. */
export interface ContractBatch {
  readonly kind: 'contracts';
  readonly exchangeId: string;
  readonly receivedAt: Millis;
  readonly contracts: readonly DerivativeContract[];
}

/** Tickers of contracts of one exchange that arrived together. */
export interface DerivativeTickBatch {
  readonly kind: 'derivative-ticks';
  readonly exchangeId: string;
  readonly receivedAt: Millis;
  readonly ticks: readonly DerivativeTick[];
}

/** What one exchange delivers. */
export type Batch = TickBatch | TradeBatch | ContractBatch | DerivativeTickBatch;

/** The reference data have changed: this is all of them from now on. Parts that are the same may be the same objects. */
export interface ReferenceAnnouncement {
  readonly kind: 'reference';
  readonly receivedAt: Millis;
  readonly data: ReferenceContent;
}

/** Everything that was received up to and including this instant has been delivered. */
export interface Watermark {
  readonly kind: 'watermark';
  readonly at: Millis;
  /** Nothing is known of the slot, such as one that a recording lacks: no tick is computed for it. */
  readonly isGap?: true;
  /** Ids of exchanges of whose trades in the window some may not have been received; absent if all were. */
  readonly tradesIncomplete?: readonly string[];
}

export type SourceEvent = Batch | ReferenceAnnouncement | Watermark;

/** How readings of an exchange went, for a source that polls: each is counted once. */
export interface ReadingCounts {
  /** `read`, `failed`, or why it was not read at all. */
  readonly byOutcome: Readonly<Record<string, number>>;
  readonly byFailure: Readonly<Record<string, number>>;
  /** The last one. */
  readonly tookMs: Millis;
  /** Whether the exchange is left alone for a while. */
  readonly isResting: boolean;
  /** Whether so many readings in a row failed that only single probes are made. */
  readonly isOpen?: boolean;
  /** Entries of its answers that were left out because they cannot be meant; the log names some. */
  readonly leftOut?: number;
  /** Why the last reading failed, while the exchange fails. */
  readonly lastFailure?: string;
}

/** How single trades of an exchange come, for a source that reads them. */
export interface TradeCounts {
  /** By a socket, by polls, or not at all. */
  readonly way: 'socket' | 'polled' | 'none';
  /**
   * Each trade that came is counted once for each time: delivered in time or late, known already (or made before it was
   * wanted), dropped because it was too old or one too many, or refused because it cannot be meant.
   */
  readonly byOutcome: Readonly<Record<'delivered' | 'late' | 'duplicate' | 'dropped' | 'refused', number>>;
  readonly byFailure: Readonly<Record<string, number>>;
}

/** What the timestamps of an exchange say. */
export interface ClockReport {
  /** How far its clock is behind ours, as learned; negative if it is ahead. */
  readonly offsetMs: Millis;
  /** How old its last answer is by its own timestamps, or because it repeats itself; 0 if it is current. */
  readonly oldMs: Millis;
  /** Tickers of a current answer that are late by their own timestamps: each has its own age. Absent: none. */
  readonly lateTickers?: number;
}

/** Why no market of an exchange takes part in the indices, and how many markets it lists. */
export interface ExchangeRefusal {
  readonly reason: 'quote-volume' | 'inverted-price';
  readonly markets: number;
}

/** How the feed of an exchange is. */
export interface ExchangeHealth {
  /** Known before the reference data name the exchange. */
  readonly tier?: TrustTier;
  /** Market time of the last successful reading of its tickers; absent if there was none since the source was opened. */
  readonly lastDelivery?: Millis;
  /** Readings in a row, up to the last one, that failed; 0 where the exchange answers. */
  readonly failing: number;
  /** All readings that failed since the source was opened. */
  readonly failures: number;
  readonly readings?: ReadingCounts;
  /** Absent: the exchange gives no timestamps, and its answers are current. */
  readonly clock?: ClockReport;
  /** Absent: none of its trades are wanted. */
  readonly trades?: TradeCounts;
  /** Absent: its markets may take part. */
  readonly refused?: ExchangeRefusal;
}

/** How busy a process is that a source reads in, in the last cycle. */
export interface ProcessLoad {
  /** Part of the time in which its one thread was at work: at 1 it cannot keep up. */
  readonly busy: number;
  /** CPU time of all its threads, as part of one core. */
  readonly cpu: number;
  /** The 99th percentile of how late it came to what was due. */
  readonly delayMs: Millis;
  readonly memoryBytes: number;
}

/** A listing that takes no part in the indices, for the operator to decide about. */
export interface ListingFinding {
  /** What settings call it. */
  readonly exchange: string;
  /** As the exchange names it. */
  readonly market: string;
  readonly why: string;
}

/** A ticker of the last tick before a restart, as it was recorded; numbers that made no sense are 0. */
export interface RecordedTicker {
  readonly exchangeId: string;
  readonly marketId: string;
  readonly last: number;
  readonly bid: number;
  readonly ask: number;
  readonly lastMoved: Millis;
}

/** A slot that has passed, as a reader sees it that has been watching. */
export interface PassedSlot {
  readonly slot: Millis;
  /** In the order of arrival, up to the cut-off of the slot. */
  readonly events: readonly SourceEvent[];
  /** What an asset was worth at the slot before. */
  readonly usdBefore: (assetId: string) => number;
}

/**
 * Where reference data, tickers, trades and derivatives come from. Simulator, live exchanges and replay are this one type,
 * and nothing downstream knows which it is.
 *
 * - `receivedAt` never decreases from one event to the next, unless the market clock is set back: then what was passed
 *   over while it was ahead may come, but no slot again whose watermark came before it.
 * - Before each slot t, a watermark at exactly t - CUT_OFF_MS says that the slot's input is complete; what follows it
 *   was received later. It comes when market time is there, whatever exchanges do; a source that has fallen far
 *   behind may leave out slots that are long past.
 * - The window of slot t is what lies between the watermark of the slot before and its own. Reference data that are
 *   announced in the window of slot t count from slot t + SLOT_MS on, until others do; up to then, those count that
 *   `reference` gave for the first slot. A change that was announced too late for its slot, because slots were left
 *   out, counts as soon as it can.
 * - A batch names each market at most once; a market that an exchange does not deliver is simply absent. What is delivered
 *   in the window of a slot of a listing that is not listed in that slot is to be ignored.
 * - A trade is delivered once, never before its `exchangeTimestamp`.
 * - A contract is delivered after its listing and before its first ticker, some expired ones too; after a restart it is
 *   delivered again. A batch names each contract at most once, and no ticker is delivered after the contract's
 *   expiration.
 * - The sequence chooses its first slot when it is first asked for an event, before it waits for anything.
 * - The sequence ends only when the signal aborts, and then without an error; the reader closes it.
 * - A failing exchange is the source's own affair: it retries, reports in `health` and never ends the sequence.
 */
export interface Source {
  readonly name: string;
  /** The reference data that count at a slot, LX definitions included: the first slot that is computed needs them. */
  reference(slot: Millis): ReferenceContent;
  events(signal: AbortSignal): AsyncIterable<SourceEvent>;
  /** By exchange id; exchanges that the source does not read are left out. */
  health(): ReadonlyMap<string, ExchangeHealth>;
  /** Where derivatives are read apart from spot markets: how that goes, by what settings call their interfaces. */
  derivatives?(): ReadonlyMap<string, ExchangeHealth>;
  /** In words, what keeps it from reading most of its exchanges at once, such as a network of ours that is down. */
  outage?(): string | undefined;
  /** Where listings have to prove themselves: those that take no part, the most doubtful first, at most some hundred. */
  findings?(): readonly ListingFinding[];
  /** Where it learns supplies, which market caps need: which it has, and how old they are. */
  supplies?(): SupplyReport;
  /** Where it reads in processes of their own: how busy each is, by its number. */
  processes?(): ReadonlyMap<number, ProcessLoad>;
  /** Before the first event: what it delivered before a restart, where that was recorded. */
  resume?(tickers: Iterable<RecordedTicker>): void;
  /**
   * The last slot that has passed, at once, where the source can: what a start needs. Where `known` was delivered before,
   * that slot where the clock has not reached it again. `events` then begins right after it.
   */
  lastPassed?(known?: Millis): PassedSlot;
}
