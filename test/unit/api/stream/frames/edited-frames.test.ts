import { expect, test } from 'vitest';
import type { Batch } from '../../../../../src/api/stream/channels/channel.ts';
import { ConvertedBatch } from '../../../../../src/api/stream/frames/converted-batch.ts';
import { editedFrames } from '../../../../../src/api/stream/frames/edited-frames.ts';
import { frameLength, payloadOf, textFrame } from '../../../../../src/api/stream/frames/frame.ts';

const LENGTHS = [0, 1, 125, 126, 200, 0xffff, 0x10000];

function textsOf(frames: Buffer): string[] {
  const texts: string[] = [];
  for (let at = 0; at < frames.length; at += frameLength(frames, at))
    texts.push(payloadOf(frames.subarray(at, at + frameLength(frames, at))).toString());
  return texts;
}

test('each frame is edited and gets its own length, whatever the length before', () => {
  const texts = LENGTHS.map((length) => 'a'.repeat(length));
  const frames = Buffer.concat(texts.map(textFrame));
  expect(textsOf(frames)).toEqual(texts);
  expect(textsOf(editedFrames(frames, (text) => `${text}bc`))).toEqual(texts.map((text) => `${text}bc`));
  expect(textsOf(editedFrames(frames, (text) => text.slice(0, -1)))).toEqual(
    texts.map((text) => text.slice(0, -1)),
  );
});

test('other characters than ASCII stay as they are', () => {
  expect(textsOf(editedFrames(textFrame('Zürich €'), (text) => text))).toEqual(['Zürich €']);
});

test('a batch converts each frame once, on demand', () => {
  let edits = 0;
  const edit = (text: string) => {
    edits++;
    return text.toUpperCase();
  };
  const frames = ['a', 'b', 'c'].map(textFrame);
  const plain: Partial<Batch> = {
    at: 7,
    frameOf: (item) => frames[item],
    messagesOf: (item) => (frames[item] ? [frames[item]] : []),
    piecesOf: () => [Buffer.concat(frames.slice(0, 2)), frames[2]!],
    countOf: () => 3,
    currentOf: (item) => (frames[item] ? { at: 5, frame: frames[item] } : undefined),
  };
  const batch = new ConvertedBatch(plain as Batch, (each) => editedFrames(each, edit));
  expect(edits).toBe(0);
  for (const _ of [1, 2]) expect(batch.piecesOf(0).flatMap(textsOf)).toEqual(['A', 'B', 'C']);
  expect(edits).toBe(3);
  for (const _ of [1, 2]) expect(textsOf(batch.frameOf(1)!)).toEqual(['B']);
  expect(edits).toBe(4);
  expect(batch.frameOf(9)).toBeUndefined();
  expect(batch.currentOf(9)).toBeUndefined();
  expect(batch.currentOf(2)?.at).toBe(5);
  expect(textsOf(batch.currentOf(2)!.frame)).toEqual(['C']);
  expect(batch.messagesOf(0).map((frame) => textsOf(frame))).toEqual([['A']]);
  expect(batch.countOf(0)).toBe(3);
  // What a client had when it resumed is found by the slot.
  expect(batch.at).toBe(7);
});
