import { describe, expect, test } from 'vitest';
import { ANSWERING_WINDOW_MS, answeringShare, tooFewAnswering } from '../../../src/sources/answering.ts';

const AT = 1_000_000;
const answering = { lastRead: AT - ANSWERING_WINDOW_MS, failing: 3 };
const stale = { lastRead: AT - ANSWERING_WINDOW_MS - 1, failing: 0 };
const unread = { failing: 0 };
const failing = { failing: 1 };
const many = <T>(count: number, each: T) => Array.from({ length: count }, () => each);

describe('exchanges that answer', () => {
  test('were read successfully at most 90 seconds ago', () => {
    expect(answeringShare([answering, stale, unread, failing], AT)).toBe(0.25);
    expect(answeringShare([], AT)).toBe(1);
  });

  test('must be a quarter of the configured ones', () => {
    expect(tooFewAnswering([answering, ...many(3, stale)], AT, 0)).toBeUndefined();
    expect(tooFewAnswering([answering, ...many(4, stale)], AT, 0)).toBe(
      '1 of 5 exchanges responded in the last 90 seconds; at least a quarter must',
    );
    expect(tooFewAnswering([], AT, 0)).toBeUndefined();
  });

  test('must include one of tier A, if one is configured', () => {
    const trusted = { ...stale, tier: 'A' } as const;
    const other = { ...answering, tier: 'B' } as const;
    expect(tooFewAnswering([trusted, other], AT, 0)).toBe(
      'no tier-A exchange responded in the last 90 seconds',
    );
    expect(tooFewAnswering([{ ...trusted, ...answering }, ...many(3, stale)], AT, 0)).toBeUndefined();
    expect(tooFewAnswering([other], AT, 0)).toBeUndefined();
  });

  test('are not missed at a start before their first readings have ended, for 90 seconds', () => {
    expect(tooFewAnswering(many(4, unread), AT, AT - ANSWERING_WINDOW_MS)).toBeUndefined();
    expect(tooFewAnswering(many(4, unread), AT, AT - ANSWERING_WINDOW_MS - 1)).toContain('0 of 4');
    // A first reading that has failed counts at once.
    expect(tooFewAnswering(many(4, failing), AT, AT)).toContain('0 of 4');
  });
});
