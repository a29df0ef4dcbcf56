import type { SeriesId } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { Receipt as EngineReceipt } from '../engine/receipt/receipt.ts';

/** How a value came about, and where that is recorded. */
export type Receipt = EngineReceipt & {
  /** The name of the reference data that the tick was computed with. */
  readonly referenceVersion: string;
  /** The hash of the tick's record, in the chain of records. */
  readonly recordHash: string;
};

/**
 * Why there is no receipt: the inputs are not kept, are no longer what was recorded, or belong to other reference data
 * than there is now; the slot has no value; or others are being made.
 */
export type NoReceipt = 'not-kept' | 'damaged' | 'other-reference' | 'no-value' | 'busy';

/**
 * How a value came about.
 *
 * - Derived by computing the tick again from its recorded inputs, so that it cannot disagree with the value.
 * - Never computed on the thread that serves.
 * - Answers `busy` rather than let requests pile up.
 */
export interface Receipts {
  explain(series: SeriesId, at: Millis): Promise<Receipt | NoReceipt>;
}
