import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BitReader } from '../../../../../src/history/block/bits/bit-reader.ts';
import { BitWriter } from '../../../../../src/history/block/bits/bit-writer.ts';
import { MAX_PARAMETER } from '../../../../../src/history/block/bits/rice-limits.ts';
import {
  RiceParameter,
  bitLength,
  riceBits,
  writeRice,
  writeRiceAll,
} from '../../../../../src/history/block/bits/rice.ts';
import { unzigzag, zigzag } from '../../../../../src/history/block/bits/zigzag.ts';

const EDGES = [0, 1, 2 ** 30 - 1, 2 ** 30, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 52, 2 ** 53 - 1];
const number = fc.oneof(fc.nat({ max: 200 }), fc.nat(), fc.maxSafeNat(), fc.constantFrom(...EDGES));
const parameter = fc.integer({ min: 0, max: MAX_PARAMETER });

function readerOf(writer: BitWriter): BitReader {
  const bytes = new Uint8Array(writer.byteLength);
  writer.copyTo(bytes, 0);
  const reader = new BitReader();
  reader.load(bytes, 0, bytes.length);
  return reader;
}

describe('zigzag', () => {
  test('numbers the integers 0, -1, 1, -2, 2 and so on', () => {
    expect([0, -1, 1, -2, 2, -3].map(zigzag)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  test('round-trips exactly up to 2^52', () => {
    const edges = EDGES.slice(0, -2).flatMap((edge) => [edge, -edge]);
    const integer = fc.integer({ min: -(2 ** 52) + 1, max: 2 ** 52 - 1 });
    fc.assert(
      fc.property(fc.oneof(integer, fc.constantFrom(...edges)), (value) => {
        expect(unzigzag(zigzag(value))).toBe(value === 0 ? 0 : value);
        expect(zigzag(value)).toBeGreaterThanOrEqual(0);
      }),
    );
  });
});

describe('Rice codes', () => {
  test('are the quotient in ones, a zero and the remainder', () => {
    const writer = new BitWriter();
    writeRice(writer, 13, 2);
    const reader = readerOf(writer);
    expect(writer.bitLength).toBe(6);
    expect(reader.read(6).toString(2)).toBe('111001');
  });

  test('escape a number with a quotient of 20 or more: 20 ones, its length, the number', () => {
    const writer = new BitWriter();
    writeRice(writer, 20, 0);
    expect(writer.bitLength).toBe(20 + 6 + 5);
    writer.clear();
    writeRice(writer, 19, 0);
    expect(writer.bitLength).toBe(20);
  });

  test('decode any numbers, one by one and all at once, in exactly the predicted bits', () => {
    fc.assert(
      fc.property(fc.array(number, { maxLength: 60 }), parameter, (numbers, k) => {
        const values = Float64Array.from(numbers);
        const [single, all] = [new BitWriter(4), new BitWriter(4)];
        for (const value of numbers) writeRice(single, value, k);
        writeRiceAll(all, values, values.length, k);
        expect(all.bitLength).toBe(single.bitLength);
        expect(all.bitLength).toBe(riceBits(values, values.length, k));

        const reader = readerOf(all);
        const back = new Float64Array(numbers.length);
        reader.readRiceAll(back, back.length, k);
        expect([...back]).toEqual(numbers);
        expect(reader.finished).toBe(true);
        const again = readerOf(single);
        expect(numbers.map(() => again.readRice(k))).toEqual(numbers);
      }),
    );
  });

  test('read from noise end in time, within bounds, and report when the bits run out', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 40 }), parameter, (bytes, k) => {
        const reader = new BitReader();
        reader.load(bytes, 0, bytes.length);
        const back = new Float64Array(200);
        reader.readRiceAll(back, 200, k);
        for (const value of back) expect(value >= 0 && value <= 20 * 2 ** 53).toBe(true);
        if (reader.position > bytes.length * 8) expect(reader.sound).toBe(false);
      }),
    );
  });
});

describe('a parameter', () => {
  const parameter = new RiceParameter();

  test('is the best one for numbers of any size distributed like differences', () => {
    for (let size = 0; size <= 40; size += 0.25) {
      const values = Float64Array.from({ length: 119 }, (_, i) =>
        Math.floor(-Math.log(1 - (i + 0.5) / 119) * 2 ** size),
      );
      const bits = riceBits(values, values.length, parameter.best(values, values.length));
      const all = Array.from({ length: MAX_PARAMETER + 1 }, (_, k) => riceBits(values, values.length, k));
      expect(bits).toBe(Math.min(...all));
    }
  });

  test('is not misled by an outlier', () => {
    const values = new Float64Array(119).fill(5);
    values[60] = 2 ** 50;
    expect(parameter.best(values, 119)).toBeLessThanOrEqual(3);
  });
});

test('bitLength is the number of binary digits', () => {
  fc.assert(
    fc.property(number, (value) => {
      expect(bitLength(value)).toBe(value === 0 ? 0 : value.toString(2).length);
    }),
  );
});
