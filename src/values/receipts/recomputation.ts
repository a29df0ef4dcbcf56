import type { SeriesId } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { EngineReference } from '../../engine/engine-reference.ts';
import { outputOf, runTick, type TickRun } from '../../engine/engine.ts';
import { explainedBy } from '../../engine/receipt/explain.ts';
import { methodologyNamed, type Methodology } from '../../engine/methodology.ts';
import { encodeObservation } from '../../engine/record/observation-codec.ts';
import { encodeState } from '../../engine/record/state-codec.ts';
import type { TickOutput } from '../../engine/tick-output.ts';
import { hashRecord, type Hash, type TickRecord } from '../../engine/record/tick-record.ts';
import type { InputFrame, InputReader } from '../../history/input-store.ts';
import { proofOf } from './proof.ts';
import type { NoReceipt, ServedReceipt } from './receipts.ts';
import { recordedTickOf, type RecordedTick } from './recorded-input.ts';

/** Why a stored tick cannot be recomputed. */
export type NoRecomputation = 'damaged' | 'other-reference';

interface Recomputable extends RecordedTick {
  readonly reference: EngineReference;
  readonly methodology: Methodology;
}

/** Finds reference data by the hash in the record of a tick; undefined if they are unknown. */
export type References = (hash: string) => EngineReference | undefined;

export interface RecomputedTick extends RecordedTick {
  readonly reference: EngineReference;
  readonly run: TickRun;
  readonly output: TickOutput;
}

/** Recomputes ticks from their recorded inputs, with the functions that computed them originally. */
export class Recomputation {
  readonly #references: References;
  readonly #inputs: InputReader;
  readonly #hash: Hash;

  constructor(references: References, inputs: InputReader, hash: Hash) {
    this.#references = references;
    this.#inputs = inputs;
    this.#hash = hash;
  }

  async explain(series: SeriesId, at: Millis): Promise<ServedReceipt | NoReceipt> {
    const frame = await this.#inputs.read(at);
    if (typeof frame === 'string') return frame;
    const tick = this.#recomputable(frame);
    if (typeof tick === 'string') return tick;
    const { reference, input, methodology, record } = tick;
    const run = runTick(reference, input, methodology);
    const receipt = explainedBy({ reference, input, methodology, run }, series);
    if (!receipt) return 'no-value';
    const output = outputOf(reference, input, run, methodology);
    const proof = proofOf({ reference, input, methodology, run, output, record }, series, this.#hash);
    return {
      ...receipt,
      referenceVersion: record.reference,
      recordHash: hashRecord(record, this.#hash),
      ...(proof && { proof }),
    };
  }

  compute(frame: InputFrame): RecomputedTick | NoRecomputation {
    const tick = this.#recomputable(frame);
    if (typeof tick === 'string') return tick;
    const { input, record, reference, methodology } = tick;
    const run = runTick(reference, input, methodology);
    return { input, record, reference, run, output: outputOf(reference, input, run, methodology) };
  }

  /** The record stored with the inputs of a tick, even if they cannot be recomputed; undefined if it cannot be read. */
  recordIn(frame: InputFrame): TickRecord | undefined {
    return readTick(frame)?.record;
  }

  referenceNamed(hash: string): EngineReference | undefined {
    return this.#references(hash);
  }

  /** Inputs are only meaningful with the reference data of their time, and they must match the hashes in the record. */
  #recomputable(frame: InputFrame): Recomputable | NoRecomputation {
    const tick = readTick(frame);
    if (!tick) return 'damaged';
    const { input, record } = tick;
    const methodology = methodologyNamed(record.methodology);
    const reference = this.#references(record.reference);
    if (!reference || !methodology) return 'other-reference';
    const matchesRecord =
      record.at === input.at &&
      this.#hash(encodeObservation(input, methodology.observationFormat)) === record.input &&
      this.#hash(encodeState(input.state, methodology.stateFormat)) === record.state;
    return matchesRecord ? { ...tick, reference, methodology } : 'damaged';
  }
}

function readTick(frame: InputFrame): RecordedTick | undefined {
  try {
    return recordedTickOf(frame);
  } catch (error) {
    if (error instanceof RangeError || error instanceof SyntaxError) return undefined;
    throw error;
  }
}
