import { closeSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, SLOT_MS } from '../../../../src/core/time.ts';
import { findFrameDamage } from '../../../../src/history/inputs/frame-list.ts';
import { crc32c } from '../../../../src/history/block/bits/crc32c.ts';
import { FRAME_HEAD_BYTES, decompressFrame, sealFrame } from '../../../../src/history/inputs/sealed-frame.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const HOUR = Date.parse('2026-11-20T12:00:00Z');
const newFolder = temporaryFolders();
const frames = [1, 2].map(
  (slot) => sealFrame(HOUR + slot * SLOT_MS, undefined, Buffer.alloc(500, slot)).bytes,
);
const whole = Buffer.concat(frames);
const lastAt = frames[0]!.length;

/** Number of damaged places in the file of an hour, as the newest of the folder or not. */
async function damages(content: Buffer, isGrowing: boolean, onBytes: (path: string) => void = () => {}) {
  const path = join(newFolder(), 'hour');
  writeFileSync(path, content);
  const file = openSync(path, 'r');
  try {
    return (await findFrameDamage(file, HOUR, isGrowing, () => onBytes(path))).length;
  } finally {
    closeSync(file);
  }
}

describe.each([true, false])('frames of an hour, growing: %s', (isGrowing) => {
  test('that are complete, or end with an incomplete one, are sound', async () => {
    for (const length of [whole.length, lastAt + 1, lastAt + FRAME_HEAD_BYTES, whole.length - 1])
      expect([length, await damages(whole.subarray(0, length), isGrowing)]).toEqual([length, 0]);
  });

  test('are damaged wherever a bit of the header of the last one is flipped', async () => {
    for (let at = lastAt; at < lastAt + FRAME_HEAD_BYTES; at++) {
      const flipped = Buffer.from(whole);
      flipped[at]! ^= 1 << (at % 8);
      expect([at, await damages(flipped, isGrowing)]).toEqual([at, 1]);
    }
  });

  test('are damaged if the hour in the name is wrong', async () => {
    const other = sealFrame(HOUR + 2 * HOUR_MS, undefined, Buffer.alloc(9)).bytes;
    expect(await damages(Buffer.concat([whole, other]), isGrowing)).toBe(1);
  });
});

test('frames added while a growing file is checked are no damage', async () => {
  const grow = (path: string) => writeFileSync(path, Buffer.concat([whole, Buffer.alloc(50, 7)]));
  expect(await damages(whole, true, grow)).toBe(0);
});

test('an uncompressed frame with a valid checksum is not a frame', () => {
  for (const stored of [
    Buffer.from('no brotli at all'),
    Buffer.alloc(0),
    frames[0]!.subarray(FRAME_HEAD_BYTES, -3),
  ]) {
    const head = { storedBytes: stored.length, storedChecksum: crc32c(stored), frameBytes: 500 };
    expect(decompressFrame({ at: HOUR, isKey: true, baseChecksum: 0, ...head }, stored)).toBeUndefined();
  }
});
