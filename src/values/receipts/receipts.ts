import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { StoredValue } from '../../history/history-store.ts';
import type { Proof } from './proof.ts';
import type { Receipt as EngineReceipt } from '../../engine/receipt/receipt.ts';

/** How a value came about, and where that is recorded. */
export type Receipt = EngineReceipt & {
  /** The name of the reference data that the tick was computed with. */
  readonly referenceVersion: string;
  /** The hash of the tick's record, in the chain of records. */
  readonly recordHash: string;
  /** That it is what the record was made of. Records of formats before 3 give none. */
  readonly proof?: Proof;
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

export { RECEIPT_INTEGERS } from '../../engine/receipt/receipt.ts';
export type { Proof } from './proof.ts';

/**
 * Why a value has no proof: it is modelled, its tick has no record here (an imported one), the record has no leaves (its
 * format is older), or the stored values of the tick are not those that the record names.
 */
export type NoProof = 'modelled' | 'no-record' | 'no-leaf' | 'altered';

/** Proofs of stored values alone, for as long as they are stored. */
export interface ValueProver {
  of(value: StoredValue): Promise<Proof | NoProof>;
}
