import { CanonicalReader, CanonicalWriter } from './record/canonical-bytes.ts';
import type { EngineState } from './engine-state.ts';
import { decodeObservation, encodeObservation } from './record/observation-codec.ts';
import type { RunningDay } from './day/running-day.ts';
import { decodeDay, decodeState, encodeDay, encodeState } from './record/state-codec.ts';
import type { SlotObservation } from './tick-input.ts';

/** All that the first tick after a restart goes on from. */
export interface EngineMemory {
  readonly state: EngineState;
  readonly day: RunningDay;
  /** The last tickers and when each changed. Its trades are counted and need no remembering. */
  readonly observation: SlotObservation;
}

const MEMORY = 'tidemark engine memory 1';

/** Columns follow the order of a reference, so the bytes name the one they belong to. */
export function encodeMemory(referenceHash: string, { state, day, observation }: EngineMemory): Uint8Array {
  const writer = new CanonicalWriter().text(MEMORY).text(referenceHash);
  writer.column(encodeState(state, 2)).column(encodeDay(day));
  return writer.column(encodeObservation({ ...observation, trades: [] })).bytes();
}

/** A memory and the name of the reference data whose order its columns follow. */
export interface NamedMemory extends EngineMemory {
  readonly reference: string;
}

/** Throws where the bytes are no memory of this version. */
export function decodeMemory(bytes: Uint8Array): NamedMemory {
  const reader = new CanonicalReader(bytes);
  reader.expect(MEMORY);
  const reference = reader.text();
  const state = decodeState(reader.column(Uint8Array));
  const day = decodeDay(reader.column(Uint8Array));
  const observation = decodeObservation(reader.column(Uint8Array));
  reader.end();
  return { reference, state, day, observation };
}
