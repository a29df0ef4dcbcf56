import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NodeQuestions } from '../../../../src/cluster/remote/node-questions.ts';
import { answerInputs, RemoteInputs } from '../../../../src/cluster/remote/remote-inputs.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { InProcessAsking } from '../../../support/in-process-asking.ts';
import { SystemClock } from '../../../../src/core/clocks/clock.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { InputReader, RecordedInputs } from '../../../../src/history/input-store.ts';
import { FileInputReader } from '../../../../src/history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../../../src/history/inputs/file-input-store.ts';
import { MemoryHistoryStore } from '../../../support/memory-history/memory-history-store.ts';
import { Recomputation } from '../../../../src/values/receipts/recomputation.ts';
import { frameOf } from '../../../../src/values/receipts/recorded-input.ts';
import { verify } from '../../../../src/values/receipts/verification.ts';
import { FIRST, RecordedWorld, recordedVersion, sliceOf } from '../../../support/recorded-world.ts';
import { bitsOf, frameAt, START } from '../../history/inputs/input-frames.ts';

let folder: string;
let asking: InProcessAsking<NodeQuestions>;
const stores: FileInputStore[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-remote-inputs-'));
  asking = new InProcessAsking<NodeQuestions>({ clock: new SystemClock() });
});
afterEach(async () => {
  await Promise.all(stores.splice(0).map((store) => store.close()));
  rmSync(folder, { recursive: true, force: true });
});

const at = (slot: number) => START + slot * SLOT_MS;

function open(name: string): FileInputStore {
  const options = { keepMs: DAY_MS, space: { lacks: () => undefined }, onEvent: () => undefined };
  const store = FileInputStore.open({ folder: join(folder, name), ...options });
  stores.push(store);
  return store;
}

/** A compute node with the inputs of these slots; it sends about three frames at once. */
async function node(name: string, slots: readonly number[], damaged: readonly number[] = []) {
  const store = open(name);
  for (const slot of slots) await store.append(frameAt(at(slot)));
  const reader = new FileInputReader(join(folder, name));
  const spoilt: InputReader = {
    read: async (instant) => (isDamaged(instant) ? 'damaged' : reader.read(instant)),
    async *between(from, to) {
      for await (const each of reader.between(from, to))
        yield isDamaged(each.at) ? { at: each.at, inputs: 'damaged' } : each;
    },
  };
  const isDamaged = (instant: Millis) => damaged.some((slot) => at(slot) === instant);
  answerInputs(asking.another(), spoilt, 3000);
}

async function slotsBetween(from: Millis, to: Millis): Promise<[number, string][]> {
  const read: RecordedInputs[] = [];
  for await (const each of new RemoteInputs(asking).between(from, to)) read.push(each);
  for (const { at: instant, inputs } of read)
    if (inputs !== 'damaged') expect(bitsOf(inputs)).toEqual(bitsOf(frameAt(instant)));
  return read.map(({ at: instant, inputs }) => [
    (instant - START) / SLOT_MS,
    inputs === 'damaged' ? inputs : 'whole',
  ]);
}

const whole = (...slots: number[]) => slots.map((slot) => [slot, 'whole']);

describe('recorded inputs of other nodes', () => {
  test('a frame arrives bit for bit', async () => {
    await node('a', [0, 1, 2]);
    const frame = await new RemoteInputs(asking).read(at(1));
    expect(bitsOf(frame as Exclude<typeof frame, string>)).toEqual(bitsOf(frameAt(at(1))));
  });

  test('what one node lacks or has damaged is read from another', async () => {
    await node('a', [0, 1], [1]);
    await node('b', [1, 2]);
    const inputs = new RemoteInputs(asking);
    for (const slot of [0, 1, 2, 0, 1, 2])
      expect(await inputs.read(at(slot))).toMatchObject({ at: at(slot) });
    expect([await inputs.read(at(3)), await inputs.read(at(3))]).toEqual(['not-kept', 'not-kept']);
  });

  test('damaged is told where no node has the frame whole', async () => {
    await node('a', [0], [0]);
    await node('b', [1]);
    const inputs = new RemoteInputs(asking);
    expect([await inputs.read(at(0)), await inputs.read(at(0))]).toEqual(['damaged', 'damaged']);
  });

  test('a range comes in the order of time, in as many answers as it needs', async () => {
    const slots = Array.from({ length: 130 }, (_, slot) => slot);
    await node('a', slots);
    expect(await slotsBetween(0, Infinity)).toEqual(whole(...slots));
    expect(await slotsBetween(at(3), at(7))).toEqual(whole(3, 4, 5, 6, 7));
    expect(await slotsBetween(at(3) + 1, at(5) - 1)).toEqual(whole(4));
    expect(await slotsBetween(0, at(-1))).toEqual([]);
  });

  test.each(['abc', 'bca', 'cab'])(
    'holes of one node are filled from the others, whichever is asked first (%s)',
    async (order) => {
      const nodes = {
        a: () => node('a', [0, 1, 2, 3, 10, 11, 12, 20], [2, 11]),
        b: () => node('b', [2, 4, 5, 6, 7, 8, 9, 10, 11, 25], [11]),
        c: () => node('c', [15, 16]),
      };
      for (const name of order) await nodes[name as keyof typeof nodes]();
      expect(await slotsBetween(0, Infinity)).toEqual([
        ...whole(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10),
        [11, 'damaged'],
        ...whole(12, 15, 16, 20, 25),
      ]);
    },
  );

  test('without any node nothing is known, which is told to the operator', async () => {
    await expect(new RemoteInputs(asking).read(at(0))).rejects.toThrow(OperatorError);
    await expect(slotsBetween(0, Infinity)).rejects.toThrow('no compute node answers');
  });

  test('ticks are verified with inputs that two nodes have between them', async () => {
    const [a, b, world] = [open('a'), open('b'), new RecordedWorld()];
    const history = new MemoryHistoryStore(DAY_MS);
    let values = 0;
    for (let i = 0; i < 10; i++) {
      const tick = world.next();
      await (i < 6 ? a : b).append(frameOf(tick));
      await history.append(sliceOf(tick));
      values += tick.columns.series.length;
    }
    for (const name of ['a', 'b']) answerInputs(asking.another(), new FileInputReader(join(folder, name)));
    const inputs = new RemoteInputs(asking);
    const recomputation = new Recomputation(() => recordedVersion.reference, inputs, sha256);
    const parts = { history, inputs, recomputation, hash: sha256 };
    expect(await verify(parts, FIRST, FIRST + HOUR_MS)).toMatchObject({
      ticks: 10,
      verified: values,
      verifiedBy: { inputs: values, record: 0 },
      different: 0,
    });
  });
});
