import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Follower } from '../../../../src/app/pipeline/follower.ts';
import type { ComputedTick } from '../../../../src/app/pipeline/compute/index-computer.ts';
import type { StoredTick } from '../../../../src/app/pipeline/tick-loop.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { StoredRecord } from '../../../../src/history/history-store.ts';
import { FileInputReader } from '../../../../src/history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../../../src/history/inputs/file-input-store.ts';
import { frameOf } from '../../../../src/values/receipts/recorded-input.ts';
import { RecordedWorld, recordedVersion } from '../../../support/recorded-world.ts';

const FIRST = Date.parse('2026-03-01T00:00:00Z') - 3 * SLOT_MS;

let folder: string;
let inputs: FileInputStore;
let world: RecordedWorld;
let follower: Follower;
let hasRoom: boolean;
let different: Millis[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-follower-'));
  inputs = FileInputStore.open({
    folder,
    keepMs: DAY_MS,
    space: { shortageFor: () => undefined },
    onEvent: () => {},
  });
  world = new RecordedWorld(FIRST);
  different = [];
  hasRoom = true;
  follower = new Follower({
    references: (hash) => (hash === recordedVersion.hash ? recordedVersion.reference : undefined),
    inputs: new FileInputReader(folder),
    hash: sha256,
    record: async (frame) => hasRoom && (await inputs.append(frame)) === 'recorded',
    onDifference: (at) => different.push(at),
  });
});
afterEach(async () => {
  await inputs.close();
  rmSync(folder, { recursive: true, force: true });
});

const recordOf = ({ output: { at }, record }: ComputedTick): StoredRecord => ({
  at,
  record: new Uint8Array(Buffer.from(JSON.stringify(record))),
});

/** The tick in history, with the state of an earlier tick. */
function stored(last: ComputedTick, state: ComputedTick, since: readonly ComputedTick[]): StoredTick {
  return {
    ...recordOf(last),
    values: [],
    state: { at: state.output.at, state: state.state },
    since: since.map(recordOf),
    dayRecords: [],
  };
}

test('the memory is that of the process that computed the ticks, over the end of a day', async () => {
  const [first, ...rest] = Array.from({ length: 6 }, () => world.next());
  follower.begin({ at: first!.output.at, state: first!.state });
  for (const tick of rest) await follower.follow(frameOf(tick));
  const last = rest.at(-1)!;
  const resumed = follower.resumed(stored(last, first!, rest));
  expect(resumed.state).toMatchObject({ at: last.output.at });
  expect(Buffer.compare(resumed.state!.state, last.state)).toBe(0);
  expect(resumed.since).toEqual([]);
  expect(different).toEqual([]);
});

test('a tick whose inputs had no space leaves no memory, and causes no difference', async () => {
  const [first, second, third, fourth] = [world.next(), world.next(), world.next(), world.next()];
  follower.begin({ at: first.output.at, state: first.state });
  hasRoom = false;
  await follower.follow(frameOf(second));
  expect([follower.hasMemory, different]).toEqual([false, []]);
  hasRoom = true;
  await follower.follow(frameOf(third));
  follower.begin({ at: second.output.at, state: second.state, record: recordOf(second).record });
  await follower.follow(frameOf(fourth));
  expect([follower.at, different]).toEqual([fourth.output.at, []]);
});

test('nor does a later one, from a late state that is older', async () => {
  const [first, second, third] = [world.next(), world.next(), world.next()];
  await follower.follow(frameOf(first));
  hasRoom = false;
  await follower.follow(frameOf(second));
  hasRoom = true;
  follower.begin({ at: first.output.at, state: first.state, record: recordOf(first).record });
  await follower.follow(frameOf(third));
  expect([follower.hasMemory, different]).toEqual([false, []]);
});

test('a stored tick that was not received is left to be computed', async () => {
  const [first, second, third] = [world.next(), world.next(), world.next()];
  follower.begin({ at: first.output.at, state: first.state });
  await follower.follow(frameOf(second));
  const resumed = follower.resumed(stored(third, first, [second, third]));
  expect(resumed.state!.at).toBe(second.output.at);
  expect(resumed.since).toEqual([recordOf(third)]);
});

test('a received tick that differs from history does not count', async () => {
  const [first, second] = [world.next(), world.next()];
  follower.begin({ at: first.output.at, state: first.state });
  await follower.follow(frameOf(second));
  const other = { ...second, record: { ...second.record, previous: 'another' } };
  const last = stored(other, first, [other]);
  expect(follower.resumed(last)).toBe(last);
});

test('ticks received before there was a state are used', async () => {
  const [first, second, third, fourth] = [world.next(), world.next(), world.next(), world.next()];
  for (const tick of [first, second, third]) await follower.follow(frameOf(tick));
  expect(follower.at).toBe(-Infinity);
  follower.begin({ at: first.output.at, state: first.state });
  await follower.follow(frameOf(fourth));
  const resumed = follower.resumed(stored(fourth, first, [second, third, fourth]));
  expect(resumed.state).toMatchObject({ at: fourth.output.at });
  expect(Buffer.compare(resumed.state!.state, fourth.state)).toBe(0);
  expect(different).toEqual([]);
});

test('a tick that does not follow from its inputs is reported', async () => {
  const [first, second] = [world.next(), world.next()];
  follower.begin({ at: first.output.at, state: first.state });
  const prices = second.input.tickers.last.map((price) => price * 2);
  const altered = {
    ...second,
    input: { ...second.input, tickers: { ...second.input.tickers, last: prices } },
  };
  await follower.follow(frameOf(altered));
  expect(different).toEqual([second.output.at]);
  expect(follower.at).toBe(-Infinity);
});

test('after a missed tick, there is no memory until the state of a later received one is stored', async () => {
  const ticks = Array.from({ length: 6 }, () => world.next());
  const [first, second, , fourth, fifth, sixth] = ticks as [ComputedTick, ...ComputedTick[]] & ComputedTick[];
  follower.begin({ at: first.output.at, state: first.state });
  for (const tick of [second!, fourth!, fifth!]) await follower.follow(frameOf(tick));
  expect(follower.hasMemory).toBe(false);
  follower.begin({ at: first.output.at, state: first.state });
  expect(follower.hasMemory).toBe(false);
  follower.begin({ at: fourth!.output.at, state: fourth!.state });
  await follower.follow(frameOf(sixth!));
  const resumed = follower.resumed(stored(sixth!, first, ticks.slice(1)));
  expect(Buffer.compare(resumed.state!.state, sixth!.state)).toBe(0);
  expect(different).toEqual([]);
});

test('a missed tick right after the state is noticed, whatever arrives first', async () => {
  const [first, second, third, fourth] = [world.next(), world.next(), world.next(), world.next()];
  const state = { ...recordOf(first), state: first.state };
  follower.begin(state);
  await follower.follow(frameOf(third));
  expect(follower.hasMemory).toBe(false);
  await follower.follow(frameOf(fourth));
  follower.begin(state);
  expect(follower.hasMemory).toBe(false);
  follower.begin({ ...recordOf(second), state: second.state });
  expect(follower.hasMemory).toBe(true);
});
