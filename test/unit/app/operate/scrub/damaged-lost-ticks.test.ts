import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { quarantineOf } from '../../../../../src/app/directory/quarantine-of.ts';
import {
  addLostTicks,
  LOST_TICKS_FILE,
  readLostTicks,
  quarantineDamagedLostTicks,
} from '../../../../../src/app/directory/health/lost-ticks.ts';
import { sealJson } from '../../../../../src/disk/sealed-json.ts';
import type { QuarantinedFile } from '../../../../../src/disk/quarantine.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const LOST = { from: 0, to: 60_000, foundAt: 90_000 };

test('a damaged file of lost ticks is set aside and named, and a sound one stays', () => {
  const folder = newFolder();
  const taken: QuarantinedFile[] = [];
  const quarantine = quarantineOf(folder, (file) => taken.push(file));
  quarantineDamagedLostTicks(folder, quarantine);
  addLostTicks(folder, LOST);
  quarantineDamagedLostTicks(folder, quarantine);
  expect([taken, readLostTicks(folder)]).toEqual([[], [LOST]]);
  const path = join(folder, LOST_TICKS_FILE);
  const damaged = readFileSync(path, 'utf8').replace('60000', '30000');
  writeFileSync(path, damaged);
  quarantineDamagedLostTicks(folder, quarantine);
  expect(taken).toMatchObject([{ from: LOST_TICKS_FILE, reason: 'it is damaged' }]);
  expect([existsSync(path), readLostTicks(folder)]).toEqual([false, []]);
  expect(readFileSync(join(folder, 'quarantine', taken[0]!.file), 'utf8')).toBe(damaged);
});

test.each([
  ['no list', {}],
  ['no format', { format: undefined }],
  ['an entry that is none', { lost: [null] }],
  ['an end before its start', { lost: [{ from: 60_000, to: 30_000, foundAt: 90_000 }] }],
  ['texts for times', { lost: [{ from: '0', to: '60000', foundAt: 90_000 }] }],
  ['times that are no ticks', { lost: [{ from: 1, to: 60_000, foundAt: 90_000 }] }],
])('a file with %s is set aside, despite a valid checksum', (_what, content) => {
  const folder = newFolder();
  const taken: QuarantinedFile[] = [];
  writeFileSync(join(folder, LOST_TICKS_FILE), sealJson({ format: 1, ...content }));
  expect(readLostTicks(folder)).toEqual([]);
  quarantineDamagedLostTicks(
    folder,
    quarantineOf(folder, (file) => taken.push(file)),
  );
  expect(taken).toMatchObject([{ from: LOST_TICKS_FILE, reason: 'it is damaged' }]);
});
