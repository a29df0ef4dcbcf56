import { crc32, deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import {
  encodeFrame,
  RECORDING_MAGIC,
  readFrames,
  type FramesEnd,
} from '../../../../src/sources/recording/recording-frames.ts';

/** A frame whose checksum is right, whatever is in it. */
function frameOf(packed: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32LE(packed.length, 0);
  head.writeUInt32LE(crc32(packed), 4);
  return Buffer.concat([head, packed]);
}

function read(file: Buffer): { readonly contents: unknown[]; readonly end: FramesEnd } {
  const frames = readFrames((position, length) => file.subarray(position, position + length));
  const contents: unknown[] = [];
  for (;;) {
    const { done, value } = frames.next();
    if (done) return { contents, end: value };
    contents.push(value);
  }
}

test.each([
  ['is no JSON', deflateRawSync('{"kind":')],
  ['is not packed', Buffer.from('plain text')],
  ['unpacks to more than any frame has', deflateRawSync(Buffer.alloc(300 * 2 ** 20))],
])('a frame that %s ends the recording there, though its checksum is right', (_what, packed) => {
  const good = encodeFrame({ kind: 'good' });
  const file = Buffer.concat([RECORDING_MAGIC, good, frameOf(packed), good]);
  const { contents, end } = read(file);
  expect(contents).toEqual([{ kind: 'good' }]);
  const soundBytes = RECORDING_MAGIC.length + good.length;
  expect(end).toEqual({ soundBytes, problem: `is damaged at byte ${soundBytes}` });
});
