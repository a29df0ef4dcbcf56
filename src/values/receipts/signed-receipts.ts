import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { HeadProver } from './head-prover.ts';
import type { NoReceipt, ServedReceipt, Receipts } from './receipts.ts';

/** Adds a signed head to the proofs of receipts. */
export class SignedReceipts implements Receipts {
  readonly #receipts: Receipts;
  readonly #heads: Pick<HeadProver, 'addHead'>;

  constructor(receipts: Receipts, heads: Pick<HeadProver, 'addHead'>) {
    this.#receipts = receipts;
    this.#heads = heads;
  }

  async explain(series: SeriesId, at: Millis): Promise<ServedReceipt | NoReceipt> {
    const receipt = await this.#receipts.explain(series, at);
    if (typeof receipt === 'string' || !receipt.proof) return receipt;
    return { ...receipt, proof: await this.#heads.addHead(receipt.proof) };
  }
}
