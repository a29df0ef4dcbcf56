import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatNumber } from '../../../../src/core/numbers/decimal.ts';
import { HourEncoder, hourReader } from '../../../../src/history/block/hour-block.ts';
import { LX_LAYOUT, TICK_LAYOUT, type BlockLayout } from '../../../../src/history/block/layout.ts';
import { fromUnits, RAW_EXPONENT } from '../../../../src/history/block/columns/decimal-scale.ts';
import { ScaledRows } from '../../../../src/history/block/rows.ts';
import { anyRows, expectRows, openOrThrow, readRows, rowsToColumns, type Row } from './block-rows.ts';

const LAST = 119;

function encode(layout: BlockLayout, rows: readonly Row[]): Uint8Array {
  return new HourEncoder(layout).encodeHour(rowsToColumns(layout, rows));
}

function decode(layout: BlockLayout, block: Uint8Array): Row[] {
  return readRows(openOrThrow(hourReader(layout), block), 0, LAST);
}

/** An hour of ticks, all there, of a value for each row. */
function hour(
  valuesAt: (row: number) => readonly number[],
  flagsAt: (row: number) => number = () => 0,
): Row[] {
  return Array.from({ length: LAST + 1 }, (_, row) => ({ row, values: valuesAt(row), flags: flagsAt(row) }));
}

describe.each([
  ['MWA and GWA', TICK_LAYOUT],
  ['LX', LX_LAYOUT],
])('an hour of %s ticks', (_name, layout) => {
  test('is decoded bit for bit, whatever its content', () => {
    fc.assert(
      fc.property(anyRows(layout), (rows) => expectRows(decode(layout, encode(layout, rows)), rows)),
      { numRuns: 100 },
    );
  });

  test('does not depend on what its encoder and reader did before', () => {
    const encoder = new HourEncoder(layout);
    const reader = hourReader(layout);
    fc.assert(
      fc.property(anyRows(layout), (rows) => {
        const block = encoder.encodeHour(rowsToColumns(layout, rows));
        expect(block).toEqual(encode(layout, rows));
        expectRows(readRows(openOrThrow(reader, block), 0, LAST), rows);
      }),
    );
  });

  test('as integers and exponents has the same numbers', () => {
    fc.assert(
      fc.property(anyRows(layout), (rows) => {
        const scaled = new ScaledRows(layout);
        expect(openOrThrow(hourReader(layout), encode(layout, rows)).readScaled(0, scaled)).toBeUndefined();
        expect(scaled.count).toBe(rows.length);
        for (const [i, { row, values, flags }] of rows.entries()) {
          expect([scaled.rowNumbers[i], scaled.flags[i]]).toEqual([row, flags]);
          const back = values.map((_, c) => fromUnits(scaled.units[c]![i]!, scaled.exponents[c]!));
          expect(back).toEqual(values);
        }
      }),
    );
  });
});

describe('an hour', () => {
  test.each([
    [
      'a random walk',
      hour((row) => [64_000 + Math.round(Math.sin(row * 7) * 5000) / 100, 19_882_110 + row * 31]),
    ],
    ['1e-12', hour((row) => [(1_234_500 + row) / 1e18, 1e-12])],
    ['1e15', hour((row) => [1e15 - row, 1e15])],
    [
      'jumps from the smallest to the largest',
      hour((row) => [row % 2 === 0 ? 1e-8 : 1_000_000, row === 60 ? 9e14 : 1]),
    ],
    ['a single tick', [{ row: 77, values: [1.5, 2], flags: 4 }]],
    ['the last tick alone', [{ row: 119, values: [0, 0], flags: 0 }]],
    ['nothing', []],
    ['negative numbers', hour((row) => [-row / 8, -1.25])],
    ['doubles of 17 digits', hour((row) => [Math.sqrt(row + 2), Math.PI])],
    ['one odd value among others', hour((row) => [row === 5 ? 1 / 3 : 2.5, row])],
    [
      'flags that change each tick',
      hour(
        () => [1, 1],
        (row) => (row * 7919) & 0xffff,
      ),
    ],
  ] as [string, Row[]][])('of %s is decoded with the same text', (_name, rows) => {
    const back = decode(TICK_LAYOUT, encode(TICK_LAYOUT, rows));
    expectRows(back, rows);
    const texts = (list: readonly Row[]) => list.map(({ values }) => values.map(formatNumber));
    expect(texts(back)).toEqual(texts(rows));
  });

  test('can be read from any part of longer arrays', () => {
    const rows = hour((row) => [row / 100, row * 2]);
    const shifted = rows.map((row) => ({ ...row, row: row.row + 240 }));
    const block = new HourEncoder(TICK_LAYOUT).encodeHour(rowsToColumns(TICK_LAYOUT, shifted, 2880), 240);
    expect(block).toEqual(encode(TICK_LAYOUT, rows));
  });

  test.each([
    ['constant', hour(() => [64_123.45, 19_882_110]), 40],
    [
      'constant, with one mask of flags',
      hour(
        () => [64_123.45, 19_882_110],
        () => 4,
      ),
      42,
    ],
    ['growing by the same each tick', hour((row) => [64_123.45 + row, 7 * row]), 50],
    ['of one change', hour((row) => [row < 50 ? 1.5 : 1.6, 2]), 50],
    ['constant, one tick missed', hour(() => [1.5, 2]).filter(({ row }) => row !== 60), 40],
    [
      'constant, one run of flags',
      hour(
        () => [1.5, 2],
        (row) => (row > 40 && row < 60 ? 16 : 0),
      ),
      40,
    ],
    ['empty', [], 15],
  ] as [string, Row[], number][])('that is %s takes almost nothing', (_name, rows, largest) => {
    expect(encode(TICK_LAYOUT, rows).length).toBeLessThanOrEqual(largest);
  });

  test('one outlier does not make the others larger', () => {
    const walk = (row: number) => 100_000 + ((row * 7919) % 97);
    const calm = encode(
      TICK_LAYOUT,
      hour((row) => [walk(row), 1]),
    );
    const jump = encode(
      TICK_LAYOUT,
      hour((row) => [row === 60 ? 9e14 : walk(row), 1]),
    );
    expect(jump.length).toBeLessThan(calm.length + 40);
  });

  test('of raw doubles takes eight bytes for each and is marked in its exponent', () => {
    const block = encode(
      TICK_LAYOUT,
      hour((row) => [Math.sqrt(row + 2), 1]),
    );
    expect(block.length).toBeLessThan(120 * 8 + 40);
    const scaled = new ScaledRows(TICK_LAYOUT);
    openOrThrow(hourReader(TICK_LAYOUT), block).readScaled(0, scaled);
    expect([...scaled.exponents]).toEqual([RAW_EXPONENT, 0]);
  });
});
