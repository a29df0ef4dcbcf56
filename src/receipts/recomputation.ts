import type { SeriesId } from '../core/index-value.ts';
import type { Millis } from '../core/time.ts';
import type { EngineReference } from '../engine/engine-reference.ts';
import { computeTick } from '../engine/engine.ts';
import { explain } from '../engine/record/explain.ts';
import { METHODOLOGIES, type Methodology } from '../engine/methodology.ts';
import { encodeObservation } from '../engine/record/observation-codec.ts';
import { encodeState } from '../engine/record/state-codec.ts';
import type { TickOutput } from '../engine/tick-output.ts';
import { hashReference, type Hash } from '../engine/record/tick-record.ts';
import type { InputFrame, InputReader } from '../history/input-store.ts';
import type { NoReceipt, Receipt } from './receipts.ts';
import { recordedTickOf, type RecordedTick } from './recorded-input.ts';

/** Why a tick that is kept cannot be computed again. */
export type NoRecomputation = 'damaged' | 'other-reference';

interface Recomputable extends RecordedTick {
  readonly methodology: Methodology;
}

/** Computes ticks again from their recorded inputs, with the functions that computed them. */
export class Recomputation {
  readonly #reference: EngineReference;
  readonly #referenceHash: string;
  readonly #inputs: InputReader;
  readonly #hash: Hash;

  constructor(reference: EngineReference, inputs: InputReader, hash: Hash) {
    this.#reference = reference;
    this.#referenceHash = hashReference(reference, hash);
    this.#inputs = inputs;
    this.#hash = hash;
  }

  async explain(series: SeriesId, at: Millis): Promise<Receipt | NoReceipt> {
    const frame = await this.#inputs.read(at);
    if (typeof frame === 'string') return frame;
    const tick = this.#recomputable(frame);
    if (typeof tick === 'string') return tick;
    return explain(this.#reference, tick.input, series, tick.methodology) ?? 'no-value';
  }

  compute(frame: InputFrame): (RecordedTick & { readonly output: TickOutput }) | NoRecomputation {
    const tick = this.#recomputable(frame);
    if (typeof tick === 'string') return tick;
    const { input, record, methodology } = tick;
    return { input, record, output: computeTick(this.#reference, input, methodology) };
  }

  get reference(): EngineReference {
    return this.#reference;
  }

  /** Inputs mean what they meant only with the reference data of then; and they must be those that the record tells of. */
  #recomputable(frame: InputFrame): Recomputable | NoRecomputation {
    const tick = readTick(frame);
    if (!tick) return 'damaged';
    const { input, record } = tick;
    const methodology = METHODOLOGIES.find(({ version }) => version === record.methodology);
    if (record.reference !== this.#referenceHash || !methodology) return 'other-reference';
    const isAsRecorded =
      record.at === input.at &&
      this.#hash(encodeObservation(input)) === record.input &&
      this.#hash(encodeState(input.state)) === record.state;
    return isAsRecorded ? { ...tick, methodology } : 'damaged';
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
