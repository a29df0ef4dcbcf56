import { chmodSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ClientFile } from '../../../src/auth/client-file.ts';
import { ClientRegistry } from '../../../src/auth/client-registry.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { sealJson } from '../../../src/disk/sealed-json.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const newFolder = temporaryFolders();

/** A folder with one client, as the service leaves it. */
async function folderWithClient() {
  const folder = newFolder();
  const clients = await ClientRegistry.open(new ClientFile(folder), new ManualClock(0));
  const { client, secret } = await clients.add({
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

const open = (folder: string) => ClientRegistry.open(new ClientFile(folder), new ManualClock(0));

const authenticates = async (folder: string, id: string, secret: string) =>
  (await open(folder)).authenticate(id, secret) !== undefined;

describe('the files', () => {
  test('are readable only by their owner, and no incomplete one is left', async () => {
    const { folder, path, keyPath } = await folderWithClient();
    for (const file of [path, keyPath]) expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder).toSorted()).toEqual(['clients.json', 'secret-hmac.key']);
  });

  test('have the same key each time they are opened', async () => {
    const folder = newFolder();
    expect(new ClientFile(folder).hmacKey.equals(new ClientFile(folder).hmacKey)).toBe(true);
    expect(new ClientFile(folder).hmacKey).toHaveLength(32);
    expect(new ClientFile(folder).hmacKey.equals(new ClientFile(newFolder()).hmacKey)).toBe(false);
  });

  test('a new folder has no clients', async () => {
    expect(await new ClientFile(newFolder()).read()).toEqual([]);
  });

  test('written clients are read back', async () => {
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
    await file.put({ client, secretHash });
    expect(await file.read()).toEqual([{ client, secretHash }]);
  });

  test('a clients file that became readable to others is private again after the next change', async () => {
    const { folder, client, path } = await folderWithClient();
    chmodSync(path, 0o644);
    await (await open(folder)).disable(client.id);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });
});

/** Writes the file with any content and a valid checksum. */
function seal(path: string, content: Readonly<Record<string, unknown>>): string {
  const text = sealJson(content);
  writeFileSync(path, text);
  return text;
}

async function refusalOf(action: () => unknown): Promise<string> {
  try {
    await action();
  } catch (error) {
    expect(error).toBeInstanceOf(OperatorError);
    return (error as Error).message;
  }
  throw new Error('it was not refused');
}

const read = async (folder: string) => new ClientFile(folder).read();

describe('a damaged clients file is refused by name, and unchanged', () => {
  test.each([
    ['nothing at all', ''],
    ['half of it', '{"format":1,"clients":[{"id":'],
    ['null', 'null'],
    ['a list', '[]'],
    ['a number', '5'],
    ['another format', '{"format":3,"clients":[]}'],
    ['no checksum in a format that has one', '{"format":2,"clients":[]}'],
    ['no format', '{"clients":[]}'],
    ['the format of versions before 1.0.0', '{"format":1,"clients":[]}'],
  ])('%s', async (_what, content) => {
    const { folder, path } = await folderWithClient();
    writeFileSync(path, content);
    expect(await refusalOf(() => read(folder))).toContain(path);
    expect(await refusalOf(() => read(folder))).toMatch(/restore it from a backup|run the newer version/i);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  test('wherever a bit of it changes: it reads as written, or not at all', async () => {
    const { folder, client, path } = await folderWithClient();
    const whole = readFileSync(path);
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ (1 << (at % 8));
      writeFileSync(path, changed);
      try {
        expect((await read(folder))[0]?.client, `byte ${at}`).toEqual(client);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        expect(error.message).toContain(path);
      }
    }
  });

  test('wherever it is truncated', async () => {
    const { folder, path } = await folderWithClient();
    const whole = readFileSync(path, 'utf8');
    for (let length = 0; length < whole.length - 1; length++) {
      writeFileSync(path, whole.slice(0, length));
      expect(await refusalOf(() => read(folder))).toContain(
        `${path} is not valid JSON: restore it from a backup`,
      );
    }
  });

  test('without one scope, which only the checksum reveals', async () => {
    const { folder, path } = await folderWithClient();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"read:LX"', ''));
    expect(await refusalOf(() => read(folder))).toBe(
      `${path} does not match its checksum: it is damaged, or was changed outside tidemark. Restore it from a backup; ` +
        `if the change was intended, 'tidemark clients reseal' accepts the file as it is`,
    );
  });

  const CLIENT = { id: 'a', name: 'a', scopes: [], createdAt: 1, disabled: false };

  test.each([
    ['no clients', undefined],
    ['clients that are no list', {}],
    ['a client that is null', [null]],
    ['a client without a secret', [CLIENT]],
    ['a secret that was cut short', [{ ...CLIENT, secretHash: 'AAAA' }]],
    ['a scope that does not exist', [{ ...CLIENT, secretHash: 'A'.repeat(43), scopes: ['read:LY'] }]],
  ])('with %s, even with a valid checksum', async (_what, clients) => {
    const { folder, path } = await folderWithClient();
    const content = seal(path, { format: 2, clients });
    const refusal = await refusalOf(() => read(folder));
    expect(refusal).toContain(path);
    expect(refusal).toMatch(/is damaged|gives client a the scope "read:LY"/);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });

  test('that is missing: no client could get a token', async () => {
    const { folder, path } = await folderWithClient();
    rmSync(path);
    expect(await refusalOf(() => read(folder))).toMatch(`${path} is missing: restore it from a backup`);
    expect(readdirSync(folder)).toEqual(['secret-hmac.key']);
  });
});

describe('the key of the secrets', () => {
  test('is refused when it is missing while there are clients: none of them could authenticate', async () => {
    const { folder, keyPath } = await folderWithClient();
    rmSync(keyPath);
    expect(await refusalOf(() => new ClientFile(folder))).toContain(`${keyPath} is missing`);
    expect(readdirSync(folder)).toEqual(['clients.json']);
  });

  test('is created again if there is none and no client, as after a crash in between', async () => {
    const folder = newFolder();
    expect(await read(folder)).toEqual([]);
    rmSync(join(folder, 'secret-hmac.key'));
    expect(await read(folder)).toEqual([]);
    expect(await read(folder)).toEqual([]);
  });

  test.each([
    ['is empty', ''],
    ['was cut short', sealJson({ format: 2, key: 'AAAA' })],
    [
      'is not a key',
      sealJson({ format: 2, key: 'this is not a key at all, but some text of a certain length' }),
    ],
    ['has a character that no key has', sealJson({ format: 2, key: `${'A'.repeat(42)}!` })],
    ['has bits beyond its end', sealJson({ format: 2, key: `${'A'.repeat(42)}B` })],
    ['has no checksum', '{"format":2,"key":"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"}'],
  ])('is refused when it %s', async (_what, content) => {
    const { folder, keyPath } = await folderWithClient();
    writeFileSync(keyPath, content);
    expect(await refusalOf(() => new ClientFile(folder))).toContain(
      `${keyPath} is damaged: restore it from a backup`,
    );
    expect(readFileSync(keyPath, 'utf8')).toBe(content);
  });

  test('of a version before 1.0.0 is not reported as damaged', async () => {
    const { folder, keyPath } = await folderWithClient();
    writeFileSync(keyPath, `${'A'.repeat(43)}\n`);
    expect(await refusalOf(() => new ClientFile(folder))).toContain(
      `${keyPath} was written by a version before 1.0.0: start version 1.0.0 on this directory once`,
    );
  });

  test('is refused wherever a bit of it changes', async () => {
    const { folder, client, secret, keyPath } = await folderWithClient();
    const whole = readFileSync(keyPath);
    for (let at = 0; at < whole.length; at++) {
      const changed = Buffer.from(whole);
      changed[at] = changed[at]! ^ (1 << (at % 8));
      writeFileSync(keyPath, changed);
      try {
        expect(await authenticates(folder, client.id, secret), `byte ${at}`).toBe(true);
      } catch (error) {
        if (!(error instanceof OperatorError)) throw error;
        expect(error.message).toContain('secret-hmac.key');
      }
    }
  });

  test('of another installation is refused: no client could get a token', async () => {
    const { folder, keyPath } = await folderWithClient();
    writeFileSync(keyPath, readFileSync((await folderWithClient()).keyPath));
    expect(await refusalOf(() => read(folder))).toMatch(
      /different key than secret-hmac.key.*restore both from the same/,
    );
  });
});

describe('sealing anew', () => {
  function reseal(folder: string) {
    const { apply, ...resealed } = ClientFile.resealing(folder);
    apply();
    return resealed;
  }

  test('accepts manual changes', async () => {
    const { folder, client, secret, path } = await folderWithClient();
    writeFileSync(path, readFileSync(path, 'utf8').replace('"read:LX"', '"read:LX", "read:ohlcv"'));
    const accepted = { ...client, scopes: ['read:LX', 'read:ohlcv'] };
    expect(reseal(folder)).toEqual({ clients: [accepted], secretsLost: false });
    expect((await read(folder))[0]?.client).toEqual(accepted);
    expect(await authenticates(folder, client.id, secret)).toBe(true);
  });

  test('accepts a file whose checksum was removed', async () => {
    const { folder, client, path } = await folderWithClient();
    writeFileSync(path, readFileSync(path, 'utf8').replace(/,\s*"sha256": "\w+"/, ''));
    expect(await refusalOf(() => read(folder))).toContain('does not match its checksum');
    expect(reseal(folder)).toEqual({ clients: [client], secretsLost: false });
  });

  test('creates a missing key, and reports that all secrets are lost', async () => {
    const { folder, client, secret, keyPath } = await folderWithClient();
    rmSync(keyPath);
    expect(reseal(folder)).toEqual({ clients: [client], secretsLost: true });
    expect(await authenticates(folder, client.id, secret)).toBe(false);
    const renewed = await (await open(folder)).rotate(client.id);
    expect(await authenticates(folder, client.id, renewed.secret)).toBe(true);
  });

  test('accepts the key of another installation, and reports that all secrets are lost', async () => {
    const { folder, client, keyPath } = await folderWithClient();
    writeFileSync(keyPath, readFileSync((await folderWithClient()).keyPath));
    expect(reseal(folder)).toEqual({ clients: [client], secretsLost: true });
    expect((await read(folder))[0]?.client).toEqual(client);
  });

  test.each([
    ['no JSON', '{"format":2,'],
    ['a client without a secret', '{"format":2,"clients":[{"id":"a"}]}'],
    ['a scope that does not exist', '{"format":2,"clients":[{"id":"a","scopes":["read:LY"]}]}'],
  ])('refuses %s and does not change it', async (_what, content) => {
    const { folder, path } = await folderWithClient();
    writeFileSync(path, content);
    expect(await refusalOf(() => reseal(folder))).toContain(path);
    expect(readFileSync(path, 'utf8')).toBe(content);
  });
});

describe('files that change while their owner runs', () => {
  test('a file of clients restored to an older state is reported, and not overwritten', async () => {
    const { folder, client, path } = await folderWithClient();
    const older = readFileSync(path);
    const file = new ClientFile(folder);
    const clients = await ClientRegistry.open(file, new ManualClock(0));
    expect(file.problem).toBeUndefined();
    await clients.disable(client.id);
    expect(file.problem).toBeUndefined();
    writeFileSync(path, older);
    expect(file.problem).toMatch(`${path} was changed or put back outside tidemark`);
    const refusal = await refusalOf(() => clients.rotate(client.id));
    expect(refusal).toMatch(/^nothing was changed: .* was changed or put back outside tidemark/);
    expect(readFileSync(path)).toEqual(older);
    expect(clients.findUsable(client.id)).toBeUndefined();
  });

  test.each(['clients.json', 'secret-hmac.key'])(
    'a removed %s is reported, and not created again',
    async (name) => {
      const { folder, client, secret } = await folderWithClient();
      const file = new ClientFile(folder);
      const clients = await ClientRegistry.open(file, new ManualClock(0));
      rmSync(join(folder, name));
      expect(file.problem).toMatch(`${join(folder, name)} is missing`);
      expect(await refusalOf(() => clients.disable(client.id))).toMatch(`${name} is missing`);
      expect(readdirSync(folder)).toHaveLength(1);
      expect(clients.authenticate(client.id, secret)).toEqual(client);
    },
  );

  test('a key of another installation with them is reported', async () => {
    const { folder, keyPath } = await folderWithClient();
    const file = new ClientFile(folder);
    await file.read();
    writeFileSync(keyPath, readFileSync((await folderWithClient()).keyPath));
    expect(file.problem).toMatch(`${keyPath} was changed or put back outside tidemark`);
  });
});

describe('reading', () => {
  test('creates missing files only with the first change, and both of them', async () => {
    const folder = newFolder();
    const file = new ClientFile(folder, undefined, { isReading: true });
    const clients = await ClientRegistry.open(file, new ManualClock(0));
    expect(clients.list()).toEqual([]);
    expect(readdirSync(folder)).toEqual([]);
    const { client, secret } = await clients.add({ name: 'desk', scopes: [] });
    await clients.add({ name: 'other', scopes: [] });
    expect(file.problem).toBeUndefined();
    const restarted = await ClientRegistry.open(new ClientFile(folder), new ManualClock(0));
    expect(restarted.list()).toHaveLength(2);
    expect(restarted.authenticate(client.id, secret)).toEqual(client);
  });
});
