import { CanonicalReader, CanonicalWriter } from './record/canonical-bytes.ts';
import type { EngineState } from './engine-state.ts';
import { decodeObservation, encodeObservation } from './record/observation-codec.ts';
import type { RunningDay } from './day/running-day.ts';
import type { RefusalHours } from './quality/refusal-hours.ts';
import { decodeHours, encodeHours } from './record/refusal-hours-codec.ts';
import { decodeDay, decodeState, encodeDay, encodeState } from './record/state-codec.ts';
import type { SlotObservation } from './tick-input.ts';

/** Everything from which the first tick after a restart continues. */
export interface EngineMemory {
  readonly state: EngineState;
  readonly day: RunningDay;
  /** The last tickers and when each one changed. Its trades were already counted and are not needed. */
  readonly observation: SlotObservation;
  /** The outcomes of the tickers of the last hours. No value depends on them. */
  readonly hours: RefusalHours;
}

/** Format 1 has no refusal hours. */
const MEMORIES = { 1: 'tidemark engine memory 1', 2: 'tidemark engine memory 2' } as const;

/** Columns follow the order of a reference, so the bytes contain the hash of that reference. */
export function encodeMemory(
  referenceHash: string,
  { state, day, observation, hours }: EngineMemory,
): Uint8Array {
  const writer = new CanonicalWriter().text(MEMORIES[2]).text(referenceHash);
  writer.column(encodeState(state, 2)).column(encodeDay(day));
  return writer
    .column(encodeObservation({ at: observation.at, tickers: observation.tickers, trades: [] }))
    .column(encodeHours(hours))
    .bytes();
}

/** A memory with the hash of the reference data that defines the order of its columns. */
export interface NamedMemory extends EngineMemory {
  readonly reference: string;
}

/** Throws if the bytes are not a memory of a known format. */
export function decodeMemory(bytes: Uint8Array): NamedMemory {
  const reader = new CanonicalReader(bytes);
  const name = reader.text();
  if (name !== MEMORIES[1] && name !== MEMORIES[2])
    throw new RangeError(`expected an engine memory, found ${name}`);
  const reference = reader.text();
  const state = decodeState(reader.column(Uint8Array));
  const day = decodeDay(reader.column(Uint8Array));
  const observation = decodeObservation(reader.column(Uint8Array));
  const hours = name === MEMORIES[1] ? [] : decodeHours(reader.column(Uint8Array));
  reader.end();
  return { reference, state, day, observation, hours };
}
