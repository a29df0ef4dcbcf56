import { expect, test } from 'vitest';
import { startOrder } from '../../../scripts/test-order.mjs';

/** `w30` waits for 30 seconds, `c5` computes for 5; those without a number were never measured. */
const orderOf = (names: string, workers: number) =>
  startOrder(names.split(' '), {
    workers,
    secondsOf: (name) => (name.length === 1 ? undefined : Number(name.slice(1))),
    waits: (name) => name.startsWith('w'),
  }).join(' ');

test('the longest files start first, and files that were never measured before them', () => {
  expect(orderOf('c1 c9 c c5', 2)).toBe('c c9 c5 c1');
});

test('one file at a time waits while the other workers compute', () => {
  // One worker runs w30, w20 and w10, for a minute; the other one computes in the meantime.
  expect(orderOf('w10 w20 w30 c10 c9 c8 c7 c6 c5 c4 c3', 2)).toBe('w30 c10 c9 c8 c7 w20 c6 c5 c4 c3 w10');
});

test('several wait at a time once nothing is left to compute', () => {
  expect(orderOf('w9 w8 w7 c1', 3)).toBe('w9 c1 w8 w7');
});

test('every file is started once', () => {
  const files = Array.from({ length: 50 }, (_, i) => (i % 4 === 0 ? `w${i}` : `c${i}`));
  for (const workers of [1, 3, 60])
    expect(orderOf(files.join(' '), workers).split(' ').toSorted()).toEqual(files.toSorted());
});
