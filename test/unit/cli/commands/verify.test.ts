import { expect, test } from 'vitest';
import { gapsText, keptLines } from '../../../../src/cli/commands/verify.ts';

test.each([
  [0, '0 lines, anchored'],
  [1, '1 line, anchored'],
  [2, '2 lines, anchored'],
])('of %i gaps: %s', (lines, text) => {
  expect(gapsText({ lines, anchor: 'anchored' })).toBe(text);
});

test('a log without a matching count', () => {
  expect(gapsText({ lines: 3, anchor: 'not anchored' })).toMatch(
    /^3 lines, not anchored: written by 1\.0\.0/,
  );
  expect(gapsText({ lines: 3, anchor: 'count missing' })).toBe(
    '3 lines, not anchored: gaps-count.json is missing',
  );
  expect(gapsText({ lines: 3, anchor: 'count damaged' })).toBe(
    '3 lines, not anchored: gaps-count.json is damaged',
  );
  expect(gapsText({ lines: 0, anchor: 'unreadable' })).toBe('the log cannot be read');
});

test('uncounted files of kept receipts are named, also without a receipt', () => {
  const none = { receipts: 0, verified: 0, unsigned: 0, faults: [] };
  expect(keptLines({ ...none, uncounted: [] })).toEqual([]);
  expect(keptLines({ ...none, uncounted: [{ file: 'kept-receipts/2026-11.log' }] })).toEqual([
    'kept receipts    0 of 0 verified',
    '  kept-receipts/2026-11.log has no line count: removed lines cannot be detected',
  ]);
});
