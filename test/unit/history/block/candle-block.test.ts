import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { YearEncoder, yearReader } from '../../../../src/history/block/candle-block.ts';
import { CANDLE_LAYOUT } from '../../../../src/history/block/layout.ts';
import { anyRows, expectRows, openOrThrow, readRows, rowsToColumns, type Row } from './block-rows.ts';

const LAST = 365;
const columnNamed = (name: string) => CANDLE_LAYOUT.columns.findIndex((column) => column.name === name);

function encode(rows: readonly Row[]): Uint8Array {
  return new YearEncoder().encodeYear(rowsToColumns(CANDLE_LAYOUT, rows));
}

const significant = (value: number) => Number(value.toPrecision(8));

/** A year of a random walk: days open near the previous close, highs above, lows below. */
function walk(days: number): Row[] {
  let close = 64_000;
  let noise = 1;
  const random = () => (noise = (noise * 48_271) % 2_147_483_647) / 2_147_483_647;
  return Array.from({ length: days }, (_, row) => {
    const open = close * (1 + (random() - 0.5) / 1000);
    close = open * (1 + (random() - 0.5) / 10);
    const high = Math.max(open, close) * (1 + random() / 50);
    const low = Math.min(open, close) * (1 - random() / 50);
    const twap = (open + close + high + low) / 4;
    const volume = 1e9 * random();
    const prices = [close, open, high, low, twap, twap * (1 + (random() - 0.5) / 100)];
    return { row, values: [...prices, volume, volume * twap].map(significant).concat(2880, 0, 0), flags: 0 };
  });
}

describe('a year of end-of-day records', () => {
  test('is decoded bit for bit, whatever its content', () => {
    fc.assert(
      fc.property(anyRows(CANDLE_LAYOUT), (rows) => {
        const reader = openOrThrow(yearReader(), encode(rows));
        expectRows(readRows(reader, 0, LAST), rows);
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ['a leap year', walk(366)],
    ['a year of 365 days', walk(365)],
    ['a listing in December', walk(366).slice(340)],
    ['a year with a gap', walk(366).filter(({ row }) => row < 100 || row > 120)],
    ['one day', walk(366).slice(180, 181)],
  ])('holds %s', (_name, rows) => {
    const reader = openOrThrow(yearReader(), encode(rows));
    expect(reader.count).toBe(rows.length);
    expectRows(readRows(reader, 0, LAST, 'newest-first'), rows.toReversed());
  });

  test('takes less space because prices of a day are near each other', () => {
    const rows = walk(366);
    const shuffled = rows.map((row, i) => {
      const from = (offset: number) => rows[(i + offset) % 366]!.values;
      const values = row.values.map((value, c) => (c >= 1 && c <= 5 ? from(61 * c)[c]! : value));
      return { ...row, values };
    });
    expect(encode(rows).length).toBeLessThan(encode(shuffled).length * 0.96);
  });

  test('keeps prices exact if their decimals differ between columns', () => {
    const rows = walk(366).map((row) => {
      const values = row.values.with(columnNamed('open'), Math.round(row.values[1]!));
      return { ...row, values: values.with(columnNamed('low'), 1 / 3) };
    });
    expectRows(readRows(openOrThrow(yearReader(), encode(rows)), 0, LAST), rows);
  });
});
