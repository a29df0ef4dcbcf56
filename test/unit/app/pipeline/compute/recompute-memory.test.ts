import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { IndexComputer, type ComputedTick } from '../../../../../src/app/pipeline/compute/index-computer.ts';
import { lastTickOf } from '../../../../../src/app/pipeline/compute/last-tick.ts';
import { recomputeMemory } from '../../../../../src/app/pipeline/compute/recompute-memory.ts';
import { sha256 } from '../../../../../src/app/process/sha256.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../../src/core/time.ts';
import { decodeMemory } from '../../../../../src/engine/engine-memory.ts';
import { encodeObservation } from '../../../../../src/engine/record/observation-codec.ts';
import { encodeDay, encodeState } from '../../../../../src/engine/record/state-codec.ts';
import type { InputReader } from '../../../../../src/history/input-store.ts';
import { FileInputReader } from '../../../../../src/history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../../../../src/history/inputs/file-input-store.ts';
import { MemoryHistoryBackend } from '../../../../support/memory-history/memory-history-backend.ts';
import type { MemoryHistoryStore } from '../../../../support/memory-history/memory-history-store.ts';
import { frameOf } from '../../../../../src/values/receipts/recorded-input.ts';
import { RecordedWorld, recordedVersion, sliceOf } from '../../../../support/recorded-world.ts';
import { SharedTicks } from '../../../../support/shared-ticks.ts';

/** The seventh tick is at midnight: a day ends, and the next starts. */
const FIRST = Date.parse('2026-03-01T00:00:00Z') - 6 * SLOT_MS;
const STATE_EVERY_TICKS = 10;

let folder: string;
let history: MemoryHistoryStore;
let inputs: FileInputStore;
let reader: InputReader;
let world: SharedTicks;
let computed: ComputedTick[];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-memory-'));
  const backend = new MemoryHistoryBackend({ stateEveryTicks: STATE_EVERY_TICKS });
  history = await backend.openWriter({ windowMs: DAY_MS });
  const space = { shortageFor: () => undefined };
  inputs = FileInputStore.open({ folder, keepMs: DAY_MS, space, onEvent: () => {} });
  reader = new FileInputReader(folder);
  world = new SharedTicks(FIRST);
  computed = [];
});
afterEach(async () => {
  await inputs.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Like the service: inputs first, then the tick, with its state if history needs one or it has no inputs. */
async function run(
  ticks: number,
  isRecorded: (tick: number) => boolean = () => true,
  keepsState = false,
): Promise<void> {
  for (let i = 0; i < ticks; i++) {
    const tick = world.next();
    computed.push(tick);
    const hasInputs = isRecorded(computed.length - 1);
    if (hasInputs) await inputs.append(frameOf(tick));
    const needsState = history.wantsStateAt(tick.output.at) || (keepsState && !hasInputs);
    const state = needsState ? tick.state : undefined;
    expect(await history.append(sliceOf(tick), state)).toBe('stored');
  }
}

const references = (hash: string) => (hash === recordedVersion.hash ? recordedVersion.reference : undefined);

const at = (tick: number): Millis => FIRST + tick * SLOT_MS;

async function remembered() {
  const { state, since } = (await lastTickOf(history))!;
  const memory = await recomputeMemory({ references, inputs: reader, hash: sha256 }, state!, since);
  return { ...memory, bytes: Buffer.from(memory.state) };
}

const stateAfter = (tick: number) => Buffer.from(computed[tick]!.state);

/** Bytes of each part. */
function partsOf(state: Uint8Array) {
  const memory = decodeMemory(state);
  return {
    state: Buffer.from(encodeState(memory.state, 2)),
    day: Buffer.from(encodeDay(memory.day)),
    observation: Buffer.from(encodeObservation({ ...memory.observation, trades: [] })),
    ticks: memory.hours.map(({ ticks }) => ticks),
  };
}

describe('the memory of an engine, from a state stored every 10 ticks', () => {
  test.each([1, 2, 6, 7, 9, 10, 11, 12, 20, 25])(
    'after %s ticks equals that of an engine which never stopped, to the byte',
    async (ticks) => {
      await run(ticks);
      const { at: stateAt } = (await history.lastState())!;
      const { bytes, missing, ticks: again } = await remembered();
      expect(bytes.equals(stateAfter(ticks - 1))).toBe(true);
      expect(missing).toEqual([]);
      expect(stateAt + again * SLOT_MS).toBe(at(ticks - 1));
      expect(again).toBe((ticks - 1) % STATE_EVERY_TICKS);
    },
  );

  test('gives the right next tick and end-of-day records', async () => {
    await run(5);
    const { state } = await remembered();
    const { record, dayRecords } = (await lastTickOf(history))!;
    const last = { record, state, dayRecords };
    const resumed = new IndexComputer(recordedVersion, { last, referenceOf: references });
    expect(resumed.hasPreviousState).toBe(true);
    const again = new RecordedWorld(at(5), resumed);
    await run(3);
    for (const expected of computed.slice(5)) {
      const tick = again.next();
      expect(tick.record).toEqual(expected.record);
      expect(tick.candles).toEqual(expected.candles);
      expect(Buffer.from(tick.state).equals(Buffer.from(expected.state))).toBe(true);
    }
    expect(computed[6]!.candles.length).toBeGreaterThan(0);
  });

  test('counts no inputs of a tick that was never stored', async () => {
    await run(3);
    await inputs.append(frameOf(world.next(false)));
    await run(2);
    await inputs.append(frameOf(world.next(false)));
    const { bytes, missing, ticks } = await remembered();
    expect(bytes.equals(stateAfter(4))).toBe(true);
    expect([missing, ticks]).toEqual([[], 4]);
  });
});

describe('with missing inputs', () => {
  test('of the last ticks, the engine continues from the last one with inputs', async () => {
    await run(6, (tick) => tick < 4);
    const { bytes, missing, ticks } = await remembered();
    expect(bytes.equals(stateAfter(3))).toBe(true);
    expect([missing, ticks]).toEqual([[at(4), at(5)], 3]);
  });

  test('of a tick in between, the state is that of the last one, and the running day and the hour lack the tick', async () => {
    await run(6, (tick) => tick !== 3);
    const { state, missing, ticks } = await remembered();
    const [found, expected] = [partsOf(state), partsOf(computed[5]!.state)];
    expect(found.state.equals(expected.state)).toBe(true);
    expect(found.observation.equals(expected.observation)).toBe(true);
    expect(found.day.equals(expected.day)).toBe(false);
    expect([found.ticks, expected.ticks]).toEqual([[5], [6]]);
    expect([missing, ticks]).toEqual([[at(3)], 4]);
  });

  test('of a tick that was stored with its state, nothing is missing', async () => {
    await run(6, (tick) => tick !== 3, true);
    const { bytes, missing } = await remembered();
    expect(bytes.equals(stateAfter(5))).toBe(true);
    expect(missing).toEqual([]);
  });

  test('the end-of-day records have one tick less for each tick that is missing', async () => {
    await run(6, (tick) => tick !== 3);
    const { state } = await remembered();
    const { record, dayRecords } = (await lastTickOf(history))!;
    const resumed = new IndexComputer(recordedVersion, {
      last: { record, state, dayRecords },
      referenceOf: references,
    });
    const [found, expected] = [new RecordedWorld(at(6), resumed).next(), world.next()];
    expect(found.candles.map(({ ticks }) => ticks)).toEqual(expected.candles.map(({ ticks }) => ticks - 1));
    expect(found.candles.length).toBeGreaterThan(0);
  });

  test('of all of them, the state stays as it was stored', async () => {
    await run(6, () => false);
    const { bytes, missing, ticks } = await remembered();
    expect(bytes.equals(stateAfter(0))).toBe(true);
    expect([missing, ticks]).toEqual([[1, 2, 3, 4, 5].map(at), 0]);
  });

  test('damaged ones, and those of another tick at the same slot, count as missing', async () => {
    await run(4);
    const others = new SharedTicks(FIRST);
    for (let i = 0; i < 3; i++) others.next(false);
    const otherFrame = frameOf(others.next());
    const whole = new FileInputReader(folder);
    reader = {
      read: (when) => whole.read(when),
      async *between(from, to) {
        for await (const recorded of whole.between(from, to)) {
          if (recorded.at === at(1)) yield { at: at(1), inputs: 'damaged' };
          else yield recorded.at === at(3) ? { at: at(3), inputs: otherFrame } : recorded;
        }
      },
    };
    const { state, missing, ticks } = await remembered();
    expect([missing, ticks]).toEqual([[at(1), at(3)], 1]);
    expect(partsOf(state).state.equals(partsOf(computed[2]!.state).state)).toBe(true);
  });
});

test('a memory of unknown reference data is unchanged', async () => {
  await run(3);
  const { state, since } = (await lastTickOf(history))!;
  const parts = { references: () => undefined, inputs: reader, hash: sha256 };
  const memory = await recomputeMemory(parts, state!, since);
  expect(memory).toEqual({ state: state!.state, ticks: 0, missing: [] });
});
