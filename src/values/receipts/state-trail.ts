import type { EngineReference } from '../../engine/engine-reference.ts';
import { carryState, emptyState, type EngineState } from '../../engine/engine-state.ts';
import { encodeState } from '../../engine/record/state-codec.ts';
import { hashRecord, formatsOf, type Hash } from '../../engine/record/tick-record.ts';
import type { RecomputedTick } from './recomputation.ts';

/**
 * Where the initial state of a tick comes from. `follows`: the previous tick's final state. `lost`: an empty state, as after a
 * service has lost its state. `other`: neither of these. `unknown`: its record does not name the previously recomputed tick, so
 * there is nothing to compare with.
 */
export type StateOrigin = 'follows' | 'lost' | 'other' | 'unknown';

/** A recomputed tick, as far as its state matters. */
type TrailedTick = Omit<RecomputedTick, 'run'>;

interface FinalState {
  /** The hash of the record of the tick that produced the state. */
  readonly record: string;
  readonly methodology: string;
  readonly reference: EngineReference;
  readonly state: EngineState;
}

/** Follows the engine's state from tick to tick, as the service carries it over. */
export class StateTrail {
  readonly #hash: Hash;
  #finalState: FinalState | undefined;

  constructor(hash: Hash) {
    this.#hash = hash;
  }

  /** The next stored tick, recomputed from its inputs. */
  follow({ input, output, record, reference }: TrailedTick): StateOrigin {
    const origin = this.#originOf({ input, output, record, reference });
    this.#finalState = {
      record: hashRecord(record, this.#hash),
      methodology: record.methodology,
      reference,
      state: output.state,
    };
    return origin;
  }

  /** A tick that was computed but never stored: it carried the state over to its reference data and left no state of its own. */
  carry(reference: EngineReference): void {
    if (this.#finalState) this.#finalState = carriedTo(this.#finalState, reference);
  }

  /** A stored tick could not be recomputed: the state after it is unknown. */
  break(): void {
    this.#finalState = undefined;
  }

  #originOf({ input, record, reference }: TrailedTick): StateOrigin {
    if (!this.#finalState || record.previous !== this.#finalState.record) return 'unknown';
    const finalState = carriedTo(this.#finalState, reference);
    // At a version change, the old version may have stored less of the state than the new one.
    const format =
      formatsOf(finalState.methodology).stateFormat === 1 ? 1 : formatsOf(record.methodology).stateFormat;
    const initial = encodeState(input.state, format);
    if (Buffer.compare(initial, encodeState(finalState.state, format)) === 0) return 'follows';
    const forgotten = withoutMemory(reference, input.state);
    return Buffer.compare(initial, encodeState(forgotten, format)) === 0 ? 'lost' : 'other';
  }
}

function carriedTo(finalState: FinalState, reference: EngineReference): FinalState {
  if (finalState.reference === reference) return finalState;
  return { ...finalState, reference, state: carryState(finalState.state, finalState.reference, reference) };
}

/** A service that has lost its state may ask its source for earlier asset prices; everything else is empty. */
function withoutMemory(reference: EngineReference, { assets }: EngineState): EngineState {
  const empty = emptyState(reference);
  return { ...empty, assets: { ...empty.assets, price: assets.price } };
}
