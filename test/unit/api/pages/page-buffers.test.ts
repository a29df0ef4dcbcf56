import { expect, test } from 'vitest';
import { PageBuffers } from '../../../../src/api/pages/page-buffers.ts';

const LARGE = 500_000;

test('reuses a returned buffer, or a part of it, for the next request of at most its size', () => {
  const buffers = new PageBuffers();
  const first = buffers.take(LARGE);
  expect(buffers.take(LARGE).buffer).not.toBe(first.buffer);
  buffers.giveBack(first.subarray(10, 20));
  const again = buffers.take(LARGE - 1);
  expect(again.buffer).toBe(first.buffer);
  expect(again.length).toBe(LARGE);
  buffers.giveBack(again);
  const larger = buffers.take(LARGE + 1);
  expect(larger.length).toBeGreaterThan(LARGE);
});

test('keeps neither small buffers nor very many', () => {
  const buffers = new PageBuffers();
  const small = buffers.take(100);
  expect(small.buffer.byteLength).toBe(100);
  buffers.giveBack(small);
  expect(buffers.take(100).buffer).not.toBe(small.buffer);
  const taken = Array.from({ length: 20 }, () => buffers.take(LARGE));
  for (const buffer of taken) buffers.giveBack(buffer);
  const again = new Set(Array.from({ length: 20 }, () => buffers.take(LARGE).buffer));
  expect(taken.filter(({ buffer }) => again.has(buffer))).toHaveLength(8);
});
