import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BitReader } from '../../../../../src/history/block/bits/bit-reader.ts';
import { BitWriter } from '../../../../../src/history/block/bits/bit-writer.ts';
import { ChangeMasks } from '../../../../../src/history/block/bits/change-mask.ts';
import { readMask, writeMask } from '../../../../../src/history/block/bits/mask-code.ts';
import { presence } from '../block-rows.ts';

const SIZE = 120;
const mask = presence(SIZE).map((exists) => Uint8Array.from(exists, Number));

function readerOf(writer: BitWriter): BitReader {
  const bytes = new Uint8Array(writer.byteLength);
  writer.copyTo(bytes, 0);
  const reader = new BitReader();
  reader.load(bytes, 0, bytes.length);
  return reader;
}

function bitsOf(entries: Uint8Array): number {
  const writer = new BitWriter();
  writeMask(writer, entries, entries.length);
  return writer.bitLength;
}

describe('a mask', () => {
  test('is decoded unchanged, whatever its content', () => {
    fc.assert(
      fc.property(mask, fc.nat({ max: SIZE }), (entries, length) => {
        const writer = new BitWriter();
        writeMask(writer, entries, length);
        const reader = readerOf(writer);
        const back = new Uint8Array(SIZE).fill(7);
        readMask(reader, back, length);
        expect([...back.subarray(0, length)]).toEqual([...entries.subarray(0, length)]);
        expect(reader.finished).toBe(true);
      }),
    );
  });

  test('takes two bits if all are equal, and little if one differs', () => {
    expect(bitsOf(new Uint8Array(SIZE))).toBe(2);
    expect(bitsOf(new Uint8Array(SIZE).fill(1))).toBe(2);
    expect(bitsOf(new Uint8Array(SIZE).fill(1).fill(0, 119))).toBeLessThan(20);
  });

  test('read from noise ends and stays within its length', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 30 }), (bytes) => {
        const reader = new BitReader();
        reader.load(bytes, 0, bytes.length);
        const back = new Uint8Array(SIZE).fill(7);
        readMask(reader, back, 100);
        expect(back.subarray(100).every((entry) => entry === 7)).toBe(true);
        expect(back.subarray(0, 100).every((entry) => entry <= 1)).toBe(true);
      }),
    );
  });
});

describe('masks of changes', () => {
  test('are decoded one after the other, and have the predicted size', () => {
    fc.assert(
      fc.property(fc.array(mask, { minLength: 1, maxLength: 4 }), (masks) => {
        const writer = new BitWriter();
        const writing = new ChangeMasks(SIZE);
        for (const entries of masks) {
          const before = writer.bitLength;
          const foretold = writing.bits(entries, SIZE);
          writing.write(writer, entries, SIZE);
          expect(writer.bitLength - before).toBe(foretold);
        }
        const reader = readerOf(writer);
        const reading = new ChangeMasks(SIZE);
        for (const entries of masks) {
          const back = new Uint8Array(SIZE);
          reading.read(reader, back, SIZE);
          expect([...back]).toEqual([...entries]);
        }
        expect(reader.finished).toBe(true);
      }),
    );
  });

  test('take almost nothing if they equal the previous one', () => {
    fc.assert(
      fc.property(mask, (entries) => {
        const writer = new BitWriter();
        const changes = new ChangeMasks(SIZE);
        changes.write(writer, entries, SIZE);
        expect(changes.bits(entries, SIZE)).toBeLessThanOrEqual(5);
      }),
    );
  });
});
