import type { Millis } from '../../../src/core/time.ts';
import type { PastSeries } from '../../../src/history/history-store.ts';

/** Where the values of a day come from. */
export interface PastValues {
  /** Every series of the day once, some at a time; the next ones are made while some are stored, which may use their memory again. */
  batches(day: Millis): AsyncIterable<readonly PastSeries[]>;
}
