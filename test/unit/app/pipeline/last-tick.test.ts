import { expect, test } from 'vitest';
import { goesOnFrom, lostTicks } from '../../../../src/app/pipeline/last-tick.ts';
import { SLOT_MS } from '../../../../src/core/time.ts';

const at = (slot: number) => slot * SLOT_MS;

test('market time goes on from the last tick', () => {
  expect(goesOnFrom(undefined, undefined, [])).toBeUndefined();
  expect(goesOnFrom(at(10), at(10), [])).toBe(at(10));
  expect(goesOnFrom(at(10), at(10), [at(9), at(10)])).toBe(at(10));
});

test('an input that was recorded for a tick that was not stored is what a crash leaves', () => {
  expect(goesOnFrom(at(10), at(10), [at(10), at(11)])).toBe(at(10));
});

test('slots of ticks that the journal has lost are left out', () => {
  expect(goesOnFrom(at(10), at(10), [at(10), at(11), at(12), at(13)])).toBe(at(14));
  expect(goesOnFrom(at(10), at(120), [at(10)])).toBe(at(121));
  expect(goesOnFrom(at(10), at(120), [at(10), at(121)])).toBe(at(122));
  expect(goesOnFrom(undefined, at(120), [])).toBe(at(121));
  expect(goesOnFrom(undefined, undefined, [at(1), at(2)])).toBe(at(3));
});

test('what was published and is not stored is known from what was recorded', () => {
  const lost = (last: number | undefined, stored: number | undefined, recorded: readonly number[]) => {
    const [lastAt, newest] = [last, stored].map((slot) => (slot === undefined ? undefined : at(slot)));
    const goesOnAt = goesOnFrom(lastAt, newest, recorded.map(at));
    return lostTicks(lastAt, newest, goesOnAt, (after) => recorded.map(at).find((each) => each > after));
  };
  expect(lost(10, 10, [10])).toBeUndefined();
  expect(lost(10, 10, [10, 11])).toBeUndefined();
  expect(lost(10, 10, [10, 11, 12, 13])).toEqual({ from: at(11), to: at(13) });
  // Only what the next tick goes on from is lost.
  expect(lost(10, 120, [10])).toBeUndefined();
  expect(lost(10, 120, [10, 121])).toEqual({ from: at(121), to: at(121) });
  // A day before was modelled: the first tick came later.
  expect(lost(undefined, 120, [500, 501])).toEqual({ from: at(500), to: at(501) });
  expect(lost(undefined, undefined, [1, 2])).toEqual({ from: at(1), to: at(2) });
  expect(lost(undefined, undefined, [])).toBeUndefined();
});
