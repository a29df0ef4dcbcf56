import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { columnsOf } from '../../../../src/app/pipeline/compute/index-columns.ts';
import { IndexComputer, type ComputedTick } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { lastTickOf } from '../../../../src/app/pipeline/compute/last-tick.ts';
import { recomputeMemory } from '../../../../src/app/pipeline/compute/recompute-memory.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import { decodeMemory, encodeMemory } from '../../../../src/engine/engine-memory.ts';
import { outputOf, runTick } from '../../../../src/engine/engine.ts';
import { METHODOLOGIES, methodologyNamed } from '../../../../src/engine/methodology.ts';
import { CanonicalReader, CanonicalWriter } from '../../../../src/engine/record/canonical-bytes.ts';
import { encodeState } from '../../../../src/engine/record/state-codec.ts';
import { recordTick } from '../../../../src/engine/record/tick-record.ts';
import type { InputFrame } from '../../../../src/history/input-store.ts';
import { FileInputReader } from '../../../../src/history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../../../src/history/inputs/file-input-store.ts';
import { MemoryHistoryBackend } from '../../../support/memory-history/memory-history-backend.ts';
import type { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import { Recomputation } from '../../../../src/values/receipts/recomputation.ts';
import { frameOf } from '../../../../src/values/receipts/recorded-input.ts';
import { verify } from '../../../../src/values/receipts/verification.ts';
import { RecordedWorld, recordedOrder, recordedVersion, sliceOf } from '../../../support/recorded-world.ts';

const CHANGE = METHODOLOGIES[1]!.from;
const TICKS = 10;
/** The sixth tick is the first of version 2. */
const FIRST = CHANGE - 5 * SLOT_MS;
const at = (tick: number): Millis => FIRST + tick * SLOT_MS;
const references = (hash: string) => (hash === recordedVersion.hash ? recordedVersion.reference : undefined);

function run(first: Millis, ticks: number, computer?: IndexComputer): ComputedTick[] {
  const world = new RecordedWorld(first, computer);
  return Array.from({ length: ticks }, () => world.next());
}

const recordOf = ({ record }: ComputedTick) => Buffer.from(JSON.stringify(record));

function resumed(record: Uint8Array, state: Uint8Array): IndexComputer {
  const last = { record, state, dayRecords: [] };
  const computer = new IndexComputer(recordedVersion, { last, referenceOf: references });
  expect(computer.hasPreviousState).toBe(true);
  return computer;
}

/** A record of version 1, which had no second format. */
function inFirstFormat(memory: Uint8Array): Uint8Array {
  const { reference, state, ...rest } = decodeMemory(memory);
  const reader = new CanonicalReader(encodeMemory(reference, { state, ...rest }));
  reader.text();
  const writer = new CanonicalWriter().text('tidemark engine memory 1').text(reader.text());
  reader.column(Uint8Array);
  writer.column(encodeState(state, 1)).column(reader.column(Uint8Array)).column(reader.column(Uint8Array));
  return writer.bytes();
}

const LATER_COLUMNS = 6;

/** A frame of version 1. */
function frameInFirstFormat(frame: InputFrame): InputFrame {
  const rest = Uint8Array.from(frame.rest);
  const name = 'tidemark recorded input ';
  const digit = Buffer.from(rest).indexOf(name) + name.length;
  rest[digit] = '1'.charCodeAt(0);
  return { ...frame, columns: frame.columns.slice(0, -LATER_COLUMNS), rest };
}

describe('the instant from which version 2 of the methodology computes', () => {
  const steady = run(FIRST, TICKS);

  test('is midnight of 17 November 2026, and the tick of that instant is the first of it', () => {
    expect(new Date(CHANGE).toISOString()).toBe('2026-11-17T00:00:00.000Z');
    expect(steady.map(({ output }) => output.methodology).join('')).toBe('1111122222');
    expect(steady.map(({ record }) => record.methodology).join('')).toBe('1111122222');
  });

  test.each([3, 4, 5, 6])(
    'after a restart with %s ticks stored, everything continues to the byte',
    (before) => {
      const last = steady[before - 1]!;
      const again = run(at(before), TICKS - before, resumed(recordOf(last), last.state));
      again.forEach((tick, i) => {
        const expected = steady[before + i]!;
        expect(tick.record).toEqual(expected.record);
        expect(tick.candles).toEqual(expected.candles);
        expect(Buffer.from(tick.state).equals(Buffer.from(expected.state))).toBe(true);
      });
    },
  );

  test('a memory of version 1 is converted: the last value is the anchor', () => {
    const last = steady[4]!;
    const memory = inFirstFormat(last.state);
    const { state, hours } = decodeMemory(memory);
    expect(hours).toEqual([]);
    expect(state.markets.anchor).toEqual(state.markets.price);
    const [next] = run(CHANGE, 1, resumed(recordOf(last), memory));
    expect(next!.record.methodology).toBe('2');
    expect(next!.record.previous).toBe(steady[5]!.record.previous);
    expect(next!.output.mwa.price).toEqual(steady[5]!.output.mwa.price);
  });

  test('tickers whose age was not stored are as old as their last change until they are read again', () => {
    const last = steady.at(-1)!;
    const { reference, ...memory } = decodeMemory(last.state);
    const { observation } = memory;
    const { k } = observation.tickers;
    const age = new Int32Array(k.length).fill(-1);
    const without = { ...memory, observation: { ...observation, tickers: { ...observation.tickers, age } } };
    const next = resumed(recordOf(last), encodeMemory(reference, without)).compute(at(TICKS));
    expect([...next.input.tickers.age]).toEqual(
      [...k].map((ticks) => (ticks < 0 ? -1 : (ticks + 1) * SLOT_MS)),
    );
    expect(Math.max(...k)).toBeGreaterThan(0);
  });
});

describe('stored data around it', () => {
  let folder: string;
  let history: MemoryHistoryStore;
  let inputs: FileInputStore;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-change-'));
    history = await new MemoryHistoryBackend({ stateEveryTicks: TICKS }).openWriter({ windowMs: DAY_MS });
    const space = { shortageFor: () => undefined };
    inputs = FileInputStore.open({ folder, keepMs: DAY_MS, space, onEvent: () => {} });
  });
  afterEach(async () => {
    await inputs.close();
    rmSync(folder, { recursive: true, force: true });
  });

  const reader = () => new FileInputReader(folder);
  const recomputation = () => new Recomputation(references, reader(), sha256);

  async function check(from: Millis, to: Millis) {
    const parts = { history, inputs: reader(), recomputation: recomputation(), hash: sha256 };
    return verify(parts, from, to);
  }

  async function storeAll(ticks: readonly ComputedTick[]): Promise<void> {
    for (const tick of ticks) {
      await inputs.append(frameOf(tick));
      const state = history.wantsStateAt(tick.output.at) ? tick.state : undefined;
      expect(await history.append(sliceOf(tick), state)).toBe('stored');
    }
  }

  test('is verified, tick by tick, and the memory is updated across it', async () => {
    const steady = run(FIRST, TICKS - 1);
    await storeAll(steady);
    const report = await check(FIRST, at(TICKS));
    expect(report).toMatchObject({ ticks: TICKS - 1, different: 0, alteredRecords: [], brokenLinks: [] });
    expect(report.notVerifiable).toEqual({ noInputs: 0, modelled: 0, damagedInputs: 0, otherReference: 0 });
    const { state, since } = (await lastTickOf(history))!;
    const parts = { references, inputs: reader(), hash: sha256 };
    const memory = await recomputeMemory(parts, state!, since);
    expect(memory.ticks).toBeGreaterThan(0);
    expect(memory.missing).toEqual([]);
    expect(Buffer.from(memory.state).equals(Buffer.from(steady.at(-1)!.state))).toBe(true);
  });

  test.each([1, 2])(
    'a tick that was recorded as version 1 after it verifies and is explained as version 1, in format %s',
    async (format) => {
      const [computed] = run(CHANGE + 100 * SLOT_MS, 1);
      const { input, version } = computed!;
      const again = runTick(version.reference, input, methodologyNamed('1'));
      const output = outputOf(version.reference, input, again, methodologyNamed('1')!);
      expect(output.gwa.price).not.toEqual(computed!.output.gwa.price);
      const record = recordTick(
        version,
        { input, run: again, output },
        { previous: '', dayRoot: '' },
        sha256,
      );
      expect(record.methodology).toBe('1');
      const frame = frameOf({ input, record });
      await inputs.append(format === 1 ? frameInFirstFormat(frame) : frame);
      const columns = columnsOf(output, recordedOrder);
      const bytes = Buffer.from(JSON.stringify(record));
      await history.append({ ...columns, order: recordedOrder, record: bytes }, undefined);
      const report = await check(input.at, input.at);
      expect(report).toMatchObject({ ticks: 1, different: 0, alteredRecords: [] });
      expect(report.verified).toBe(columns.series.length);
      const bitcoin = 'f1ff77b6-3ab4-4719-9ded-2fc7e71cff1f';
      const receipt = await recomputation().explain({ indexType: 'GWA', indexId: bitcoin }, input.at);
      const asset = version.reference.assetIndex(bitcoin)!;
      expect(receipt).toMatchObject({ methodology: '1', price: output.gwa.price[asset] });
    },
  );
});
