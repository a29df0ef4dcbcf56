import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  homePath,
  Profiles,
  UnusableProfile,
  userFolder,
  type Profile,
} from '../../../../src/cli/client/profiles.ts';

const folder = mkdtempSync(join(tmpdir(), 'tidemark-profiles-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const DESK: Profile = { url: 'https://prices.example.com', clientId: 'desk', clientSecret: 'of the desk' };

describe('profiles', () => {
  const profiles = new Profiles(join(folder, 'new', 'tidemark'));

  test('are empty before one is stored', () => {
    expect(profiles.names()).toEqual([]);
    expect(profiles.read('desk')).toBeUndefined();
    expect(profiles.remove('desk')).toBe(false);
  });

  test('are readable only by their owner, and leave no other files', () => {
    profiles.write('desk', { ...DESK, clientSecret: 'before' });
    profiles.write('desk', DESK);
    expect(profiles.read('desk')).toEqual(DESK);
    expect(statSync(profiles.pathOf('desk')).mode & 0o777).toBe(0o600);
    expect(statSync(join(profiles.pathOf('desk'), '..')).mode & 0o777).toBe(0o700);
    expect(readdirSync(join(profiles.pathOf('desk'), '..'))).toEqual(['desk.json']);
    expect(profiles.names()).toEqual(['desk']);
  });

  test('are refused if others can read them', () => {
    profiles.write('open', DESK);
    for (const mode of [0o640, 0o604, 0o620]) {
      chmodSync(profiles.pathOf('open'), mode);
      const [path, shown] = [profiles.pathOf('open'), mode.toString(8).padStart(4, '0')];
      expect(() => profiles.read('open')).toThrow(
        `other users can access ${path}, which has mode ${shown}: run 'chmod 600 ${path}'`,
      );
      expect(() => profiles.read('open')).toThrow(UnusableProfile);
    }
  });

  test('are refused if they are invalid, without showing their content', () => {
    for (const content of [
      '{"secret',
      '[]',
      '{"url":"https://a","clientId":"secret"}',
      '{"url":1,"token":"secret"}',
      '{"url":"ftp://x?y","token":"secret"}',
      '{"url":"https://me:secret@a","token":"secret"}',
    ]) {
      writeFileSync(profiles.pathOf('bad'), content, { mode: 0o600 });
      expect(() => profiles.read('bad')).toThrow(
        /^(?!.*secret).*bad\.json is not a valid profile: run 'tidemark login'/,
      );
    }
    writeFileSync(join(folder, 'file'), '');
    expect(() => new Profiles(join(folder, 'file')).read('x')).toThrow(/x\.json cannot be read: ENOTDIR/);
    symlinkSync(profiles.pathOf('desk'), profiles.pathOf('link'));
    expect(() => profiles.read('link')).toThrow('is not a regular file');
  });

  test('are removed', () => {
    expect(profiles.remove('desk')).toBe(true);
    expect(profiles.read('desk')).toBeUndefined();
  });
});

test('the folder belongs to the user', () => {
  expect(userFolder({ XDG_CONFIG_HOME: '/config' })).toBe('/config/tidemark');
  expect(userFolder({ XDG_CONFIG_HOME: 'here' })).toMatch(/^\/.*\/\.config\/tidemark$/);
  const { HOME } = process.env;
  process.env['HOME'] = '';
  expect(userFolder({})).toMatch(/^\//);
  process.env['HOME'] = HOME;
  expect(userFolder({})).toMatch(/\/\.config\/tidemark$/);
});

test('a path in the home folder is shown with ~', () => {
  const paths = ['/home/me/x/y.json', '/home/me', '/home/mean/y', '/srv/y', '/home/me/../you'];
  expect(paths.map((path) => homePath(path, '/home/me'))).toEqual(['~/x/y.json', ...paths.slice(1)]);
  expect(homePath('/srv/y', '')).toBe('/srv/y');
});
