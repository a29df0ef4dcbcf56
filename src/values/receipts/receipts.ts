import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { StoredValue } from '../../history/history-store.ts';
import type { Proof } from './proof.ts';
import type { Receipt as EngineReceipt } from '../../engine/receipt/receipt.ts';

/** How a value was computed, and where that is recorded. */
export type ServedReceipt = EngineReceipt & {
  /** The hash of the reference data that the tick was computed with. */
  readonly referenceVersion: string;
  /** The hash of the tick's record in the chain of records. */
  readonly recordHash: string;
  /** Proves that the record contains the value and its inputs. Absent for record formats before 3. */
  readonly proof?: Proof;
};

/**
 * Why there is no receipt: the inputs are not kept, no longer match the record, or belong to reference data that are not
 * available; the slot has no value; or too many receipts are being computed.
 */
export type NoReceipt = 'not-kept' | 'damaged' | 'other-reference' | 'no-value' | 'busy';

/**
 * Explains how a value was computed.
 *
 * - Recomputes the tick from its recorded inputs, so the receipt cannot disagree with the value.
 * - Never runs on the thread that serves requests.
 * - Returns `busy` instead of queueing requests without limit.
 */
export interface Receipts {
  explain(series: SeriesId, at: Millis): Promise<ServedReceipt | NoReceipt>;
}

export { RECEIPT_INTEGERS } from '../../engine/receipt/receipt.ts';
export type { Proof } from './proof.ts';

/**
 * Why a value has no proof: it is modelled, its tick has no record here (an imported one), the record has no leaves (an older
 * format), or the stored values of the tick do not match the record.
 */
export type NoProof = 'modelled' | 'no-record' | 'no-leaf' | 'altered';

/** Proves stored values alone, for as long as they are stored. */
export interface ValueProver {
  of(value: StoredValue): Promise<Proof | NoProof>;
}
