import { beforeEach, expect, test } from 'vitest';
import { TradeCoverage } from '../../../src/sources/trade-coverage.ts';

let coverage: TradeCoverage;
beforeEach(() => {
  coverage = new TradeCoverage();
  coverage.resumed('a', 1000);
});

test('trades of an exchange that never sent any are not complete', () => {
  expect(coverage.isCompleteSince('b', Infinity)).toBe(false);
});

test('they are complete from when they are received on', () => {
  expect([999, 1000].map((from) => coverage.isCompleteSince('a', from))).toEqual([false, true]);
});

test('an interruption ends with the missing trades', () => {
  coverage.interrupted('a');
  expect(coverage.isCompleteSince('a', 5000)).toBe(false);
  coverage.resumed('a', 6000);
  expect(coverage.isCompleteSince('a', 1000)).toBe(true);
});

test('lost trades are not recovered', () => {
  coverage.lost(6000);
  coverage.resumed('a', 7000);
  expect([5999, 6000].map((from) => coverage.isCompleteSince('a', from))).toEqual([false, true]);
  coverage.began('a', 9000);
  expect([8999, 9000].map((from) => coverage.isCompleteSince('a', from))).toEqual([false, true]);
});

test('an ended exchange starts anew', () => {
  coverage.ended('a');
  expect(coverage.isCompleteSince('a', 5000)).toBe(false);
  coverage.resumed('a', 6000);
  expect([5999, 6000].map((from) => coverage.isCompleteSince('a', from))).toEqual([false, true]);
});
