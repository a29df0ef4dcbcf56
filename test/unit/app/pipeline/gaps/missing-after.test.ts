import { describe, expect, test } from 'vitest';
import { missingAfter } from '../../../../../src/app/pipeline/gaps/missing-after.ts';
import { SLOT_MS, type Millis } from '../../../../../src/core/time.ts';

const NOON = Date.parse('2026-11-18T12:00:00Z');
const slot = (n: number): Millis => NOON + n * SLOT_MS;
const NOW = slot(10) + 5000;
const slots = (from: number, last: number) => ({ from: slot(from), to: slot(last + 1) });

describe('slots after the newest tick that can be stored', () => {
  test('are lost as far as ticks were published, and dropped as far as they were only computed', () => {
    const made = { publishedFrom: slot(1), published: slot(5), computed: slot(8) };
    expect(missingAfter(slot(3), made, NOW)).toEqual({ lost: slots(4, 5), dropped: slots(6, 8) });
    expect(missingAfter(slot(5), made, NOW)).toEqual({ dropped: slots(6, 8) });
    expect(missingAfter(slot(8), made, NOW)).toEqual({});
    expect(
      missingAfter(slot(3), { publishedFrom: slot(1), published: slot(5), computed: slot(4) }, NOW),
    ).toEqual({
      lost: slots(4, 5),
    });
  });

  test('are counted only before the current slot', () => {
    expect(
      missingAfter(slot(8), { publishedFrom: slot(1), published: slot(8), computed: slot(10) }, NOW),
    ).toEqual({
      dropped: slots(9, 9),
    });
    expect(
      missingAfter(slot(9), { publishedFrom: slot(1), published: slot(9), computed: slot(10) }, NOW),
    ).toEqual({});
  });

  test('are all published ones if the store is empty', () => {
    const made = { publishedFrom: slot(1), published: slot(5), computed: slot(8) };
    expect(missingAfter(-Infinity, made, NOW)).toEqual({ lost: slots(1, 5) });
  });

  test('are unknown if none was published, and if one process has its own history', () => {
    const none = { publishedFrom: -Infinity, published: -Infinity, computed: -Infinity };
    expect(missingAfter(-Infinity, none, NOW)).toEqual({});
    expect(missingAfter(slot(3), undefined, NOW)).toEqual({});
  });
});
