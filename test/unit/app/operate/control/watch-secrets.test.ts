import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { acquireDirectory } from '../../../../../src/app/operate/control/admin-access.ts';
import { watchSecrets } from '../../../../../src/app/operate/control/watch-secrets.ts';
import { Deferred } from '../../../../../src/core/async/deferred.ts';
import { MINUTE_MS } from '../../../../../src/core/time.ts';
import { temporaryFolders } from '../../../../support/data-folder.ts';
import { ManualClock } from '../../../../support/manual-clock.ts';

const newFolder = temporaryFolders();

function watched() {
  const clock = new ManualClock(0);
  const file: { problem: string | undefined } = { problem: undefined };
  const problems: string[] = [];
  const end = watchSecrets([{ problem: undefined }, file], clock, (problem) => problems.push(problem));
  /** The watch continues after the clock, in a microtask. */
  const pass = async () => {
    clock.advance(MINUTE_MS);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { file, problems, end, pass };
}

test('a problem is reported once while it lasts, and again if it comes back', async () => {
  const { file, problems, end, pass } = watched();
  await pass();
  expect(problems).toEqual([]);
  file.problem = 'gone';
  await pass();
  await pass();
  expect(problems).toEqual(['gone']);
  file.problem = undefined;
  await pass();
  file.problem = 'gone';
  await pass();
  expect(problems).toEqual(['gone', 'gone']);
  await end();
});

test('nothing is reported once it has ended', async () => {
  const { file, problems, end, pass } = watched();
  await end();
  file.problem = 'gone';
  await pass();
  expect(problems).toEqual([]);
});

test('an unreadable file is reported, without the text of the system', async () => {
  const clock = new ManualClock(0);
  const problems: string[] = [];
  const unreadable = {
    get problem(): string | undefined {
      throw Object.assign(new Error('secret words'), { code: 'EIO' });
    },
  };
  const end = watchSecrets([unreadable], clock, (problem) => problems.push(problem));
  clock.advance(MINUTE_MS);
  await new Promise((resolve) => setImmediate(resolve));
  expect(problems).toEqual(['files of clients and keys cannot be read: EIO']);
  await end();
});

test('an error ends the watch and is reported', async () => {
  const clock = new ManualClock(0);
  const failures: unknown[] = [];
  const error = new Error('no log');
  const onProblem = () => {
    throw error;
  };
  const end = watchSecrets([{ problem: 'gone' }], clock, onProblem, (failure) => failures.push(failure));
  clock.advance(MINUTE_MS);
  await new Promise((resolve) => setImmediate(resolve));
  expect(failures).toEqual([error]);
  expect(clock.waiting).toBe(0);
  await end();
});

test('ending it resolves when it has ended', async () => {
  const looked = new Deferred<void>();
  const clock = new (class extends ManualClock {
    override async wait(_ms: number, signal?: AbortSignal): Promise<void> {
      await looked.promise;
      signal?.throwIfAborted();
    }
  })(0);
  let hasEnded = false;
  const ended = watchSecrets([], clock, () => {})().then(() => (hasEnded = true));
  await new Promise((resolve) => setImmediate(resolve));
  expect(hasEnded).toBe(false);
  looked.resolve();
  await ended;
  expect(hasEnded).toBe(true);
});

test('the owner of a directory is warned about restored older clients and a removed key', async () => {
  const folder = newFolder();
  const clock = new ManualClock(Date.UTC(2026, 0, 31));
  const problems: string[] = [];
  const directory = await acquireDirectory(folder, clock, [], {
    onSecretsProblem: (problem) => problems.push(problem),
  });
  const pass = async () => {
    clock.advance(MINUTE_MS);
    await new Promise((resolve) => setImmediate(resolve));
  };
  const [path, keyPath] = ['clients.json', 'secret-hmac.key'].map((name) => join(folder, name));
  const [older, key] = [readFileSync(path!), readFileSync(keyPath!)];
  const { client, secret } = await directory.clients.add({ name: 'desk', scopes: [] });
  await pass();
  expect(problems).toEqual([]);
  const newer = readFileSync(path!);
  writeFileSync(path!, older);
  await pass();
  writeFileSync(path!, newer);
  rmSync(keyPath!);
  await pass();
  expect(problems).toEqual([
    expect.stringContaining(`${path} was changed or put back`),
    expect.stringContaining(`${keyPath} is missing`),
  ]);
  expect(directory.clients.authenticate(client.id, secret)).toEqual(client);
  writeFileSync(keyPath!, key);
  await directory.clients.disable(client.id);
  await directory.close();
});
