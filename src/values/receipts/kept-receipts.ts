import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';

/** A receipt that is kept for ever, without its content. */
export interface KeptEntry extends SeriesId {
  /** Of the tick. Ids sort by time. */
  readonly id: string;
  readonly at: Millis;
  /** As the operator wrote it, such as `BTC`. */
  readonly name: string;
  /** The daily times that it was kept for, such as `16:00 Europe/London`. */
  readonly times: readonly string[];
  /** Version of the time-zone data that the instant was computed with. */
  readonly tzdata: string;
}

export interface KeptRange {
  readonly from: Millis;
  /** Exclusive. */
  readonly to: Millis;
}

/** Receipts that are kept for ever. */
export interface KeptReceipts {
  /** In the order of time. */
  list(range: KeptRange): Promise<readonly KeptEntry[]>;
  /**
   * The receipt as it was served, with a proof that leads to the head of its day once that is signed. Undefined if it is damaged
   * or not there.
   */
  read(entry: Pick<KeptEntry, 'id' | 'at'>): Promise<object | undefined>;
}
