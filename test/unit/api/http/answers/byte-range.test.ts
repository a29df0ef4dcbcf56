import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { requestedRange } from '../../../../../src/api/http/answers/byte-range.ts';

describe('a range of 100 bytes', () => {
  test.each([
    ['bytes=0-0', { from: 0, to: 1 }],
    ['bytes=10-19', { from: 10, to: 20 }],
    ['bytes=90-', { from: 90, to: 100 }],
    ['bytes=90-500', { from: 90, to: 100 }],
    ['bytes=-8', { from: 92, to: 100 }],
    ['bytes=-500', { from: 0, to: 100 }],
    ['bytes= 1 - 2 ', { from: 1, to: 3 }],
  ])('%s', (header, range) => {
    expect(requestedRange(header, 100)).toEqual(range);
  });

  test.each(['bytes=100-', 'bytes=100-100', 'bytes=5000-6000', 'bytes=-0'])('%s lies outside', (header) => {
    expect(requestedRange(header, 100)).toBe('outside');
  });

  test.each([
    undefined,
    '',
    'bytes=',
    'bytes=-',
    'bytes=5-4',
    'bytes=0-1,5-6',
    'lines=0-1',
    'bytes=a-b',
    'bytes=0x1-2',
    'bytes=1e1-20',
    'bytes=0-9999999999999999',
  ])('%s means the whole file', (header) => {
    expect(requestedRange(header, 100)).toBeUndefined();
  });
});

test('an empty file has no range', () => {
  for (const header of ['bytes=0-', 'bytes=-1', 'bytes=0-0'])
    expect(requestedRange(header, 0)).toBe('outside');
});

test('a range never leaves the file, and is not empty', () => {
  fc.assert(
    fc.property(fc.nat(1000), fc.nat(1200), fc.nat(1200), (bytes, first, last) => {
      for (const header of [`bytes=${first}-${last}`, `bytes=${first}-`, `bytes=-${last}`]) {
        const range = requestedRange(header, bytes);
        if (range === undefined || range === 'outside') continue;
        expect(range.from).toBeGreaterThanOrEqual(0);
        expect(range.to).toBeGreaterThan(range.from);
        expect(range.to).toBeLessThanOrEqual(bytes);
      }
    }),
  );
});
