import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { migrate, type Migration } from '../../../../src/app/directory/data-format.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders();

function directory(content: object | string): string {
  const folder = newFolder();
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  writeFileSync(join(folder, 'tidemark.json'), text);
  return folder;
}

const identityOf = (folder: string) =>
  JSON.parse(readFileSync(join(folder, 'tidemark.json'), 'utf8')) as Record<string, unknown>;

/** Each step creates a file that the next one requires. */
const STEPS = new Map<number, Migration>([
  [1, (folder) => writeFileSync(join(folder, 'second'), '')],
  [
    2,
    (folder) => {
      expect(identityOf(folder)['format']).toBe(2);
      expect(existsSync(join(folder, 'second'))).toBe(true);
      writeFileSync(join(folder, 'third'), '');
    },
  ],
]);

describe('an older data directory', () => {
  test('is migrated through all formats and keeps its identity', async () => {
    const folder = directory({ format: 1, source: 'simulator', seed: 'a' });
    await migrate(folder, STEPS);
    expect(identityOf(folder)).toEqual({ format: 3, source: 'simulator', seed: 'a' });
    expect(existsSync(join(folder, 'third'))).toBe(true);
  });

  test('whose migration fails stays in the reached format, and continues later', async () => {
    const folder = directory({ format: 1, seed: 'a' });
    const failing = new Map<number, Migration>([...STEPS, [2, () => Promise.reject(new Error('no room'))]]);
    await expect(migrate(folder, failing)).rejects.toThrow('no room');
    expect(identityOf(folder)['format']).toBe(2);
    await migrate(folder, STEPS);
    expect(identityOf(folder)).toEqual({ format: 3, seed: 'a' });
  });
});

test.each([
  ['of the newest format', '{"format":3}'],
  ['of a newer format', '{"format":9}'],
  ['without a format', '{"seed":"a"}'],
  ['with a damaged file', '{'],
  ['with null', 'null'],
])('a directory %s is unchanged', async (_what, content) => {
  const folder = directory(content);
  await migrate(folder, STEPS);
  expect(readFileSync(join(folder, 'tidemark.json'), 'utf8')).toBe(content);
});

test('a new directory has nothing to migrate', async () => {
  const folder = newFolder();
  await migrate(folder, STEPS);
  expect(existsSync(join(folder, 'tidemark.json'))).toBe(false);
});
