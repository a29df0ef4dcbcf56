import type { EngineReference } from '../../engine/engine-reference.ts';
import { carryState, emptyState, type EngineState } from '../../engine/engine-state.ts';
import { encodeState } from '../../engine/record/state-codec.ts';
import { hashRecord, formatsOf, type Hash } from '../../engine/record/tick-record.ts';
import type { ComputedAgain } from './recomputation.ts';

/**
 * How a tick begins. `follows`: from the state that the tick before left. `lost`: without memory, as a service does that has
 * lost its state. `other`: from a state that neither the tick before nor a loss explains. `unknown`: it does not name the tick
 * before as computed again here, so that there is nothing to compare with.
 */
export type StateOrigin = 'follows' | 'lost' | 'other' | 'unknown';

/** Of a tick that was computed again. */
type TrailedTick = Omit<ComputedAgain, 'run'>;

interface LeftState {
  /** The hash of the record of the tick that left it. */
  readonly record: string;
  readonly methodology: string;
  readonly reference: EngineReference;
  readonly state: EngineState;
}

/** Follows the engine's state from tick to tick, as the service carries it. */
export class StateTrail {
  readonly #hash: Hash;
  #left: LeftState | undefined;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  /** The next stored tick, computed again from its inputs. */
  follow({ input, output, record, reference }: TrailedTick): StateOrigin {
    const origin = this.#originOf({ input, output, record, reference });
    this.#left = {
      record: hashRecord(record, this.#hash),
      methodology: record.methodology,
      reference,
      state: output.state,
    };
    return origin;
  }

  /** A tick that was computed and never stored has carried the state to its reference data, and left none. */
  carry(reference: EngineReference): void {
    if (this.#left) this.#left = carriedTo(this.#left, reference);
  }

  /** A stored tick could not be computed again: what it left is not known. */
  break(): void {
    this.#left = undefined;
  }

  #originOf({ input, record, reference }: TrailedTick): StateOrigin {
    if (!this.#left || record.previous !== this.#left.record) return 'unknown';
    const left = carriedTo(this.#left, reference);
    // A version that is changed from may know less of a state than the one that is changed to.
    const format =
      formatsOf(left.methodology).stateFormat === 1 ? 1 : formatsOf(record.methodology).stateFormat;
    const begun = encodeState(input.state, format);
    if (Buffer.compare(begun, encodeState(left.state, format)) === 0) return 'follows';
    const forgotten = withoutMemory(reference, input.state);
    return Buffer.compare(begun, encodeState(forgotten, format)) === 0 ? 'lost' : 'other';
  }
}

function carriedTo(left: LeftState, reference: EngineReference): LeftState {
  if (left.reference === reference) return left;
  return { ...left, reference, state: carryState(left.state, left.reference, reference) };
}

/** A service that has lost its state may ask its source what assets were worth before; it assumes nothing else. */
function withoutMemory(reference: EngineReference, { assets }: EngineState): EngineState {
  const empty = emptyState(reference);
  return { ...empty, assets: { ...empty.assets, price: assets.price } };
}
