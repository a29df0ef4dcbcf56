import { beforeEach, describe, expect, test } from 'vitest';
import { IndexComputer, type ComputedTick } from '../../../../src/app/pipeline/compute/index-computer.ts';
import { chainAfter, unstoredTicks } from '../../../../src/app/pipeline/unstored-ticks.ts';
import { sha256 } from '../../../../src/app/process/sha256.ts';
import { hashRecord } from '../../../../src/engine/record/tick-record.ts';
import { SLOT_MS, type Millis } from '../../../../src/core/time.ts';
import type { InputFrame, InputReader } from '../../../../src/history/input-store.ts';
import { frameOf, recordedTickOf } from '../../../../src/values/receipts/recorded-input.ts';
import { RecordedWorld, recordedVersion } from '../../../support/recorded-world.ts';

let world: RecordedWorld;
beforeEach(() => {
  world = new RecordedWorld();
  publishedHeads = new Map();
});

const recordOf = ({ output: { at }, record }: ComputedTick) => ({
  at,
  record: Buffer.from(JSON.stringify(record)),
});

function readerOf(...frames: readonly (InputFrame | Millis)[]): InputReader {
  const kept = frames.map((frame) =>
    typeof frame === 'number' ? { at: frame, inputs: 'damaged' as const } : { at: frame.at, inputs: frame },
  );
  return {
    read: async (at) => kept.findLast((each) => each.at === at)?.inputs ?? 'not-kept',
    between: async function* (from, to) {
      yield* kept.filter(({ at }) => at >= from && at <= to);
    },
  };
}

let publishedHeads: Map<Millis, string>;
const found = (last: ComputedTick, ...readers: readonly InputReader[]) =>
  unstoredTicks(recordOf(last), { readers, publishedHeads, hash: sha256 });
const slots = async (last: ComputedTick, ...readers: readonly InputReader[]) =>
  (await found(last, ...readers)).unstored.map(({ at }) => at);

test('ticks after the last stored one are found in order, wherever their inputs are', async () => {
  const [last, ...later] = Array.from({ length: 4 }, () => world.next());
  const [a, b, c] = later.map(frameOf) as [InputFrame, InputFrame, InputFrame];
  expect(await slots(last!, readerOf(b), readerOf(a, c))).toEqual([a.at, b.at, c.at]);
  expect(await slots(last!, readerOf(frameOf(last!)))).toEqual([]);
});

test('the ticks end at missing or damaged inputs', async () => {
  const [last, ...later] = Array.from({ length: 4 }, () => world.next());
  const [a, b, c] = later.map(frameOf) as [InputFrame, InputFrame, InputFrame];
  expect(await slots(last!, readerOf(a, c))).toEqual([a.at]);
  expect(await slots(last!, readerOf(a, b.at, c))).toEqual([a.at]);
});

test('the newest computed tick is reported, even if it can no longer be stored', async () => {
  const [last, ...later] = Array.from({ length: 4 }, () => world.next());
  const [a, , c] = later.map(frameOf) as [InputFrame, InputFrame, InputFrame];
  expect((await found(last!, readerOf(a, c))).newest).toBe(c.at);
  expect((await found(last!, readerOf(frameOf(last!)))).newest).toBeUndefined();
});

test('a refused tick, and one that continues from a different tick, do not count', async () => {
  const last = world.next();
  const refused = world.next(false);
  const next = world.next();
  expect(await slots(next, readerOf(frameOf(refused)))).toEqual([]);
  const other = new RecordedWorld();
  other.next();
  const apart = Array.from({ length: 3 }, () => other.next()).map(frameOf);
  expect(await slots(last, readerOf(...apart.slice(1)))).toEqual([]);
});

test('a slot that was published with another record stays a gap', async () => {
  const [last, ...later] = Array.from({ length: 3 }, () => world.next());
  const reader = readerOf(...later.map(frameOf));
  publishedHeads.set(later[1]!.output.at, 'another');
  expect(await slots(last!, reader)).toEqual([later[0]!.output.at]);
  publishedHeads.set(later[1]!.output.at, hashRecord(later[1]!.record, sha256));
  expect(await slots(last!, reader)).toHaveLength(2);
});

describe('of several chains that follow the same record', () => {
  const link = (at: Millis, hash: string, previous: string) => ({ at, hash, previous });
  const links = [
    link(1, 'a', 'end'),
    link(1, 'b', 'end'),
    link(2, 'c', 'b'),
    link(3, 'd', 'a'),
    link(4, 'e', 'c'),
  ];
  const chain = (...published: [Millis, string][]) =>
    chainAfter('end', links, new Map(published)).map(({ hash }) => hash);

  test('the longest one counts', () => {
    expect(chain()).toEqual(['b', 'c', 'e']);
  });

  test('before that, the one with the most published ticks', () => {
    expect(chain([3, 'd'])).toEqual(['a', 'd']);
    expect(chain([3, 'd'], [2, 'c'], [4, 'e'])).toEqual(['b', 'c', 'e']);
  });

  test('one that a published head contradicts ends before it', () => {
    expect(chain([2, 'another'])).toEqual(['a', 'd']);
    expect(chain([1, 'another'])).toEqual([]);
  });
});

test('such a tick is recomputed exactly as recorded, and the next one continues from it', async () => {
  const [first, second, third] = Array.from({ length: 3 }, () => world.next()) as [
    ComputedTick,
    ComputedTick,
    ComputedTick,
  ];
  const computer = new IndexComputer(recordedVersion, {
    last: { record: recordOf(first).record, state: first.state, dayRecords: [second.record.previous] },
    referenceOf: () => recordedVersion.reference,
  });
  // A tick that does not follow the previous one changes nothing.
  expect(computer.recompute(recordedTickOf(frameOf(third)))).toBeUndefined();
  for (const tick of [second, third]) {
    const again = computer.recompute(recordedTickOf(frameOf(tick)))!;
    expect(again.record).toEqual(tick.record);
    expect(Buffer.compare(again.state, tick.state)).toBe(0);
    expect(again.columns).toEqual(tick.columns);
    computer.adopt(again);
  }
  const next = new RecordedWorld(third.output.at + SLOT_MS, computer).next();
  expect(next.record).toEqual(world.next().record);
});
