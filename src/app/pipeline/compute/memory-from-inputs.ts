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
  /** Ticks whose inputs are not kept, are damaged, or are not those that the tick was computed from. */
  readonly missing: readonly Millis[];
}

export interface MemoryParts {
  readonly references: References;
  readonly inputs: InputReader;
  readonly hash: Hash;
}

/**
 * The engine's memory after the last of the ticks that were stored `since` the state was, in the order of time: each of
 * them is computed again from its recorded inputs. Where all of them are there, it is the memory of a service that never
 * stopped, to the byte.
 *
 * A tick that is missing is left out. Its end-of-day records lack it. The engine's state is in the inputs of each tick, so
 * it is that after the last tick that was computed again, however many are missing before that.
 *
 * A memory of reference data that are not known cannot be computed forward: it stays as it is.
 */
export async function memoryFromInputs(
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

/** Inputs may be of a tick that was never stored, or was stored otherwise after a restart: these count for nothing. */
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
