import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  readManifest,
  writeManifest,
  type Manifest,
} from '../../../../../src/app/operate/backup/manifest.ts';
import { restore } from '../../../../../src/app/operate/backup/restore.ts';
import { SystemClock } from '../../../../../src/core/clocks/clock.ts';
import { OperatorError } from '../../../../../src/core/errors.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const FILES = {
  'tidemark.json': '{"format":1,"source":"simulator"}\n',
  'contracts.log': 'contracts\n',
  'history/days/2026-11-16.seg': 'a day\n',
};

let sandbox: string;
let backup: string;

beforeEach(() => {
  sandbox = newFolder();
  backup = join(sandbox, 'backup');
  for (const [path, content] of Object.entries(FILES)) {
    mkdirSync(join(backup, path, '..'), { recursive: true });
    writeFileSync(join(backup, path), content);
  }
  writeManifest(backup, manifest());
});

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

function manifest(): Manifest {
  const files = Object.entries(FILES).map(([path, content]) => ({
    path,
    bytes: content.length,
    sha256: sha256(content),
    modified: '1700000000000000000',
    sealed: false,
  }));
  return { createdAt: '2026-11-17T00:00:00.000Z', files };
}

/** A manifest of any content, with a valid checksum: damage that the checksum does not show. */
function writeAny(content: unknown, format: unknown = 1): void {
  const sealed = { format, sha256: sha256(JSON.stringify(content) ?? ''), manifest: content };
  writeFileSync(join(backup, 'manifest.json'), JSON.stringify(sealed));
}

const restoreIt = (data = join(sandbox, 'data')) => restore({ backup, data, clock: new SystemClock() });

const mkfifo = (path: string) => expect(spawnSync('mkfifo', [path]).status).toBe(0);

test('a backup is restored', async () => {
  await restoreIt();
  expect(readFileSync(join(sandbox, 'data', 'history/days/2026-11-16.seg'), 'utf8')).toBe('a day\n');
});

describe('anything but a regular file is refused, without waiting for it', () => {
  test('in the place of the manifest', async () => {
    rmSync(join(backup, 'manifest.json'));
    mkfifo(join(backup, 'manifest.json'));
    await expect(restoreIt()).rejects.toThrow('manifest.json is a named pipe, not a regular file');
  });

  test('in the place of a file', async () => {
    rmSync(join(backup, 'contracts.log'));
    mkfifo(join(backup, 'contracts.log'));
    await expect(restoreIt()).rejects.toThrow('the backup is damaged, nothing was restored: contracts.log');
    expect(readdirSync(join(sandbox, 'data'))).toEqual([]);
  });

  test('a symbolic link in the place of a file, or of a folder', async () => {
    renameSync(join(backup, 'contracts.log'), join(sandbox, 'elsewhere'));
    symlinkSync(join(sandbox, 'elsewhere'), join(backup, 'contracts.log'));
    await expect(restoreIt()).rejects.toThrow('nothing was restored: contracts.log');
    rmSync(join(backup, 'contracts.log'));
    renameSync(join(sandbox, 'elsewhere'), join(backup, 'contracts.log'));
    renameSync(join(backup, 'history'), join(sandbox, 'history'));
    symlinkSync(join(sandbox, 'history'), join(backup, 'history'));
    await expect(restoreIt()).rejects.toThrow('nothing was restored: history/days/2026-11-16.seg');
  });
});

test('a backup reached through a symbolic link is restored', async () => {
  symlinkSync(backup, join(sandbox, 'link'));
  await restore({ backup: join(sandbox, 'link'), data: join(sandbox, 'data'), clock: new SystemClock() });
});

describe('a malformed manifest is refused in one line that says what is wrong', () => {
  const [first] = manifest().files;
  const withFile = (changes: object) => ({ ...manifest(), files: [{ ...first, ...changes }] });
  test.each<[content: unknown, problem: string]>([
    [null, 'manifest is not an object'],
    [[], 'manifest is not an object'],
    [{}, 'createdAt is not a time'],
    [{ ...manifest(), createdAt: '\u001B[2Jyesterday' }, 'createdAt is not a time'],
    [{ ...manifest(), lastTick: 7 }, 'lastTick is not a time'],
    [{ ...manifest(), files: {} }, 'files is not a list'],
    [{ ...manifest(), files: [] }, 'files is empty, and every backup has files'],
    [{ ...manifest(), files: [null] }, 'files[0] is not an object'],
    [{ ...manifest(), files: [first, first] }, 'files[1].path occurs twice'],
    [{ ...manifest(), damaged: [{ file: 1 }] }, 'damaged is not a list of damaged files'],
    ...['', '.', '..', '/etc/passwd', '../x', 'a/../b', 'history/', 'history//x', 'history/./x', 'a\0b'].map(
      (path): [unknown, string] => [withFile({ path }), 'files[0].path is not a path of a backup'],
    ),
    ...['manifest.json', 'tidemark.json.tmp', 'control.sock', 'history', 'other/x', 7].map(
      (path): [unknown, string] => [withFile({ path }), 'files[0].path is not a path of a backup'],
    ),
    [withFile({ bytes: -1 }), 'files[0].bytes is not a number of bytes'],
    [withFile({ bytes: '1' }), 'files[0].bytes is not a number of bytes'],
    [withFile({ sha256: 'x' }), 'files[0].sha256 is not a SHA-256'],
    [withFile({ modified: 1 }), 'files[0].modified is not a time'],
    [withFile({ sealed: 'no' }), 'files[0].sealed is not true or false'],
    [
      { ...manifest(), files: [first, { ...first, path: 'history/a/b' }, { ...first, path: 'history/a' }] },
      'files[2].path is the folder of another file',
    ],
  ])('%j', (content, problem) => {
    writeAny(content);
    const path = join(backup, 'manifest.json');
    expect(() => readManifest(backup)).toThrow(
      new OperatorError(`${path} is damaged (${problem}): take another backup`),
    );
  });

  test.each(['', '{', '[]', 'null', '7', '{"format":1}', '{"format":"1"}', '{"format":0}'])('%s', (text) => {
    writeFileSync(join(backup, 'manifest.json'), text);
    expect(() => readManifest(backup)).toThrow(/manifest\.json is damaged \(.*\): take another backup$/);
  });
});

test('any manifest gives a clear error or a restored directory, and nothing is written elsewhere', async () => {
  const odd = fc.oneof(
    fc.jsonValue({ maxDepth: 2 }),
    fc.constantFrom<unknown>('../out', '/tmp/out', 'history/../../out', '.', '', 'a\0b', -1, 1e300, [], {}),
  );
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(mutations(odd), async (mutate) => {
      writeAny(mutate(manifest()));
      const data = join(sandbox, `data-${(runs += 1)}`);
      const before = readdirSync(sandbox);
      try {
        await restoreIt(data);
        expect(existsSync(join(data, 'tidemark.json'))).toBeDefined();
      } catch (error) {
        expect(error).toBeInstanceOf(OperatorError);
        expect((error as Error).message).not.toContain('\n');
      }
      const made = readdirSync(sandbox).filter((name) => !before.includes(name));
      expect(made.filter((name) => join(sandbox, name) !== data)).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

/** Changes one to three places of a value: replaces a value, removes a member, or duplicates one. */
function mutations(odd: fc.Arbitrary<unknown>): fc.Arbitrary<(value: unknown) => unknown> {
  const change = fc.record({ at: fc.nat(), how: fc.constantFrom('set', 'remove', 'repeat'), value: odd });
  return fc
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => (value) => changes.reduce(mutated, value));
}

function mutated(
  value: unknown,
  { at, how, value: other }: { at: number; how: string; value: unknown },
): unknown {
  const places: [holder: Record<string, unknown>, key: string][] = [];
  const copy = JSON.parse(JSON.stringify(value ?? null)) as unknown;
  const walk = (each: unknown) => {
    if (typeof each !== 'object' || each === null) return;
    for (const key of Object.keys(each)) {
      places.push([each as Record<string, unknown>, key]);
      walk((each as Record<string, unknown>)[key]);
    }
  };
  walk(copy);
  const [holder, key] = places[at % places.length] ?? [];
  if (!holder || key === undefined) return other;
  if (how === 'set') holder[key] = other;
  else if (Array.isArray(holder)) holder.splice(Number(key), how === 'remove' ? 1 : 0, holder[Number(key)]);
  else if (how === 'remove') delete holder[key];
  else holder[`${key}2`] = holder[key];
  return copy;
}
