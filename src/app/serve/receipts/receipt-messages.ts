import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';

/** What the receipts' thread is started with. */
export interface ReceiptInput {
  /** The data directory. */
  readonly folder: string;
  readonly inputsFolder: string;
}

export interface ReceiptCall {
  readonly series: SeriesId;
  readonly at: Millis;
}
