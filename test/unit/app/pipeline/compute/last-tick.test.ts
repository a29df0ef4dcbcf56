import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  continuationOf,
  resumeAfter,
  firstPublished,
  type RecordedLink,
} from '../../../../../src/app/pipeline/compute/last-tick.ts';
import { DAY_MS, SLOT_MS } from '../../../../../src/core/time.ts';
import { FileInputReader } from '../../../../../src/history/inputs/file-input-reader.ts';
import { FileInputStore } from '../../../../../src/history/inputs/file-input-store.ts';
import { frameOf } from '../../../../../src/values/receipts/recorded-input.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';
import { RecordedWorld, sliceOf } from '../../../../support/recorded-world.ts';

const at = (slot: number) => slot * SLOT_MS;
const tick = (slot: number) => ({ at: at(slot), hash: `tick ${slot}` });

/** Recorded ticks by slot, each with the previous published slot that it names; null for the first of a chain. */
const links = (...recorded: readonly (readonly [slot: number, previous: number | null])[]): RecordedLink[] =>
  recorded.map(([slot, previous]) => ({
    at: at(slot),
    record: { hash: `tick ${slot}`, previous: previous === null ? '' : `tick ${previous}` },
  }));
const damaged = (slot: number): RecordedLink => ({ at: at(slot) });

describe('market time continues', () => {
  test('from the last tick', () => {
    expect(resumeAfter(undefined, undefined, [])).toBeUndefined();
    expect(resumeAfter(tick(10), at(10), [])).toBe(at(10));
    expect(resumeAfter(tick(10), at(10), links([9, 8], [10, 9]))).toBe(at(10));
  });

  test('from the last tick if a crash has left an input of a tick that was not stored', () => {
    expect(resumeAfter(tick(10), at(10), links([10, 9], [11, 10]))).toBe(at(10));
    expect(resumeAfter(tick(10), at(10), [damaged(11)])).toBe(at(10));
    expect(resumeAfter(undefined, undefined, links([1, null]))).toBeUndefined();
  });

  test('from the last tick if history has refused later recorded ones', () => {
    expect(resumeAfter(tick(10), at(10), links([11, 10], [12, 10]))).toBe(at(10));
    expect(resumeAfter(tick(10), at(10), links([11, 10], [12, 10], [13, 10], [14, 10]))).toBe(at(10));
    expect(resumeAfter(tick(10), at(10), [damaged(11), ...links([12, 10])])).toBe(at(10));
    expect(resumeAfter(undefined, undefined, links([1, null], [2, null]))).toBeUndefined();
  });

  test('after ticks that the journal has lost', () => {
    expect(resumeAfter(tick(10), at(10), links([10, 9], [11, 10], [12, 11], [13, 12]))).toBe(at(14));
    expect(resumeAfter(tick(10), at(10), links([11, 10], [12, 11], [13, 11], [14, 11]))).toBe(at(15));
    expect(resumeAfter(tick(10), at(120), links([10, 9]))).toBe(at(121));
    expect(resumeAfter(tick(10), at(120), links([10, 9], [121, 120]))).toBe(at(122));
    expect(resumeAfter(undefined, at(120), [])).toBe(at(121));
    expect(resumeAfter(undefined, undefined, links([1, null], [2, 1]))).toBe(at(3));
  });

  test('after a lost tick without inputs, if a later one names it', () => {
    expect(resumeAfter(tick(10), at(10), links([12, 11]))).toBe(at(13));
  });

  test('after damaged inputs that no later tick names, so that no slot is published twice', () => {
    expect(resumeAfter(tick(10), at(10), [damaged(11), damaged(12)])).toBe(at(13));
    expect(resumeAfter(tick(10), at(10), [...links([11, 10]), damaged(12)])).toBe(at(13));
    expect(resumeAfter(tick(10), at(10), [damaged(11), ...links([12, 11])])).toBe(at(13));
  });
});

test('the first lost tick is the first one named by a later one', async () => {
  const first = (...recorded: RecordedLink[]) => firstPublished(recorded, 'tick 10');
  expect(await first()).toBeUndefined();
  expect(await first(...links([11, 10], [12, 11], [13, 12]))).toBe(at(11));
  expect(await first(...links([11, 10], [12, 10], [13, 12], [14, 12]))).toBe(at(12));
  // Only the newest is left, which no other names.
  expect(await first(...links([121, 120]))).toBe(at(121));
  expect(await first(...links([11, 10]), damaged(12), ...links([13, 12]))).toBe(at(12));
});

describe('inputs of recorded ticks', () => {
  const newFolder = temporaryFolders();

  /** What is reported, in slots after the last tick of history, if these ticks came after it. */
  async function after(outcomes: readonly ('published' | 'refused')[]) {
    const folder = join(newFolder(), 'inputs');
    mkdirSync(folder);
    const space = { shortageFor: () => undefined };
    const store = FileInputStore.open({ folder, keepMs: DAY_MS, space, onEvent: () => {} });
    const world = new RecordedWorld();
    const ticks = [];
    for (const outcome of ['published', 'published', ...outcomes] as const) {
      const computed = world.next(outcome === 'published');
      await store.append(frameOf(computed));
      ticks.push(computed);
    }
    await store.close();
    const { at: lastAt, record } = sliceOf(ticks[1]!);
    const continuation = await continuationOf({ at: lastAt, record }, lastAt, new FileInputReader(folder));
    const slotOf = (when: number | undefined) => (when === undefined ? undefined : (when - lastAt) / SLOT_MS);
    return {
      goesOn: slotOf(continuation.goesOnAt),
      from: slotOf(continuation.lost?.from),
      to: slotOf(continuation.lost?.to),
    };
  }

  test('that were refused do not count as lost, and their slots are not skipped', async () => {
    expect(await after(['refused', 'refused', 'refused'])).toEqual({ goesOn: 0 });
  });

  test('that were published count as lost if history lacks them', async () => {
    expect(await after(['published', 'published'])).toEqual({ goesOn: 3, from: 1, to: 2 });
    expect(await after(['refused', 'published', 'refused'])).toEqual({ goesOn: 4, from: 2, to: 3 });
  });
});
