import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { existingDirectory, openDataDirectory } from '../../../src/app/data-directory.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { temporaryFolders } from '../auth/data-folder.ts';

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

/** What the operator would paste. */
function runCommandsOf(message: string): void {
  const [, commands = ''] = message.split('These commands repair them:\n');
  execFileSync('sh', ['-ec', commands]);
}

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a directory that other users can write to', () => {
  test.each(['0777', '0775', '0722', '1777', '0770'])('is refused with mode %s', (mode) => {
    const folder = directory();
    chmodSync(folder, mode);
    for (const message of refusalsOf(folder)) {
      expect(message).toContain(`${folder} has mode ${mode}`);
      expect(message).toContain(`\n  chmod 0700 ${folder}`);
    }
  });

  test('is taken once the command of the message has run', () => {
    const folder = directory("it's a data folder");
    chmodSync(folder, 0o777);
    runCommandsOf(refusalsOf(folder)[0] ?? '');
    for (const open of OPENERS) expect(open(folder)).toBe(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  test.each(['0700', '0750', '0755'])('is another thing than one that they can read: %s is taken', (mode) => {
    const folder = directory();
    chmodSync(folder, mode);
    for (const open of OPENERS) expect(open(folder)).toBe(folder);
  });
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

test('everything that is wrong is told at once, and its commands repair all of it', () => {
  const folder = directory();
  chmodSync(folder, 0o777);
  for (const name of SECRETS) chmodSync(join(folder, name), 0o666);
  const [message = ''] = refusalsOf(folder);
  expect(message.match(/has mode/g)).toHaveLength(4);
  runCommandsOf(message);
  for (const open of OPENERS) expect(open(folder)).toBe(folder);
  for (const name of SECRETS) expect(modeOf(join(folder, name))).toBe(0o600);
});

test('what an operator keeps beside it is not looked at', () => {
  const folder = directory();
  writeFileSync(join(folder, 'notes.txt'), '');
  chmodSync(join(folder, 'notes.txt'), 0o666);
  mkdirSync(join(folder, 'lost+found'));
  for (const open of OPENERS) expect(open(folder)).toBe(folder);
});
