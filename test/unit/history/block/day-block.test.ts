import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { BlockDamaged } from '../../../../src/history/block/block-damaged.ts';
import { DayAssembler, dayReader } from '../../../../src/history/block/day-block.ts';
import { HourEncoder } from '../../../../src/history/block/hour-block.ts';
import { LX_LAYOUT, TICK_LAYOUT, type BlockLayout } from '../../../../src/history/block/layout.ts';
import { ScaledRows } from '../../../../src/history/block/rows.ts';
import {
  anyRows,
  dayBlockOf,
  expectRows,
  openOrThrow,
  readRows,
  rowsToColumns,
  type Row,
} from './block-rows.ts';

const LAST = 2879;
const NO_HOURS: readonly undefined[] = Array.from({ length: 24 }, () => undefined);

/** Some hours of the day, any rows in each. */
function anyDay(layout: BlockLayout): fc.Arbitrary<Row[]> {
  const hour = fc.nat({ max: 23 });
  return fc
    .uniqueArray(fc.tuple(hour, anyRows(layout)), { selector: ([number]) => number, maxLength: 4 })
    .map((hours) =>
      hours
        .toSorted(([a], [b]) => a - b)
        .flatMap(([number, rows]) => rows.map((row) => ({ ...row, row: row.row + number * 120 }))),
    );
}

/** A walk with two gaps and a run of flags. */
const WALK: Row[] = Array.from({ length: LAST + 1 }, (_, row) => ({
  row,
  values: [
    Math.round(6_400_000 + 900 * Math.sin(row / 9) + ((row * 7919) % 101)) / 100,
    19_882_110 + ((row * 31) % 997),
  ],
  flags: row > 700 && row < 1100 ? 4 : 0,
})).filter(({ row }) => row !== 5 && (row < 1300 || row > 1600));

describe.each([
  ['MWA and GWA', TICK_LAYOUT],
  ['LX', LX_LAYOUT],
])('a day of %s ticks', (_name, layout) => {
  test('is decoded bit for bit, whatever its content', () => {
    fc.assert(
      fc.property(anyDay(layout), (rows) => {
        const reader = openOrThrow(dayReader(layout), dayBlockOf(layout, rows));
        expect(reader.count).toBe(rows.length);
        expectRows(readRows(reader, 0, LAST), rows);
      }),
      { numRuns: 60 },
    );
  });

  test('is read in any part, either way round and page by page', () => {
    const slot = fc.integer({ min: -10, max: LAST + 10 });
    fc.assert(
      fc.property(anyDay(layout), slot, slot, fc.integer({ min: 1, max: 300 }), (rows, a, b, page) => {
        const reader = openOrThrow(dayReader(layout), dayBlockOf(layout, rows));
        const [first, last] = [Math.min(a, b), Math.max(a, b)];
        const within = rows.filter(({ row }) => row >= first && row <= last);
        expectRows(readRows(reader, first, last, 'oldest-first', page), within.slice(0, page));
        expectRows(readRows(reader, first, last, 'newest-first', page), within.toReversed().slice(0, page));
      }),
      { numRuns: 60 },
    );
  });
});

describe('a day', () => {
  test('paged newest first from the end shows every tick once', () => {
    const reader = openOrThrow(dayReader(TICK_LAYOUT), dayBlockOf(TICK_LAYOUT, WALK));
    const seen: Row[] = [];
    for (let last = LAST; ; last = seen.at(-1)!.row - 1) {
      const page = readRows(reader, 0, last, 'newest-first', 77);
      if (page.length === 0) break;
      seen.push(...page);
    }
    expectRows(seen, WALK.toReversed());
  });

  test('contains the exact payloads of its hours', () => {
    const columns = rowsToColumns(TICK_LAYOUT, WALK, LAST + 1);
    const block = Buffer.from(dayBlockOf(TICK_LAYOUT, WALK));
    const hour = new HourEncoder(TICK_LAYOUT).encodeHour(columns, 120);
    const payload = Buffer.from(hour.subarray(hour.length - 250, hour.length - 4));
    expect(block.includes(payload)).toBe(true);
  });

  test('reads an hour as integers without its neighbours', () => {
    const reader = openOrThrow(dayReader(TICK_LAYOUT), dayBlockOf(TICK_LAYOUT, WALK));
    const scaled = new ScaledRows(TICK_LAYOUT);
    expect(reader.readScaled(3, scaled)).toBeUndefined();
    const third = WALK.filter(({ row }) => row >= 360 && row < 480);
    expect(scaled.count).toBe(third.length);
    expect(scaled.exponents[0]).toBe(2);
    expect([...scaled.units[0]!]).toEqual(third.map(({ values }) => Math.round(values[0]! * 100)));
    expect(reader.miniBlock(0).head.count).toBe(119);
    expect(reader.miniBlock(12).head.count).toBe(0);
  });

  test('without any tick is also a block, and absent hours take less than a byte', () => {
    const block = new DayAssembler(TICK_LAYOUT).assembleDay(NO_HOURS) as Uint8Array;
    expect(block.length).toBeLessThanOrEqual(14 + 24);
    const reader = openOrThrow(dayReader(TICK_LAYOUT), block);
    expect(reader.count).toBe(0);
    expect(readRows(reader, 0, LAST)).toEqual([]);
  });

  test('of one constant value takes about two bytes per hour', () => {
    const rows = WALK.map((row) => ({ ...row, values: [1.25, 17], flags: 0 }));
    expect(dayBlockOf(TICK_LAYOUT, rows).length).toBeLessThan(120);
  });

  test('does not depend on what its assembler joined before', () => {
    const hour = new HourEncoder(TICK_LAYOUT).encodeHour(rowsToColumns(TICK_LAYOUT, WALK, LAST + 1), 240);
    const hours = NO_HOURS.map(() => hour);
    const assembler = new DayAssembler(TICK_LAYOUT);
    expect(assembler.assembleDay(hours)).toEqual(assembler.assembleDay(hours));
  });

  test('is not created from a damaged hour, and the refusal says which', () => {
    const hour = new HourEncoder(TICK_LAYOUT).encodeHour(rowsToColumns(TICK_LAYOUT, WALK, LAST + 1));
    const damaged = hour.with(20, hour[20]! ^ 1);
    const refusal = new DayAssembler(TICK_LAYOUT).assembleDay(
      NO_HOURS.map((_, i) => (i === 7 ? damaged : hour)),
    );
    expect(refusal).toBeInstanceOf(BlockDamaged);
    expect(refusal).toMatchObject({ reason: 'CHECKSUM', message: expect.stringContaining('hour 7') });
  });

  test('accepts only 24 hours', () => {
    expect(() => new DayAssembler(TICK_LAYOUT).assembleDay([])).toThrow(RangeError);
  });

  test('is read inside a larger buffer', () => {
    const block = dayBlockOf(TICK_LAYOUT, WALK);
    const file = new Uint8Array(block.length + 50).fill(0xaa);
    file.set(block, 13);
    const reader = openOrThrow(dayReader(TICK_LAYOUT), file.subarray(13, 13 + block.length));
    expectRows(readRows(reader, 0, LAST), WALK);
  });
});
