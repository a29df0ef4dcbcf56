import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ClientFile } from '../../../src/auth/client-file.ts';
import { ClientRegistry } from '../../../src/auth/client-registry.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { ManualClock } from '../../manual-clock.ts';
import { temporaryFolders } from './data-folder.ts';

const newFolder = temporaryFolders();

/** A folder with one client, the way the service leaves it. */
function folderWithClient() {
  const folder = newFolder();
  const { client, secret } = new ClientRegistry(new ClientFile(folder), new ManualClock(0)).add({
    name: 'desk',
    scopes: ['read:LX'],
  });
  return {
    folder,
    client,
    secret,
    path: join(folder, 'clients.json'),
    keyPath: join(folder, 'secret-hmac.key'),
  };
}

const authenticates = (folder: string, id: string, secret: string) =>
  new ClientRegistry(new ClientFile(folder), new ManualClock(0)).authenticate(id, secret) !== undefined;

describe('the files', () => {
  test('are readable by their owner alone, and no half-written one is left', () => {
    const { folder, path, keyPath } = folderWithClient();
    for (const file of [path, keyPath]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(['clients.json', 'secret-hmac.key']);
  });

  test('give the same key each time they are opened', () => {
    const folder = newFolder();
    expect(new ClientFile(folder).hmacKey.equals(new ClientFile(folder).hmacKey)).toBe(true);
    expect(new ClientFile(folder).hmacKey).toHaveLength(32);
    expect(new ClientFile(folder).hmacKey.equals(new ClientFile(newFolder()).hmacKey)).toBe(false);
  });

  test('a new folder has no clients', () => {
    expect(new ClientFile(newFolder()).read()).toEqual([]);
  });

  test('what was written is read back, built-in marks aside', () => {
    const file = new ClientFile(newFolder());
    const client = {
      id: 'tm-1',
      name: 'é "quoted"\n',
      scopes: [],
      createdAt: 1,
      expiresAt: 2,
      disabled: true,
    };
    const secretHash = Buffer.alloc(32, 7);
    file.write([{ client, secretHash }]);
    expect(file.read()).toEqual([{ client, secretHash }]);
  });

  test('a clients file that was made readable to others is private again after the next change', () => {
    const { folder, client, path } = folderWithClient();
    chmodSync(path, 0o644);
    new ClientRegistry(new ClientFile(folder), new ManualClock(0)).disable(client.id);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

describe('a damaged clients file is refused, and the message names it', () => {
  test.each([
    ['nothing at all', ''],
    ['half of it', '{"format":1,"clients":[{"id":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '5'],
    ['another format', '{"format":2,"clients":[]}'],
    ['no format', '{"clients":[]}'],
    ['no clients', '{"format":1}'],
    ['clients that are no list', '{"format":1,"clients":{}}'],
    ['a client that is null', '{"format":1,"clients":[null]}'],
    [
      'a client without a secret',
      '{"format":1,"clients":[{"id":"a","name":"a","scopes":[],"createdAt":1,"disabled":false}]}',
    ],
    [
      'a secret that was cut short',
      '{"format":1,"clients":[{"id":"a","name":"a","scopes":[],"createdAt":1,"disabled":false,"secretHash":"AAAA"}]}',
    ],
  ])('%s', (_what, content) => {
    const { folder, path } = folderWithClient();
    writeFileSync(path, content);
    const read = () => new ClientFile(folder).read();
    expect(read).toThrow(OperatorError);
    expect(read).toThrow(path);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });
});

describe('the key of the secrets', () => {
  test('is refused when it is missing while clients are there: none of them could be let in', () => {
    const { folder, keyPath } = folderWithClient();
    rmSync(keyPath);
    expect(() => new ClientFile(folder)).toThrow(OperatorError);
    expect(() => new ClientFile(folder)).toThrow(keyPath);
    expect(readdirSync(folder)).toEqual(['clients.json']);
  });

  test.each([
    ['is empty', ''],
    ['was cut short', 'AAAA\n'],
    ['is not a key', 'this is not a key at all, but some text of a certain length'],
  ])('is refused when it %s', (_what, content) => {
    const { folder, keyPath } = folderWithClient();
    writeFileSync(keyPath, content);
    expect(() => new ClientFile(folder)).toThrow(OperatorError);
    expect(() => new ClientFile(folder)).toThrow(keyPath);
  });

  test('decides which secrets are right: another one lets nobody in', () => {
    const { folder, client, secret, keyPath } = folderWithClient();
    expect(authenticates(folder, client.id, secret)).toBe(true);
    writeFileSync(keyPath, `${Buffer.alloc(32, 1).toString('base64url')}\n`);
    expect(authenticates(folder, client.id, secret)).toBe(false);
  });
});
