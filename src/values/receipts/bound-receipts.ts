import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { BoundHeads } from './bound-heads.ts';
import type { NoReceipt, Receipt, Receipts } from './receipts.ts';

/** Adds a signed head to the proofs of receipts. */
export class BoundReceipts implements Receipts {
  readonly #receipts: Receipts;
  readonly #heads: Pick<BoundHeads, 'lead'>;

  constructor(receipts: Receipts, heads: Pick<BoundHeads, 'lead'>) {
    this.#receipts = receipts;
    this.#heads = heads;
  }

  async explain(series: SeriesId, at: Millis): Promise<Receipt | NoReceipt> {
    const receipt = await this.#receipts.explain(series, at);
    if (typeof receipt === 'string' || !receipt.proof) return receipt;
    return { ...receipt, proof: await this.#heads.lead(receipt.proof) };
  }
}
