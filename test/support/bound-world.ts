import type { IndexReceipt, IntegrityHead, ValueProof } from '../../sdk/src/contract.ts';
import { receiptJson, shownProof } from '../../src/api/resources/receipts/receipt-json.ts';
import { IndexComputer, type ComputedTick } from '../../src/app/pipeline/compute/index-computer.ts';
import { sha256 } from '../../src/app/process/sha256.ts';
import { formatNumber } from '../../src/core/numbers/decimal.ts';
import { flagsIn, type IndexValue, type SeriesId } from '../../src/core/index-value.ts';
import type { SignedHead } from '../../src/core/integrity-head.ts';
import { entityKey, recordId } from '../../src/core/ids/record-id.ts';
import { formatDatetime, type Millis } from '../../src/core/time.ts';
import { methodologyAt, type Methodology } from '../../src/engine/methodology.ts';
import { explainedBy } from '../../src/engine/receipt/explain.ts';
import { hashRecord } from '../../src/engine/record/tick-record.ts';
import { hashedValues } from '../../src/engine/record/values-hash.ts';
import { indexValues } from '../../src/engine/tick-output.ts';
import { HeadProver } from '../../src/values/receipts/head-prover.ts';
import { proofOf, valueProofOf, type Proof } from '../../src/values/receipts/proof.ts';
import { RecordedWorld, recordedVersion } from './recorded-world.ts';
import type { HeadSigner } from './signed-heads.ts';

const KINDS = { MWA: 'mwa', GWA: 'gwa', LX: 'lx' } as const;

/** Ticks of the small world with records of format 3, and their receipts and proofs as the service serves them. */
export class BoundWorld {
  readonly ticks: ComputedTick[] = [];
  readonly #world: RecordedWorld;
  readonly #methodology: Methodology;
  readonly #signer: HeadSigner;
  /** The newest signed head; the caller keeps those of days. */
  newest: SignedHead | undefined;
  readonly dayHeads: SignedHead[] = [];
  readonly heads: HeadProver;

  constructor(first: Millis, signer: HeadSigner) {
    this.#methodology = methodologyAt(first);
    this.#signer = signer;
    this.#world = new RecordedWorld(first, new IndexComputer(recordedVersion));
    this.heads = new HeadProver({
      history: { records: (from, to) => this.#records(from, to) },
      head: () => this.newest,
      dayHeads: { heads: async () => this.dayHeads },
      hash: sha256,
      turns: { next: async () => {} },
    });
  }

  async *#records(from: Millis, to: Millis) {
    for (const { record } of this.ticks)
      if (record.at >= from && record.at <= to)
        yield { at: record.at, record: Buffer.from(JSON.stringify(record)) };
  }

  /** Computes the next tick and signs its head. */
  async tick(): Promise<ComputedTick> {
    const tick = this.#world.next();
    this.ticks.push(tick);
    this.newest = await this.headOf(tick);
    return tick;
  }

  async headOf({ record }: ComputedTick): Promise<SignedHead> {
    const head: IntegrityHead = await this.#signer.head(
      formatDatetime(record.at),
      hashRecord(record, sha256),
    );
    return { ...head, slot: record.at };
  }

  seriesOf({ output }: ComputedTick): IndexValue[] {
    return [...indexValues(recordedVersion.reference, output)];
  }

  async receipt(tick: ComputedTick, series: SeriesId): Promise<IndexReceipt> {
    const { input, output, record, run } = tick;
    const { reference } = recordedVersion;
    const methodology = this.#methodology;
    const explained = explainedBy({ reference, input, methodology, run }, series)!;
    const proof = proofOf({ reference, input, methodology, run, output, record }, series, sha256);
    const receipt = {
      ...explained,
      referenceVersion: record.reference,
      recordHash: hashRecord(record, sha256),
      ...(proof && { proof: await this.heads.addHead(proof) }),
    };
    return JSON.parse(receiptJson(idOf(series, record.at), receipt)) as IndexReceipt;
  }

  async value(tick: ComputedTick, value: IndexValue): Promise<ValueProof> {
    const { record } = tick;
    const proof = valueProofOf(hashedValues(this.seriesOf(tick)), value, record, sha256)!;
    const led: Proof = await this.heads.addHead(proof);
    const shown = {
      id: idOf(value, record.at),
      indexId: value.indexId,
      indexType: value.indexType,
      timestamp: formatDatetime(record.at),
      price: formatNumber(value.price),
      volume: formatNumber(value.volume),
      ...(value.tickVolume !== undefined && { tickVolume: formatNumber(value.tickVolume) }),
      flags: flagsIn(value.flags),
      proof: shownProof(led),
    };
    return JSON.parse(JSON.stringify(shown)) as ValueProof;
  }
}

export function idOf({ indexType, indexId }: SeriesId, at: Millis): string {
  return recordId(KINDS[indexType], at, entityKey(indexId));
}
