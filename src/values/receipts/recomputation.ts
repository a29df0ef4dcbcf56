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
import type { NoReceipt, Receipt } from './receipts.ts';
import { recordedTickOf, type RecordedTick } from './recorded-input.ts';

/** Why a tick that is kept cannot be computed again. */
export type NoRecomputation = 'damaged' | 'other-reference';

interface Recomputable extends RecordedTick {
  readonly reference: EngineReference;
  readonly methodology: Methodology;
}

/** Reference data by the name that the record of a tick gives; undefined where they are not known. */
export type References = (hash: string) => EngineReference | undefined;

export interface ComputedAgain extends RecordedTick {
  readonly reference: EngineReference;
  readonly run: TickRun;
  readonly output: TickOutput;
}

/** Computes ticks again from their recorded inputs, with the functions that computed them. */
export class Recomputation {
  readonly #references: References;
  readonly #inputs: InputReader;
  readonly #hash: Hash;

  constructor(references: References, inputs: InputReader, hash: Hash) {
    this.#references = references;
    this.#inputs = inputs;
    this.#hash = hash;
  }

  async explain(series: SeriesId, at: Millis): Promise<Receipt | NoReceipt> {
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

  compute(frame: InputFrame): ComputedAgain | NoRecomputation {
    const tick = this.#recomputable(frame);
    if (typeof tick === 'string') return tick;
    const { input, record, reference, methodology } = tick;
    const run = runTick(reference, input, methodology);
    return { input, record, reference, run, output: outputOf(reference, input, run, methodology) };
  }

  /** The record that was kept with the inputs of a tick, whether they can be computed with or not; undefined where none can be read. */
  recordIn(frame: InputFrame): TickRecord | undefined {
    return readTick(frame)?.record;
  }

  referenceNamed(hash: string): EngineReference | undefined {
    return this.#references(hash);
  }

  /** Inputs mean what they meant only with the reference data of then; and they must be those that the record tells of. */
  #recomputable(frame: InputFrame): Recomputable | NoRecomputation {
    const tick = readTick(frame);
    if (!tick) return 'damaged';
    const { input, record } = tick;
    const methodology = methodologyNamed(record.methodology);
    const reference = this.#references(record.reference);
    if (!reference || !methodology) return 'other-reference';
    const isAsRecorded =
      record.at === input.at &&
      this.#hash(encodeObservation(input, methodology.observationFormat)) === record.input &&
      this.#hash(encodeState(input.state, methodology.stateFormat)) === record.state;
    return isAsRecorded ? { ...tick, reference, methodology } : 'damaged';
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
