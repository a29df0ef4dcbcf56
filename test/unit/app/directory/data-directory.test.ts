import { chmodSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  claimIdentity,
  existingDirectory,
  openDataDirectory,
  identityOf,
  readableIdentity,
} from '../../../../src/app/directory/data-directory.ts';
import { openCollect } from '../../../../src/app/pipeline/collect.ts';
import { identityFrom } from '../../../../src/app/directory/source-identity.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { SIMULATOR } from '../../../../src/simulator/definition.ts';
import { buildWorld } from '../../../../src/simulator/world.ts';
import { SOURCES } from '../../../../src/app/compose/source-table.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';
import { unprivileged } from '../../unprivileged.ts';

const newFolder = temporaryFolders();
const WORLD = { source: 'simulator', world: 'small', seed: 'tidemark', worldVersion: 2 };

describe('opening a data directory', () => {
  test('creates it, closed to other users', () => {
    const folder = join(newFolder(), 'a', 'b');
    expect(openDataDirectory(folder)).toBe(folder);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
  });

  test('opens an existing one', () => {
    const folder = newFolder();
    expect(openDataDirectory(folder)).toBe(folder);
  });

  test('refuses an impossible path, and names it', () => {
    const file = join(newFolder(), 'file');
    writeFileSync(file, '');
    expect(() => openDataDirectory(join(file, 'data'))).toThrow(OperatorError);
    expect(() => openDataDirectory(file)).toThrow(OperatorError);
    expect(() => openDataDirectory(file)).toThrow(file);
  });
});

describe('a data directory that must exist', () => {
  const saying = (message: unknown) => expect.objectContaining({ message });

  function refusalOf(action: () => unknown): unknown {
    try {
      action();
    } catch (error) {
      expect(error).toBeInstanceOf(OperatorError);
      return error;
    }
    return undefined;
  }

  test('is accepted, served before or not', () => {
    const folder = newFolder();
    expect(existingDirectory(folder)).toBe(folder);
    claimIdentity(folder, WORLD, SIMULATOR);
    expect(existingDirectory(folder)).toBe(folder);
  });

  test('is named if it is missing, a file, or below a file', () => {
    const folder = newFolder();
    const [missing, file] = [join(folder, 'missing'), join(folder, 'file')];
    writeFileSync(file, '');
    expect(refusalOf(() => existingDirectory(missing))).toEqual(
      saying(`there is no data directory ${missing}: is --data right?`),
    );
    expect(refusalOf(() => existingDirectory(file))).toEqual(
      saying(`${file} is not a folder: is --data right?`),
    );
    const below = join(file, 'data');
    expect(refusalOf(() => existingDirectory(below))).toEqual(
      saying(expect.stringMatching(new RegExp(`${below}.*: .*is --data right\\?$`))),
    );
  });

  test('is named if it is closed to this user', () => {
    const above = newFolder();
    const folder = openDataDirectory(join(above, 'data'));
    const inside = openDataDirectory(join(folder, 'inside'));
    chmodSync(folder, 0);
    const closed = (path: string) =>
      saying(`${path} cannot be used: permission denied; run as the user that owns it`);
    unprivileged(above, () => {
      expect(refusalOf(() => existingDirectory(folder))).toEqual(closed(folder));
      expect(refusalOf(() => existingDirectory(inside))).toEqual(closed(inside));
      expect(refusalOf(() => openDataDirectory(folder))).toEqual(closed(folder));
    });
    chmodSync(folder, 0o700);
  });

  test('is named with its content that is closed to this user', () => {
    const folder = newFolder();
    claimIdentity(folder, WORLD, SIMULATOR);
    const path = join(folder, 'tidemark.json');
    chmodSync(path, 0);
    const closed = saying(`${path} cannot be used: permission denied; run as the user that owns it`);
    unprivileged(folder, () => {
      expect(refusalOf(() => existingDirectory(folder))).toEqual(saying(expect.stringContaining(path)));
      expect(refusalOf(() => claimIdentity(folder, WORLD, SIMULATOR))).toEqual(closed);
    });
  });
});

describe('the identity of a data directory', () => {
  test('is set once and accepted from then on', () => {
    const folder = newFolder();
    claimIdentity(folder, WORLD, SIMULATOR);
    const written = readFileSync(join(folder, 'tidemark.json'), 'utf8');
    claimIdentity(folder, WORLD, SIMULATOR);
    expect(readFileSync(join(folder, 'tidemark.json'), 'utf8')).toBe(written);
  });

  test.each([
    [{ seed: 'other' }, 'seed tidemark (asked for: other)'],
    [{ world: 'full' }, 'world small (asked for: full)'],
    [{ source: 'replay' }, 'source simulator (asked for: replay)'],
  ])('refuses %j, and says what to do', (change, expected) => {
    const folder = newFolder();
    claimIdentity(folder, WORLD, SIMULATOR);
    const claim = () => claimIdentity(folder, { ...WORLD, ...change }, SIMULATOR);
    expect(claim).toThrow(OperatorError);
    expect(claim).toThrow(expected);
    expect(claim).toThrow(/--data DIR/);
  });

  test('refuses the directory of an older simulated world, which has no version', () => {
    const folder = newFolder();
    const content = '{"format":1,"source":"simulator","world":"small","seed":"tidemark"}';
    writeFileSync(join(folder, 'tidemark.json'), content);
    expect(() => claimIdentity(folder, WORLD, SIMULATOR)).toThrow(
      /holds version 1 of the simulated world.*--data DIR/,
    );
    expect(readFileSync(join(folder, 'tidemark.json'), 'utf8')).toBe(content);
  });

  test('continues the world of version 1.0.0, and starts a new one with the newest', async () => {
    const [old, fresh] = [newFolder(), newFolder()];
    const settings = { world: 'small', seed: 'tidemark' };
    const content = '{"format":1,"source":"simulator","world":"small","seed":"tidemark","worldVersion":2}';
    writeFileSync(join(old, 'tidemark.json'), content);
    for (const folder of [old, fresh]) {
      const wanted = identityFrom(SIMULATOR, settings, readableIdentity(folder));
      claimIdentity(folder, wanted, SIMULATOR);
    }
    expect(readFileSync(join(old, 'tidemark.json'), 'utf8')).toBe(content);
    expect(identityOf(fresh)?.worldVersion).toBe(3);
    const input = { sources: SOURCES.module, source: 'simulator', options: settings };
    for (const [folder, version] of [
      [old, 2],
      [fresh, 3],
    ] as const) {
      const prepared = await openCollect({ ...input, folder }, () => undefined);
      expect(prepared.universe()).toEqual(buildWorld('small', version).reference);
    }
  });

  test('accepts no version from a directory of another source, nor an unknown one', () => {
    const settings = { world: 'small', seed: 'tidemark' };
    for (const stored of [
      { source: 'live', worldVersion: 2 },
      { ...WORLD, worldVersion: 1 },
      { ...WORLD, worldVersion: 4 },
    ])
      expect(identityFrom(SIMULATOR, settings, stored).worldVersion).toBe(3);
    const folder = newFolder();
    claimIdentity(folder, { ...WORLD, worldVersion: 4 }, SIMULATOR);
    expect(() => claimIdentity(folder, { ...WORLD, worldVersion: 3 }, SIMULATOR)).toThrow(
      /holds version 4 of the simulated world, but this version of Tidemark knows only 2 and 3/,
    );
  });

  test.each(['{', '', 'null', '[]', '{"format":1}'])(
    'is unknown before it is claimed if it is %j',
    (content) => {
      const folder = newFolder();
      writeFileSync(join(folder, 'tidemark.json'), content);
      expect(readableIdentity(folder)).toBeUndefined();
    },
  );

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
    [
      'a restore that was killed',
      '{"restoring":"/backups/x"}',
      /holds an unfinished restore: remove the dir/,
    ],
    ['half of it', '{"format":1,"source":"simulator"}', /damaged/],
  ])('with %s is refused and unchanged', (_what, content, expected) => {
    const folder = newFolder();
    const path = join(folder, 'tidemark.json');
    writeFileSync(path, content);
    expect(() => claimIdentity(folder, WORLD, SIMULATOR)).toThrow(OperatorError);
    expect(() => claimIdentity(folder, WORLD, SIMULATOR)).toThrow(expected);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });
});

test('a folder with a name that only looks like data is still a folder', () => {
  const folder = join(newFolder(), 'tidemark.json');
  mkdirSync(folder);
  claimIdentity(folder, WORLD, SIMULATOR);
  expect(() => claimIdentity(folder, WORLD, SIMULATOR)).not.toThrow();
});
