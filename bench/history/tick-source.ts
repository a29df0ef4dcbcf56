import type { SeriesOrder } from '../../src/core/ids/series-order.ts';
import type { Millis } from '../../src/core/time.ts';
import type { TickSlice } from '../../src/history/history-store.ts';

/** A data set: ticks of all its series, one slot after the other. */
export interface TickSource {
  readonly name: string;
  readonly order: SeriesOrder;
  next(at: Millis): TickSlice;
}
