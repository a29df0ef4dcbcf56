import type { SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { NoReceipt, Receipt } from '../../../values/receipts/receipts.ts';

/** What the receipts' thread is started with. */
export interface ReceiptInput {
  /** The data directory. */
  readonly folder: string;
  readonly inputsFolder: string;
}

export interface ReceiptCall {
  readonly call: number;
  readonly series: SeriesId;
  readonly at: Millis;
}

export type ReceiptAnswer =
  | { readonly call: number; readonly receipt: Receipt | NoReceipt }
  | { readonly call: number; readonly error: Error };
