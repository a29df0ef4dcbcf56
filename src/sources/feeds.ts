import type { ReferenceContent } from '../core/reference-data.ts';
import type { Millis } from '../core/time.ts';
import type { Batch } from './source.ts';

/** What one reading of an exchange gave. */
export interface Reading {
  /** Received at the instant of the reading. */
  readonly batches: readonly Batch[];
  /** Whether the exchange did not answer. */
  readonly failed?: boolean;
}

/** An exchange that is read once for each slot, at a fixed time before it. */
export interface Feed {
  readonly exchangeId: string;
  /** At least CUT_OFF_MS, less than SLOT_MS. */
  readonly beforeSlotMs: Millis;
  /** For a slot; `since` is the instant of the reading before, -Infinity at the first one. Never throws. */
  read(slot: Millis, since: Millis): Reading;
}

/** Reference data with the slot from which on they are the same. */
export interface ReferenceSince {
  readonly since: Millis;
  readonly data: ReferenceContent;
}

/** What a source consists of; `MergedFeeds` makes the sequence of it. */
export interface Feeds {
  readonly name: string;
  readonly feeds: readonly Feed[];
  /** What arrived by itself later than `after`, up to and with `at`, such as trades; received at `at`. */
  arrivals(after: Millis, at: Millis): readonly Batch[];
  /** Called at the end of the window of each slot, before `tradesIncomplete`: waits until it is known which exchanges are still read. */
  confirm?(signal: AbortSignal): Promise<void>;
  /** Ids of exchanges of whose trades later than `from`, up to and with `to`, some may not have arrived. Absent: all have. */
  tradesIncomplete?(from: Millis, to: Millis): readonly string[];
  /** The reference data that count at a slot. */
  referenceAt(slot: Millis): ReferenceSince;
}
