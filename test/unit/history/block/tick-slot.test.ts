import { describe, expect, test } from 'vitest';
import { dayOfTick, slotOfTick, SLOTS_A_DAY, tickAt } from '../../../../src/history/block/tick-slot.ts';

const DAY = Date.UTC(2024, 1, 29);

describe('slots of a day', () => {
  test.each([
    ['00:00:30 is the first', DAY + 30_000, 0],
    ['noon is in the middle', DAY + 12 * 3_600_000, 1439],
    ['23:59:30 is the last but one', DAY + 86_370_000, 2878],
    ['the next midnight is the last', DAY + 86_400_000, 2879],
  ])('%s', (_name, at, slot) => {
    expect(dayOfTick(at)).toBe(DAY);
    expect(slotOfTick(at)).toBe(slot);
    expect(tickAt(DAY, slot)).toBe(at);
  });

  test('midnight belongs to the day before', () => {
    expect(dayOfTick(DAY)).toBe(Date.UTC(2024, 1, 28));
    expect(slotOfTick(DAY)).toBe(SLOTS_A_DAY - 1);
  });
});
