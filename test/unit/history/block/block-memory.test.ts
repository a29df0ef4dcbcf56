import { expect, test } from 'vitest';
import { ReusedMemory } from '../../../../src/history/block/block-memory.ts';
import { DayAssembler } from '../../../../src/history/block/day-block.ts';
import { HourEncoder } from '../../../../src/history/block/hour-block.ts';
import { TICK_LAYOUT } from '../../../../src/history/block/layout.ts';
import { rowsToColumns } from './block-rows.ts';

const hours = [0, 1, 2].map((hour) =>
  rowsToColumns(
    TICK_LAYOUT,
    Array.from({ length: 120 }, (_, row) => ({
      row,
      values: [100 + hour + row / 8, row * 3],
      flags: row & 4,
    })),
  ),
);

test.each([16, 4096])('temporary blocks, in an initial buffer of %i bytes, equal separate ones', (bytes) => {
  const memory = new ReusedMemory(bytes);
  const [own, passing] = [new HourEncoder(TICK_LAYOUT), new HourEncoder(TICK_LAYOUT, memory)];
  for (let round = 0; round < 3; round++) {
    memory.clear();
    const kept = hours.map((hour) => own.encodeHour(hour));
    const passed = hours.map((hour) => passing.encodeHour(hour));
    expect(passed).toEqual(kept);
    const day = [...passed, ...Array.from({ length: 21 }, () => undefined)];
    expect(new DayAssembler(TICK_LAYOUT, memory).assembleDay(day)).toEqual(
      new DayAssembler(TICK_LAYOUT).assembleDay(day),
    );
  }
});

test('blocks taken before it is cleared do not overlap', () => {
  const memory = new ReusedMemory(8);
  const taken = [3, 4, 9].map((bytes, i) => memory.take(bytes).fill(i + 1));
  expect(taken.map((bytes) => [...new Set(bytes)])).toEqual([[1], [2], [3]]);
  memory.clear();
  expect(memory.take(5).buffer).toBe(taken[2]!.buffer);
});
