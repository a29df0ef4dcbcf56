import { expect, test } from 'vitest';
import { goesOnFrom } from '../../../../src/app/pipeline/last-tick.ts';
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
