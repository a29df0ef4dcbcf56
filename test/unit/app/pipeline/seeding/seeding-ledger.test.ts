import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quarantineOf } from '../../../../../src/app/directory/quarantine-of.ts';
import {
  readSeeding,
  SEEDING_FILE,
  quarantineDamagedSeeding,
  writeSeeding,
} from '../../../../../src/app/pipeline/seeding/seeding-ledger.ts';
import { DAY_MS } from '../../../../../src/core/time.ts';
import type { QuarantinedFile } from '../../../../../src/disk/quarantine.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const KRAKEN = { exchange: 'kraken', markets: 5, days: 10, refused: 0, failures: 0 };
const PROGRESS = { firstTickDay: 20_000 * DAY_MS, days: 30, byHand: true, done: 3 };

test('a sound file stays', () => {
  const folder = newFolder();
  const quarantine = quarantineOf(folder, () => expect.unreachable());
  quarantineDamagedSeeding(folder, quarantine);
  expect(readSeeding(folder)).toBeUndefined();
  for (const progress of [
    PROGRESS,
    { ...PROGRESS, records: 7, exchanges: [KRAKEN, { ...KRAKEN, failure: 'timeout' }] },
  ]) {
    writeSeeding(folder, progress);
    quarantineDamagedSeeding(folder, quarantine);
    expect(readSeeding(folder)).toEqual(progress);
  }
});

test.each([
  ['no JSON', '{"format":1,'],
  ['null', 'null'],
  ['a list', '[]'],
  ['no format', JSON.stringify(PROGRESS)],
  ['no days', JSON.stringify({ format: 1, ...PROGRESS, days: undefined })],
  ['a text for a number', JSON.stringify({ format: 1, ...PROGRESS, done: '3' })],
  ['less than no days', JSON.stringify({ format: 1, ...PROGRESS, done: -1 })],
  ['a time that is no day', JSON.stringify({ format: 1, ...PROGRESS, firstTickDay: 7 })],
  ['exchanges that are none', JSON.stringify({ format: 1, ...PROGRESS, exchanges: [null] })],
])('a file with %s is set aside, and counts as missing', (_what, text) => {
  const folder = newFolder();
  const path = join(folder, SEEDING_FILE);
  const taken: QuarantinedFile[] = [];
  writeFileSync(path, text);
  expect(readSeeding(folder)).toBeUndefined();
  quarantineDamagedSeeding(
    folder,
    quarantineOf(folder, (file) => taken.push(file)),
  );
  expect(taken).toMatchObject([{ from: SEEDING_FILE, reason: 'it is damaged', bytes: text.length }]);
  expect(existsSync(path)).toBe(false);
});

test('a newer format is refused, and stays', () => {
  const folder = newFolder();
  const path = join(folder, SEEDING_FILE);
  writeFileSync(path, JSON.stringify({ format: 2 }));
  const quarantine = quarantineOf(folder, () => expect.unreachable());
  expect(() => quarantineDamagedSeeding(folder, quarantine)).toThrow(/has format 2, this version knows 1/);
  expect(existsSync(path)).toBe(true);
});
