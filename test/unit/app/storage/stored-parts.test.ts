import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { partsOf } from '../../../../src/app/storage/stored-parts.ts';
import { checkParts } from '../../../../src/app/storage/verify-storage.ts';
import type { ReferenceContent } from '../../../../src/core/reference-data.ts';
import { hashOf } from '../../../../src/reference/versions/reference-hash.ts';
import { ReferenceLog } from '../../../../src/reference/versions/reference-log.ts';
import { buildWorld } from '../../../../src/sources/simulator/world.ts';

let folder: string;
let path: string;
const first: ReferenceContent = { ...buildWorld('small').reference, lx: [], traded: [] };
const second: ReferenceContent = { ...first, supplies: [] };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-parts-'));
  path = join(folder, 'reference.log');
  const log = await ReferenceLog.open(path, () => undefined);
  await log.append({ hash: hashOf(first), from: 30_000, data: first });
  await log.append({ hash: hashOf(second), from: 60_000, data: second });
  await log.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const damage = async () =>
  (await checkParts(await partsOf(folder).list())).map(({ file, what }) => `${file}: ${what ?? ''}`);

function flip(offset: number): void {
  const bytes = readFileSync(path);
  bytes[offset]! ^= 1;
  writeFileSync(path, bytes);
}

test('versions of the reference data are checked', async () => {
  expect(await damage()).toEqual([]);
  const { length } = readFileSync(path);
  flip(2);
  expect(await damage()).toEqual(['reference.log: ']);
  flip(2);
  flip(100);
  expect(await damage()).toEqual([expect.stringMatching(/^reference\.log: \d+ bytes between versions$/)]);
  flip(100);
  flip(length - 1);
  expect(await damage()).toEqual(['reference.log: the last version']);
});

test('what a crash leaves of a version that was being written is no damage', async () => {
  truncateSync(path, readFileSync(path).length - 3);
  expect(await damage()).toEqual([]);
});
