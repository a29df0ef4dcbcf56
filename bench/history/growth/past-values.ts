import type { Millis } from '../../../src/core/time.ts';
import type { PastSeries } from '../../../src/history/history-store.ts';

/** A source of the values of a day. */
export interface PastValues {
  /** Every series of the day once, in batches. The next batch is generated while one is stored, and may reuse the memory of earlier ones. */
  batches(day: Millis): AsyncIterable<readonly PastSeries[]>;
}
