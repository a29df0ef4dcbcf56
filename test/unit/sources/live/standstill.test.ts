import { beforeEach, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../../../src/core/time.ts';
import { Standstill } from '../../../../src/sources/live/understand/faults/standstill.ts';

const CYCLE = 30 * SECOND_MS;

let standstill: Standstill;
let at: number;
beforeEach(() => {
  standstill = new Standstill();
  at = Date.UTC(2026, 4, 6, 12);
});

/** For how many seconds the exchange stands still after each answer with so many changes. */
const after = (...changes: readonly number[]) =>
  changes.map((each) => standstill.take(each, (at += CYCLE)) / SECOND_MS);

test('an exchange with many new prices in every answer stands still from the first repeated one on', () => {
  expect(after(100, 90, 80, 0, 0, 0, 70, 0)).toEqual([0, 0, 0, 30, 60, 90, 0, 30]);
});

test('it does so for ever if its answer never changes again', () => {
  after(100, 90, 80);
  expect(after(...Array<number>(2880).fill(0)).at(-1)).toBe(2880 * 30);
});

test('a cache that is renewed every five minutes makes each answer as old as it is, for ever', () => {
  const cached = () => after(100, ...Array<number>(9).fill(0)).at(-1);
  expect(Array.from({ length: 20 }, cached).slice(2)).toEqual(Array(18).fill(270));
});

test('an exchange with few new prices in some of its answers may be quiet', () => {
  expect(after(100, 3, 100, 0, 0, 0, 0)).toEqual(Array(7).fill(0));
});

test('nothing is said of an exchange that showed something new less than three times', () => {
  expect(after(0, 100, 100, 0, 0)).toEqual(Array(5).fill(0));
});

test('a clock that is set back makes no answer older, and does not end a standstill', () => {
  after(100, 90, 80, 0, 0);
  at -= 10 * MINUTE_MS;
  expect(after(0, 0)).toEqual([60, 90]);
});
