import type { ReferenceContent } from '../core/reference-data.ts';
import type { Millis } from '../core/time.ts';
import type { ExchangeBatch } from './source.ts';

/** Result of reading an exchange once. */
export interface Reading {
  /** Their `receivedAt` is the instant of the reading. */
  readonly batches: readonly ExchangeBatch[];
  /** The exchange did not answer. */
  readonly failed?: boolean;
}

/** An exchange that is read once for each slot, at a fixed time before it. */
export interface Feed {
  readonly exchangeId: string;
  /** At least CUT_OFF_MS, less than SLOT_MS. */
  readonly beforeSlotMs: Millis;
  /** Reads for a slot. `since`: when it was read before, -Infinity the first time. Never throws. */
  read(slot: Millis, since: Millis): Reading;
}

/** Reference data and the first slot at which they are in force. */
export interface ReferenceSince {
  readonly since: Millis;
  readonly data: ReferenceContent;
}

/** What makes up a source; `MergedFeeds` turns it into one sequence of events. */
export interface Feeds {
  readonly name: string;
  readonly feeds: readonly Feed[];
  /** Data that arrived without a request in (`after`, `at`], such as trades; their `receivedAt` is `at`. */
  arrivals(after: Millis, at: Millis): readonly ExchangeBatch[];
  /** Called at the end of the window of each slot, before `tradesIncomplete`: waits until it is known which exchanges are still read. */
  confirm?(signal: AbortSignal): Promise<void>;
  /** Ids of exchanges whose trades in (`from`, `to`] may be incomplete. Absent: trades are always complete. */
  tradesIncomplete?(from: Millis, to: Millis): readonly string[];
  /** The reference data in force at a slot. */
  referenceAt(slot: Millis): ReferenceSince;
}
