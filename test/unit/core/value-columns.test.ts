import { describe, expect, test } from 'vitest';
import { firstRows, pickRows, rowAt, seriesColumns, setRow } from '../../../src/core/value-columns.ts';

const LX = { at: 30_000, price: 1.5, volume: 20, tickVolume: 0, flags: 4 };
const GWA = { at: 60_000, price: 2.5, volume: 30, flags: 0 };

function filled() {
  const columns = seriesColumns(3);
  setRow(columns, 0, LX);
  setRow(columns, 1, GWA);
  return columns;
}

describe('Columns of values', () => {
  test('return the numbers of a row, including a tick volume of zero, and none if there is none', () => {
    const columns = filled();
    expect(columns.ats.slice(0, 2)).toEqual(Float64Array.of(LX.at, GWA.at));
    expect(rowAt(columns, 0)).toEqual({ price: 1.5, volume: 20, tickVolume: 0, flags: 4 });
    expect(rowAt(columns, 1)).toEqual({ price: 2.5, volume: 30, flags: 0 });
  });

  test('can be copied: the first rows, or some in another order', () => {
    const columns = filled();
    const first = firstRows(columns, 1);
    const picked = pickRows(columns, [1, 0]);
    columns.prices[0] = 9;
    expect(Object.values(first).map(({ length }) => length)).toEqual([1, 1, 1, 1]);
    expect(rowAt(first, 0)).toEqual({ price: 1.5, volume: 20, tickVolume: 0, flags: 4 });
    expect([rowAt(picked, 0).price, rowAt(picked, 1).price]).toEqual([2.5, 1.5]);
  });
});
