import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';

/** The metadata of a receipt that is kept forever. */
export interface KeptReceiptEntry extends SeriesId {
  /** The id of the tick. Ids sort by time. */
  readonly id: string;
  readonly at: Millis;
  /** As configured by the operator, such as `BTC`. */
  readonly name: string;
  /** The daily times for which it was kept, such as `16:00 Europe/London`. */
  readonly times: readonly string[];
  /** The version of the time-zone data that the instant was computed with. */
  readonly tzdata: string;
}

export interface KeptRange {
  readonly from: Millis;
  /** Exclusive. */
  readonly to: Millis;
}

/** Receipts that are kept forever. */
export interface KeptReceipts {
  /** In chronological order. */
  list(range: KeptRange): Promise<readonly KeptReceiptEntry[]>;
  /**
   * The receipt as it was served, with a proof up to the head of its day once that is signed. Undefined if it is damaged or does
   * not exist.
   */
  read(entry: Pick<KeptReceiptEntry, 'id' | 'at'>): Promise<object | undefined>;
}
