import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BlockDamaged,
  DAMAGE_REASONS,
  type DamageReason,
} from '../../../../src/history/block/block-damaged.ts';
import type { BlockReader } from '../../../../src/history/block/block-reader.ts';
import { YearEncoder, yearReader } from '../../../../src/history/block/candle-block.ts';
import { DayAssembler, dayReader } from '../../../../src/history/block/day-block.ts';
import { MAX_UNITS, RAW_EXPONENT } from '../../../../src/history/block/columns/decimal-scale.ts';
import { seal } from '../../../../src/history/block/envelope.ts';
import { HourEncoder, hourReader } from '../../../../src/history/block/hour-block.ts';
import { CANDLE_LAYOUT, LX_LAYOUT, TICK_LAYOUT } from '../../../../src/history/block/layout.ts';
import { rowBuffer, ScaledRows } from '../../../../src/history/block/rows.ts';
import { dayBlockOf, openOrThrow, readRows, rowsToColumns, type Row } from './block-rows.ts';

/** Everything that a payload can contain: gaps, runs of flags, codes, occasional changes, raw doubles. */
function sampleRows(count: number, columns: number): Row[] {
  return Array.from({ length: count }, (_, i) => ({
    row: i + (i > 3 ? 2 : 0),
    values: Array.from({ length: columns }, (_, c) => {
      if (c === 0) return (64_000_00 + ((i * 7919) % 211)) / 100;
      if (c === 1) return i % 5 === 4 ? 17 + i : 17;
      return c === 2 ? Math.sqrt(i + 2) : c;
    }),
    flags: i === 2 ? 4 : 0,
  }));
}

const SMALL: readonly (readonly [string, () => BlockReader, Uint8Array])[] = [
  [
    'an hour',
    () => hourReader(LX_LAYOUT),
    new HourEncoder(LX_LAYOUT).encodeHour(rowsToColumns(LX_LAYOUT, sampleRows(9, 3))),
  ],
  ['a day', () => dayReader(TICK_LAYOUT), dayBlockOf(TICK_LAYOUT, sampleRows(150, 2))],
  ['a year', yearReader, new YearEncoder().encodeYear(rowsToColumns(CANDLE_LAYOUT, sampleRows(5, 10)))],
];

function reasonOf(reader: BlockReader, block: Uint8Array): DamageReason | undefined {
  return reader.open(block)?.reason;
}

const flipped = (block: Uint8Array, bit: number) =>
  block.with(bit >>> 3, block[bit >>> 3]! ^ (0x80 >>> (bit & 7)));

describe.each(SMALL)('%s', (_name, newReader, block) => {
  test('is read while it is unchanged', () => {
    expect(reasonOf(newReader(), block)).toBeUndefined();
  });

  test('is refused with any one bit flipped', () => {
    const reader = newReader();
    for (let bit = 0; bit < block.length * 8; bit++) {
      expect(reasonOf(reader, flipped(block, bit))).toBe(bit < 32 ? 'NOT_A_BLOCK' : 'CHECKSUM');
    }
  });

  test('is refused if truncated at any length, or with bytes appended', () => {
    const reader = newReader();
    for (let length = 0; length < block.length; length++) {
      expect(reasonOf(reader, block.slice(0, length))).toBe(length < 14 ? 'NOT_A_BLOCK' : 'CHECKSUM');
    }
    for (const more of [0, 1, 0xff]) expect(reasonOf(reader, Uint8Array.of(...block, more))).toBe('CHECKSUM');
  });

  test('is refused with any two bits flipped', () => {
    const bit = fc.nat({ max: block.length * 8 - 1 });
    fc.assert(
      fc.property(bit, bit, (a, b) => {
        fc.pre(a !== b);
        expect(reasonOf(newReader(), flipped(flipped(block, a), b))).toBeDefined();
      }),
    );
  });

  test('of a later version is refused as such', () => {
    expect(reasonOf(newReader(), seal(block.with(4, 2)))).toBe('VERSION');
  });

  test('of other columns is refused as such', () => {
    expect(reasonOf(newReader(), seal(block.with(5, 9)))).toBe('LAYOUT');
  });

  test('leaves the reader empty and ready for the next one', () => {
    const reader = openOrThrow(newReader(), block);
    reader.open(flipped(block, 99));
    expect([reader.count, reader.miniBlock(0).head.count]).toEqual([0, 0]);
    expect(readRows(reader, 0, 50)).toEqual([]);
    openOrThrow(reader, block);
    expect(readRows(reader, 0, 50)).toEqual(readRows(openOrThrow(newReader(), block), 0, 50));
  });
});

/**
 * Performs every read of a block. Each result must be an answer or a refusal, within the bounds of a block; returns the first
 * refusal.
 */
function askEverything(reader: BlockReader, block: Uint8Array): BlockDamaged | undefined {
  const damaged = reader.open(block);
  if (damaged) {
    expect(DAMAGE_REASONS).toContain(damaged.reason);
    return damaged;
  }
  const refusals: unknown[] = [];
  const buffer = rowBuffer(reader.layout, 3000);
  for (const order of ['oldest-first', 'newest-first'] as const) {
    const count = reader.read(0, 2879, order, buffer);
    if (count instanceof BlockDamaged) refusals.push(count);
    else expect(count).toBe(reader.count);
  }
  refusals.push(askIntegers(reader));
  return refusals.find((refusal) => refusal instanceof BlockDamaged);
}

function askIntegers(reader: BlockReader): BlockDamaged | undefined {
  const scaled = new ScaledRows(reader.layout);
  const damaged = reader.readScaled(0, scaled);
  expect(scaled.count).toBe(damaged ? 0 : reader.miniBlock(0).head.count);
  for (const [c, units] of scaled.units.entries()) {
    const raw = scaled.exponents[c] === RAW_EXPONENT;
    const sizes = Array.from(units.subarray(0, scaled.count), Math.abs);
    expect(raw || sizes.every((size) => Number.isInteger(size) && size <= MAX_UNITS)).toBe(true);
  }
  return damaged;
}

describe('a block with a right checksum and wrong content', () => {
  test.each(SMALL)(
    'is read or refused, within bounds: %s with any bit flipped',
    (_name, newReader, block) => {
      const reader = newReader();
      const refusals = new Set<string | undefined>();
      for (let bit = 48; bit < (block.length - 4) * 8; bit++) {
        refusals.add(askEverything(reader, seal(flipped(block, bit)))?.message);
      }
      expect(refusals).toContain('the index does not match the block');
      expect(refusals).toContain('the payload does not match its head');
    },
  );

  test.each(SMALL)('is read or refused, within bounds: %s of noise', (_name, newReader, block) => {
    const noise = fc.uint8Array({ minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(noise, fc.nat({ max: 60 }), fc.nat({ max: 200 }), (bytes, indexBytes, count) => {
        const head = Uint8Array.of(...block.subarray(0, 6), 0, count, 0, Math.min(indexBytes, bytes.length));
        askEverything(newReader(), seal(Uint8Array.of(...head, ...bytes, 0, 0, 0, 0)));
      }),
      { numRuns: 200 },
    );
  });

  test('is refused by its reader or yields at most a day when days are joined', () => {
    const hour = SMALL[0]![2];
    const assembler = new DayAssembler(LX_LAYOUT);
    const reader = dayReader(LX_LAYOUT);
    for (let bit = 48; bit < (hour.length - 4) * 8; bit++) {
      const wrong = seal(flipped(hour, bit));
      const day = assembler.assembleDay(Array.from({ length: 24 }, () => wrong));
      if (!(day instanceof BlockDamaged)) askEverything(reader, day);
    }
  });

  test('that declares a wrong number of rows is refused', () => {
    const [, newReader, block] = SMALL[0]!;
    expect(reasonOf(newReader(), seal(block.with(7, block[7]! + 1)))).toBe('CONTENT');
  });

  test('that has an index longer than itself is refused', () => {
    const [, newReader, block] = SMALL[0]!;
    expect(reasonOf(newReader(), seal(block.with(8, 0xff)))).toBe('CONTENT');
  });
});

describe('a whole day of data', () => {
  const block = dayBlockOf(TICK_LAYOUT, sampleRows(2800, 2));

  test('is refused with any bits flipped or any part cut out', () => {
    const reader = dayReader(TICK_LAYOUT);
    const place = fc.nat({ max: block.length - 1 });
    fc.assert(
      fc.property(place, place, fc.integer({ min: 1, max: 255 }), (a, b, change) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        expect(reasonOf(reader, block.with(a, block[a]! ^ change))).toBeDefined();
        expect(reasonOf(reader, block.slice(0, from))).toBeDefined();
        const cut = Uint8Array.of(...block.subarray(0, from), ...block.subarray(to + 1));
        expect(reasonOf(reader, cut)).toBeDefined();
      }),
      { numRuns: 100 },
    );
  });

  test('is not an hour, and an hour is not a day', () => {
    expect(reasonOf(hourReader(TICK_LAYOUT), block)).toBe('NOT_A_BLOCK');
    expect(reasonOf(dayReader(TICK_LAYOUT), SMALL[0]![2])).toBe('NOT_A_BLOCK');
  });
});
