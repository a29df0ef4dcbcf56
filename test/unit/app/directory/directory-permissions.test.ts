import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { AUDIT_FILE, HEAD_FILE as AUDIT_HEAD_FILE } from '../../../../src/app/operate/audit/audit-chain.ts';
import { existingDirectory, openDataDirectory } from '../../../../src/app/directory/data-directory.ts';
import { KEPT_RECEIPTS } from '../../../../src/app/directory/data-format.ts';
import { HEAD_COUNT_FILE, HEAD_FILE } from '../../../../src/app/pipeline/integrity/head-lines.ts';
import { LOST_TICKS_FILE } from '../../../../src/app/directory/health/lost-ticks.ts';
import { OperatorError } from '../../../../src/core/errors.ts';
import { SCRUB_FILE } from '../../../../src/history/scrub/scrub-file.ts';
import { temporaryFolders } from '../../../support/data-folder.ts';

const newFolder = temporaryFolders();
const SECRETS = ['signing-keys.json', 'secret-hmac.key', 'clients.json'];

/** Every command opens the directory with one of the two. */
const OPENERS = [openDataDirectory, existingDirectory];

function directory(name = 'data'): string {
  const folder = openDataDirectory(join(newFolder(), name));
  for (const file of SECRETS) writeFileSync(join(folder, file), '', { mode: 0o600 });
  return folder;
}

function refusalsOf(folder: string): string[] {
  return OPENERS.map((open) => {
    try {
      open(folder);
    } catch (error) {
      expect(error).toBeInstanceOf(OperatorError);
      return (error as Error).message;
    }
    throw new Error(`${open.name} did not refuse it`);
  });
}

/** The command that the operator would paste. */
function runCommandsOf(message: string): void {
  const [, commands = ''] = message.split('These commands repair them:\n');
  execFileSync('sh', ['-ec', commands]);
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

/** Above the ids of people: no group with this number has members. */
const USER = 54_321;

/** As seen by the process of another user. */
function actAs(uid: number, gid: number): void {
  vi.spyOn(process, 'geteuid').mockReturnValue(uid);
  vi.spyOn(process, 'getegid').mockReturnValue(gid);
}

afterEach(() => vi.restoreAllMocks());

describe('a directory that its group can write to', () => {
  const isRoot = process.getuid?.() === 0;

  function directoryOf(uid: number, gid: number, mode: string): string {
    const folder = directory();
    for (const name of SECRETS) chownSync(join(folder, name), uid, gid);
    chmodSync(folder, mode);
    chownSync(folder, uid, gid);
    return folder;
  }

  test.runIf(isRoot).each(['0775', '0770', '2775'])(
    'is accepted with mode %s if that is the private group of its owner',
    (mode) => {
      const folder = directoryOf(USER, USER, mode);
      // Root acts as the owner.
      for (const open of OPENERS) expect(open(folder)).toBe(folder);
      actAs(USER, USER);
      for (const open of OPENERS) expect(open(folder)).toBe(folder);
    },
  );

  test.runIf(isRoot).each([
    ['everybody can', USER, USER, USER, '0777'],
    ['the group is of another number', USER, USER + 1, USER + 1, '0775'],
    ['the process has another group', USER, USER, USER + 1, '0775'],
    ['the group is that of root', 0, 0, 0, '0775'],
  ])('is refused if %s', (_what, uid, gid, processGroup, mode) => {
    const folder = directoryOf(uid, gid, mode);
    actAs(uid, processGroup);
    for (const message of refusalsOf(folder)) expect(message).toContain(`${folder} has mode ${mode}`);
  });
});

describe('a directory that other users can write to', () => {
  test.each(['0777', '0775', '0722', '1777', '0770'])('is refused with mode %s', (mode) => {
    const folder = directory();
    // The group of the directory is never the one that runs the tests.
    vi.spyOn(process, 'getegid').mockReturnValue(statSync(folder).gid + 1);
    chmodSync(folder, mode);
    for (const message of refusalsOf(folder)) {
      expect(message).toContain(`${folder} has mode ${mode}`);
      expect(message).toContain(`\n  chmod 0700 ${folder}`);
    }
  });

  test('is accepted once the command of the message has run', () => {
    const folder = directory("it's a data folder");
    chmodSync(folder, 0o777);
    runCommandsOf(refusalsOf(folder)[0] ?? '');
    for (const open of OPENERS) expect(open(folder)).toBe(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  test.each(['0700', '0750', '0755'])(
    'is different from one that they can only read: %s is accepted',
    (mode) => {
      const folder = directory();
      chmodSync(folder, mode);
      for (const open of OPENERS) expect(open(folder)).toBe(folder);
    },
  );
});

describe('a file with secrets', () => {
  test.each(SECRETS)('that other users can read or change is refused: %s', (name) => {
    for (const mode of [0o666, 0o644, 0o660, 0o620, 0o604, 0o602]) {
      const folder = directory();
      const path = join(folder, name);
      chmodSync(path, mode);
      for (const message of refusalsOf(folder)) {
        expect(message).toContain(`${path} has mode 0${mode.toString(8)}: other users may read or change it`);
        expect(message).toContain(`\n  chmod 0600 ${path}`);
      }
    }
  });

  test.each(['0600', '0400', '0640'])('may have mode %s: a service group may read it', (mode) => {
    const folder = directory();
    for (const name of SECRETS) chmodSync(join(folder, name), mode);
    for (const open of OPENERS) expect(open(folder)).toBe(folder);
  });
});

test
  .runIf(process.getuid?.() === 0)
  .each([
    AUDIT_FILE,
    AUDIT_HEAD_FILE,
    HEAD_FILE,
    HEAD_COUNT_FILE,
    SCRUB_FILE,
    LOST_TICKS_FILE,
    join(KEPT_RECEIPTS, '2026-11.log'),
  ])('%s of another user is refused, and accepted once the command of the message has run', (name) => {
  const folder = directory();
  const path = join(folder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, '');
  chownSync(path, USER, USER);
  const [message = ''] = refusalsOf(folder);
  expect(message).toContain(`${path} belongs to `);
  runCommandsOf(message);
  for (const open of OPENERS) expect(open(folder)).toBe(folder);
});

test('all problems are reported at once, and the commands repair all of them', () => {
  const folder = directory();
  chmodSync(folder, 0o777);
  for (const name of SECRETS) chmodSync(join(folder, name), 0o666);
  const [message = ''] = refusalsOf(folder);
  expect(message.match(/has mode/g)).toHaveLength(4);
  runCommandsOf(message);
  for (const open of OPENERS) expect(open(folder)).toBe(folder);
  for (const name of SECRETS) expect(modeOf(join(folder, name))).toBe(0o600);
});

test('other files of the operator are not checked', () => {
  const folder = directory();
  writeFileSync(join(folder, 'notes.txt'), '');
  chmodSync(join(folder, 'notes.txt'), 0o666);
  mkdirSync(join(folder, 'lost+found'));
  for (const open of OPENERS) expect(open(folder)).toBe(folder);
});
