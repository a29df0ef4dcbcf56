import type { DerivativeContract, DerivativeTick } from '../core/contract.ts';
import type { ReferenceContent } from '../core/reference-data.ts';
import type { ExchangeTick, Trade } from '../core/tick.ts';
import type { Millis } from '../core/time.ts';

/** Tickers of one exchange that arrived together. */
export interface TickBatch {
  readonly kind: 'ticks';
  readonly exchangeId: string;
  /** Market time of arrival. */
  readonly receivedAt: Millis;
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

/** Reference data have changed. What is announced while the input of slot t is collected counts from the slot after t on. */
export interface ReferenceAnnouncement {
  readonly kind: 'reference';
  readonly receivedAt: Millis;
  /** All of it. */
  readonly data: ReferenceContent;
}

/** Everything that was received up to and including this instant has been delivered. */
export interface Watermark {
  readonly kind: 'watermark';
  readonly at: Millis;
}

export type SourceEvent =
  TickBatch | TradeBatch | ContractBatch | DerivativeTickBatch | ReferenceAnnouncement | Watermark;

/**
 * Where tickers, trades and derivatives come from. Simulator, live exchanges and replay are this one type, and nothing
 * downstream knows which it is.
 *
 * - `receivedAt` never decreases from one event to the next, unless the market clock is set back: then what was passed
 *   over while it was ahead may come, but no slot again whose watermark came before it.
 * - Before each slot t, a watermark at exactly t - CUT_OFF_MS says that the slot's input is complete; what follows it
 *   was received later. It comes when market time is there, whatever exchanges do; a source that has fallen far
 *   behind may leave out slots that are long past.
 * - A batch names each market at most once; a market that an exchange does not deliver is simply absent.
 * - A trade is delivered once, never before its `exchangeTimestamp`.
 * - A contract is delivered after its listing and before its first ticker, some expired ones too; after a restart it is
 *   delivered again. A batch names each contract at most once, and no ticker is delivered after the contract's
 *   expiration.
 * - The sequence ends only when the signal aborts, and then without an error; whoever iterates closes it.
 * - A failing exchange is the source's own affair: it retries, reports and never ends the sequence.
 */
export interface Source {
  readonly name: string;
  events(signal: AbortSignal): AsyncIterable<SourceEvent>;
}
