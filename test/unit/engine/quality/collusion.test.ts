import { describe, expect, test } from 'vitest';
import { maskOf, type FlagMask } from '../../../../src/core/index-value.ts';
import { runToEnd } from '../../../../src/core/async/slices.ts';
import {
  collusionSize,
  smallerCollusion,
  type CollusionTarget,
} from '../../../../src/engine/quality/collusion.ts';

const SPLIT = maskOf('SPLIT');

/** Follows the reported price once the colluding exchanges together have this much power; `flagsOf` returns its flags. */
function votedBy(
  power: readonly number[],
  needed: number,
  { flags = 0, flagsOf = () => flags }: { flags?: FlagMask; flagsOf?: (price: number) => FlagMask } = {},
): CollusionTarget {
  return {
    published: { price: 100, flags },
    candidates: power.length,
    valueWith: (colluding, price) => {
      const share = colluding.reduce((sum, i) => sum + power[i]!, 0) / needed;
      return share >= 1 ? { price, flags: flagsOf(price) } : { price: 100 + share * 0.01, flags };
    },
  };
}

describe('the number of exchanges that must collude', () => {
  test('is the smallest group of the strongest exchanges that moves the value by 1 %', () => {
    expect(runToEnd(collusionSize(votedBy([1, 1, 1, 1, 1], 3)))).toEqual({ exchanges: 3, isAtLeast: false });
    expect(runToEnd(collusionSize(votedBy([1, 1, 5, 1, 4], 9)))).toEqual({ exchanges: 2, isAtLeast: false });
  });

  test('is a lower bound if every move raises a flag', () => {
    const target = votedBy([1, 1, 1], 2, { flagsOf: () => SPLIT });
    expect(runToEnd(collusionSize(target))).toEqual({ exchanges: 3, isAtLeast: true });
  });

  test('counts a move in one direction that raises no flag', () => {
    const target = votedBy([1, 1, 1], 2, { flagsOf: (price) => (price > 100 ? SPLIT : 0) });
    expect(runToEnd(collusionSize(target))).toEqual({ exchanges: 2, isAtLeast: false });
  });

  test('counts a small push if larger ones raise a flag', () => {
    const target = votedBy([1, 1, 1], 2, { flagsOf: (price) => (Math.abs(price - 100) > 1.01 ? SPLIT : 0) });
    expect(runToEnd(collusionSize(target))).toEqual({ exchanges: 2, isAtLeast: false });
  });

  test('ignores flags that the value has already', () => {
    const target = votedBy([1], 1, { flags: SPLIT });
    expect(runToEnd(collusionSize(target))).toEqual({ exchanges: 1, isAtLeast: false });
  });

  test('does not exist for a carried or held value, or without exchanges', () => {
    for (const flag of ['CARRIED', 'SUSPECT'] as const)
      expect(runToEnd(collusionSize(votedBy([1], 1, { flags: maskOf(flag) })))).toBeUndefined();
    expect(runToEnd(collusionSize(votedBy([], 1)))).toBeUndefined();
  });
});

test('of two sizes the smaller counts, of equal ones the exact one', () => {
  const [two, three, atLeastTwo] = [
    { exchanges: 2, isAtLeast: false },
    { exchanges: 3, isAtLeast: true },
    { exchanges: 2, isAtLeast: true },
  ];
  expect(smallerCollusion(three, two)).toBe(two);
  expect(smallerCollusion(atLeastTwo, two)).toBe(two);
  expect(smallerCollusion(undefined, three)).toBe(three);
  expect(smallerCollusion()).toBeUndefined();
});
