import type { Millis } from '../../../core/time.ts';
import { advanceDay, carryDay } from '../../../engine/day/running-day.ts';
import { decodeMemory, encodeMemory } from '../../../engine/engine-memory.ts';
import { carryHours, countedHours } from '../../../engine/quality/refusal-hours.ts';
import type { Hash } from '../../../engine/record/tick-record.ts';
import type { StoredRecord, StoredState } from '../../../history/history-store.ts';
import type { InputReader, RecordedInputs } from '../../../history/input-store.ts';
import { Recomputation, type References } from '../../../values/receipts/recomputation.ts';

export interface RecomputedMemory {
  readonly state: Uint8Array;
  readonly ticks: number;
  /** Ticks whose inputs are not kept, are damaged, or do not give the stored record. */
  readonly missing: readonly Millis[];
}

export interface MemoryParts {
  readonly references: References;
  readonly inputs: InputReader;
  readonly hash: Hash;
}

/**
 * Recomputes the engine's memory after the ticks stored `since` the state, oldest first, from their recorded
 * inputs. If all inputs are available, the result equals, byte for byte, the memory of a service that never
 * stopped.
 *
 * Missing ticks are skipped, and the end-of-day records lack them. The inputs of each tick contain the
 * engine's state, so the result is the state after the last recomputed tick, however many before it are
 * missing.
 *
 * If the reference data of the state is unknown, the state is returned unchanged.
 */
export async function recomputeMemory(
  { references, inputs, hash }: MemoryParts,
  { state: bytes }: StoredState,
  since: readonly StoredRecord[],
): Promise<RecomputedMemory> {
  let { reference: name, ...memory } = decodeMemory(bytes);
  let reference = references(name);
  if (!reference || since.length === 0) return { state: bytes, ticks: 0, missing: [] };
  const missing = new Set(since.map(({ at }) => at));
  const recomputation = new Recomputation(references, inputs, hash);
  const recordOf = new Map(since.map(({ at, record }) => [at, record]));
  for await (const recorded of inputs.between(since[0]!.at, since.at(-1)!.at)) {
    const tick = storedTickOf(recorded, recordOf.get(recorded.at), recomputation);
    if (!tick) continue;
    let { day, hours } = memory;
    if (name !== tick.record.reference) {
      day = carryDay(day, reference, tick.reference);
      hours = carryHours(hours, reference, tick.reference);
      [name, reference] = [tick.record.reference, tick.reference];
    }
    const { at, outcomes, state } = tick.output;
    memory = {
      state,
      day: advanceDay(reference, day, tick.output).day,
      observation: tick.input,
      hours: countedHours(reference, hours, at, outcomes),
    };
    missing.delete(recorded.at);
  }
  const ticks = since.length - missing.size;
  return { state: ticks === 0 ? bytes : encodeMemory(name, memory), ticks, missing: [...missing] };
}

/** Undefined for inputs of a tick that was never stored, or that was stored differently after a restart. */
function storedTickOf(
  { inputs }: RecordedInputs,
  stored: Uint8Array | undefined,
  recomputation: Recomputation,
) {
  if (!stored || inputs === 'damaged') return undefined;
  const tick = recomputation.compute(inputs);
  if (typeof tick === 'string') return undefined;
  return Buffer.from(stored).toString() === JSON.stringify(tick.record) ? tick : undefined;
}
