import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { CopiedReferences } from '../../../../src/reference/versions/copied-references.ts';
import {
  REFERENCE_LOG_MAGIC,
  ReferenceLog,
  ReferenceLogReader,
} from '../../../../src/reference/versions/reference-log.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { numberedVersion } from '../../../support/shared-records.ts';

const newFolder = temporaryFolders();

let whole: Buffer;
/** The records of a file with three versions. */
let records: Buffer[];
let path: string;
let copy: CopiedReferences;
beforeEach(async () => {
  path = join(newFolder(), 'reference.log');
  const log = await ReferenceLog.open(path, (reason) => expect.fail(reason));
  for (const number of [1, 2, 3]) await log.append(numberedVersion(number));
  await log.close();
  whole = readFileSync(path);
  records = new ReferenceLogReader(path).records.map(({ at, end }) => whole.subarray(at, end));
  rmSync(path);
  copy = new CopiedReferences(path);
});

test('a missing file is empty, and reading does not create it', async () => {
  const none = await copy.read();
  expect(none).toEqual({ records: 0, last: undefined, problem: undefined });
  expect(await copy.read()).toBe(none);
});

test('records give the file of their owner, byte for byte', async () => {
  await copy.read();
  await copy.append(records.slice(0, 1));
  await copy.append(records.slice(1));
  expect(readFileSync(path).equals(whole)).toBe(true);
  const looked = await copy.read();
  expect(looked).toMatchObject({ records: 3, problem: undefined });
  expect(looked.last?.equals(records[2]!)).toBe(true);
  expect(await copy.read()).toBe(looked);
});

test('additions of an owner are noticed', async () => {
  await copy.read();
  await copy.append(records);
  const log = await ReferenceLog.open(path, (reason) => expect.fail(reason));
  await log.append(numberedVersion(4));
  await log.close();
  expect(await copy.read()).toMatchObject({ records: 4, problem: undefined });
});

test('a file truncated anywhere continues after its complete records', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (length) => {
      writeFileSync(path, whole.subarray(0, length));
      const { records: there, problem } = await copy.read();
      expect(problem).toBeUndefined();
      await copy.append(records.slice(there));
      expect(readFileSync(path).equals(whole)).toBe(true);
    }),
  );
});

test('a changed byte is a problem anywhere, and a new file replaces it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (place, change) => {
      // A length of the last record that is too large looks like an incomplete record.
      fc.pre(place < REFERENCE_LOG_MAGIC.length || place < whole.length - records[2]!.length);
      const damaged = Buffer.from(whole);
      damaged[place]! ^= change;
      // Another digit there is another format.
      fc.pre(
        !/^tidemark reference log \d\n/.test(damaged.toString('latin1')) ||
          place >= REFERENCE_LOG_MAGIC.length,
      );
      writeFileSync(path, damaged);
      expect((await copy.read()).problem).toBeDefined();
      copy.replace(records);
      expect(await copy.read()).toMatchObject({ records: 3, problem: undefined });
      expect(readFileSync(path).equals(whole)).toBe(true);
    }),
  );
});
