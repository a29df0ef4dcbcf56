import { expect, test } from 'vitest';
import { ConfirmedFrames } from '../../../../../src/app/pipeline/compute/confirmed-frames.ts';
import type { ComputedTick } from '../../../../../src/app/pipeline/compute/index-computer.ts';
import { sha256 } from '../../../../../src/app/process/sha256.ts';
import { SLOT_MS } from '../../../../../src/core/time.ts';
import type { StoredRecord } from '../../../../../src/history/history-store.ts';
import { frameOf } from '../../../../../src/values/receipts/recorded-input.ts';
import { RecordedWorld } from '../../../../support/recorded-world.ts';

const FIRST = Date.parse('2026-03-01T12:00:00Z');

function threeTicks(): [ComputedTick, ComputedTick, ComputedTick] {
  const world = new RecordedWorld(FIRST);
  return [world.next(), world.next(), world.next()];
}

const storedOf = ({ output: { at }, record }: ComputedTick): StoredRecord => ({
  at,
  record: new Uint8Array(Buffer.from(JSON.stringify(record))),
});
const otherOf = (tick: ComputedTick): ComputedTick => ({
  ...tick,
  record: { ...tick.record, input: 'of another process' },
});

test('inputs count once the next tick continues from theirs', () => {
  const [first, second, third] = threeTicks();
  const frames = new ConfirmedFrames(sha256);
  expect(frames.confirmPrevious(frameOf(first))).toBeUndefined();
  expect(frames.confirmPrevious(frameOf(second))?.at).toBe(FIRST);
  expect(frames.confirmPrevious(frameOf(third))?.at).toBe(FIRST + SLOT_MS);
});

test('inputs of a tick that was never stored are ignored if the slot was computed again', () => {
  const [first, second, third] = threeTicks();
  const frames = new ConfirmedFrames(sha256);
  frames.confirmPrevious(frameOf(first));
  frames.confirmPrevious(frameOf(otherOf(second)));
  expect(frames.confirmPrevious(frameOf(second))).toBeUndefined();
  expect(frames.confirmPrevious(frameOf(third))).toEqual(frameOf(second));
});

test('inputs that the next tick does not continue from are ignored', () => {
  const [first, second, third] = threeTicks();
  const frames = new ConfirmedFrames(sha256);
  frames.confirmPrevious(frameOf(first));
  frames.confirmPrevious(frameOf(otherOf(second)));
  expect(frames.confirmPrevious(frameOf(third))).toBeUndefined();
});

test('a process that takes over has the newest inputs only if history has their tick', () => {
  const [first, second] = threeTicks();
  const held = () => {
    const frames = new ConfirmedFrames(sha256);
    frames.confirmPrevious(frameOf(first));
    frames.confirmPrevious(frameOf(second));
    return frames;
  };
  expect(held().takeStored([storedOf(first), storedOf(second)])?.at).toBe(FIRST + SLOT_MS);
  expect(held().takeStored([storedOf(first)])).toBeUndefined();
  expect(held().takeStored([storedOf(otherOf(second))])).toBeUndefined();
});
