import { expect, test } from 'vitest';
import { dayFileName, parseDayFileName } from '../../../../src/values/export/day-files.ts';

const DAY = Date.parse('2026-01-31T00:00:00Z');

test.each([
  ['mwa-2026-01-31.parquet', { indexType: 'MWA', day: DAY, revision: 1 }],
  ['lx-2026-01-31-2.parquet', { indexType: 'LX', day: DAY, revision: 2 }],
] as const)('%s', (name, parsed) => {
  expect(parseDayFileName(name)).toEqual(parsed);
  expect(dayFileName(parsed)).toBe(name);
});

test.each([
  '',
  'mwa-2026-01-31',
  'MWA-2026-01-31.parquet',
  'nav-2026-01-31.parquet',
  'mwa-2026-02-30.parquet',
  'mwa-2026-01-31-1.parquet',
  'mwa-2026-01-31-0.parquet',
  'mwa-2026-01-31-02.parquet',
  '../mwa-2026-01-31.parquet',
  'mwa-2026-01-31.parquet.tmp',
  'manifest.json',
])('%s is no name of a file', (name) => {
  expect(parseDayFileName(name)).toBeUndefined();
});
