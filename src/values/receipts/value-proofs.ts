import { INDEX_TYPES, maskOf } from '../../core/index-value.ts';
import { rootsOf, type Hash, type TickRecord } from '../../engine/record/tick-record.ts';
import type { HistoryReader, StoredValue } from '../../history/history-store.ts';
import type { HeadProver } from './head-prover.ts';
import { recordedValues, valueProofOf } from './proof.ts';
import type { NoProof, Proof, ValueProver } from './receipts.ts';
import { readRecord } from './stored-record.ts';

const MODELLED = maskOf('MODELLED', 'SEEDED');

/** Proofs of stored values, from the stored values and the stored record of their tick. */
export class ValueProofs implements ValueProver {
  readonly #history: Pick<HistoryReader, 'records' | 'readAcross'>;
  readonly #heads: Pick<HeadProver, 'addHead'>;
  readonly #hash: Hash;

  constructor(
    history: Pick<HistoryReader, 'records' | 'readAcross'>,
    heads: Pick<HeadProver, 'addHead'>,
    hash: Hash,
  ) {
    this.#history = history;
    this.#heads = heads;
    this.#hash = hash;
  }

  async of(value: StoredValue): Promise<Proof | NoProof> {
    const { at, flags } = value;
    if ((flags & MODELLED) !== 0) return 'modelled';
    const record = await this.#recordOf(at);
    if (!record) return 'no-record';
    if (!rootsOf(record)) return 'no-leaf';
    const limit = Number.MAX_SAFE_INTEGER;
    const read = { types: INDEX_TYPES, atOrBefore: at, notBefore: at, limit };
    const values = recordedValues(await this.#history.readAcross(read), MODELLED);
    const proof = valueProofOf(values, value, record, this.#hash);
    return proof ? this.#heads.addHead(proof) : 'altered';
  }

  async #recordOf(at: number): Promise<TickRecord | undefined> {
    for await (const { record } of this.#history.records(at, at)) return readRecord(record);
    return undefined;
  }
}
