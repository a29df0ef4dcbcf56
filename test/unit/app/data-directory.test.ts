import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { claimIdentity, openDataDirectory } from '../../../src/app/data-directory.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { temporaryFolders } from '../auth/data-folder.ts';

const newFolder = temporaryFolders();
const WORLD = { source: 'simulator', world: 'small', seed: 'tidemark' };

describe('opening a data directory', () => {
  test('creates it, closed to everybody else', () => {
    const folder = join(newFolder(), 'a', 'b');
    expect(openDataDirectory(folder)).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('takes one that is there', () => {
    const folder = newFolder();
    expect(openDataDirectory(folder)).toBe(folder);
  });

  test('refuses a path that cannot be one, and names it', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(() => openDataDirectory(join(file, 'data'))).toThrow(OperatorError);
    expect(() => openDataDirectory(file)).toThrow(OperatorError);
    expect(() => openDataDirectory(file)).toThrow(file);
  });
});

describe('the identity of a data directory', () => {
  test('is taken on once and accepted ever after', () => {
    const folder = newFolder();
    claimIdentity(folder, WORLD);
    const written = readFileSync(join(folder, 'tidemark.json'), 'utf8');
    claimIdentity(folder, WORLD);
    expect(readFileSync(join(folder, 'tidemark.json'), 'utf8')).toBe(written);
  });

  test.each([
    [{ seed: 'other' }, 'seed tidemark (asked for: other)'],
    [{ world: 'full' }, 'world small (asked for: full)'],
    [{ source: 'replay' }, 'source simulator (asked for: replay)'],
  ])('refuses %j, and shows the way out', (change, expected) => {
    const folder = newFolder();
    claimIdentity(folder, WORLD);
    const claim = () => claimIdentity(folder, { ...WORLD, ...change });
    expect(claim).toThrow(OperatorError);
    expect(claim).toThrow(expected);
    expect(claim).toThrow(/--data DIR/);
  });

  test.each([
    [
      'a newer format',
      '{"format":2,"source":"simulator","world":"small","seed":"tidemark"}',
      /newer version/,
    ],
    ['an unknown format', '{"format":0,"source":"simulator","world":"small","seed":"tidemark"}', /damaged/],
    ['no JSON', '{', /not valid JSON/],
    ['nothing', '', /not valid JSON/],
    ['null', 'null', /damaged/],
    ['a list', '[]', /damaged/],
    ['half of it', '{"format":1,"source":"simulator"}', /damaged/],
  ])('with %s is refused and left as it is', (_what, content, expected) => {
    const folder = newFolder();
    const path = join(folder, 'tidemark.json');
    writeFileSync(path, content);
    expect(() => claimIdentity(folder, WORLD)).toThrow(OperatorError);
    expect(() => claimIdentity(folder, WORLD)).toThrow(expected);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });
});

test('a folder with a name that only looks like data is still a folder', () => {
  const folder = join(newFolder(), 'tidemark.json');
  mkdirSync(folder);
  claimIdentity(folder, WORLD);
  expect(() => claimIdentity(folder, WORLD)).not.toThrow();
});
