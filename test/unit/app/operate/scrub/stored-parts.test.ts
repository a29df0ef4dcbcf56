import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { partsOf } from '../../../../../src/app/operate/scrub/stored-parts.ts';
import { checkParts } from '../../../../../src/app/operate/scrub/verify-storage.ts';
import type { ReferenceContent } from '../../../../../src/core/reference-data.ts';
import { referenceHashOf } from '../../../../../src/reference/versions/reference-hash.ts';
import { ReferenceLog, ReferenceLogReader } from '../../../../../src/reference/versions/reference-log.ts';
import { buildWorld } from '../../../../../src/simulator/world.ts';

let folder: string;
let path: string;
const first: ReferenceContent = { ...buildWorld('small').reference, lx: [], traded: [] };
const second: ReferenceContent = { ...first, supplies: [] };

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'tidemark-parts-'));
  path = join(folder, 'reference.log');
  const log = await ReferenceLog.open(path, () => undefined);
  await log.append({ hash: referenceHashOf(first), from: 30_000, data: first });
  await log.append({ hash: referenceHashOf(second), from: 60_000, data: second });
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
  // The second version builds on the first.
  expect(await damage()).toEqual([
    expect.stringMatching(/^reference\.log: \d+ bytes between versions$/),
    `reference.log: version ${referenceHashOf(second).slice(0, 12)}`,
  ]);
  flip(100);
  flip(length - 1);
  expect(await damage()).toEqual(['reference.log: the last version']);
});

test('an incomplete version after a crash is no damage', async () => {
  truncateSync(path, readFileSync(path).length - 3);
  expect(await damage()).toEqual([]);
});

describe('an invalid version with a valid checksum', () => {
  /** The first record of the file with this body after the name, with a valid checksum. */
  function rewrite(body: Buffer): void {
    const bytes = readFileSync(path);
    const at = bytes.indexOf('TREF');
    const fixed = bytes.subarray(at + 12, at + 12 + 41);
    const head = Buffer.from(bytes.subarray(at, at + 12));
    const record = Buffer.concat([fixed, body]);
    head.writeUInt32LE(record.length, 4);
    head.writeUInt32LE(crc32(record), 8);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, at), head, record]));
  }

  test.each([
    ['no deflate', Buffer.from('\u0007nonsense')],
    ['a deflate that is cut', deflateRawSync(JSON.stringify(first)).subarray(0, 40)],
    ['no JSON', deflateRawSync('{"assets":[')],
    ['null', deflateRawSync('null')],
    ['no tables', deflateRawSync('{}')],
    ['rows that are none', deflateRawSync(JSON.stringify({ ...first, assets: [null] }))],
    ['an exchange without listings', deflateRawSync(JSON.stringify({ ...first, exchanges: [{ id: 'x' }] }))],
    ['another content', deflateRawSync(JSON.stringify(second))],
  ])('%s: it is named, and is missing for readers', async (_what, body) => {
    rewrite(body);
    expect(await damage()).toEqual([`reference.log: version ${referenceHashOf(first).slice(0, 12)}`]);
    expect(new ReferenceLogReader(path).byHash(referenceHashOf(first))).toBeUndefined();
    const log = await ReferenceLog.open(path, () => undefined);
    expect(log.at(Infinity)).toBeUndefined();
    await log.close();
  });
});
