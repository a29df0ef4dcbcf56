import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ClientFile } from '../../../src/auth/client-file.ts';
import { ClientRegistry, type BuiltInClient } from '../../../src/auth/client-registry.ts';
import { SCOPES } from '../../../src/contract/scopes.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { temporaryFolders } from '../../support/data-folder.ts';
import { MemoryClientStore } from '../../support/memory-secrets.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const newFolder = temporaryFolders();

const DEMO: BuiltInClient = {
  client: { id: 'demo', name: 'Demo', scopes: SCOPES, createdAt: NOW, disabled: false },
  secret: 'demo',
  removalHint: 'start the service with --no-demo to remove it',
};

async function open(folder = newFolder(), builtIn: readonly BuiltInClient[] = []) {
  const clock = new ManualClock(NOW);
  return { folder, clock, clients: await ClientRegistry.open(new ClientFile(folder), clock, builtIn) };
}

describe('a new client', () => {
  test('gets a secret of 256 random bits, and is authenticated only with it', async () => {
    const { clients } = await open();
    const { client, secret } = await clients.add({ name: 'desk', scopes: ['read:LX'] });
    expect(client).toEqual({
      id: client.id,
      name: 'desk',
      scopes: ['read:LX'],
      createdAt: NOW,
      disabled: false,
    });
    expect(Buffer.from(secret, 'base64url')).toHaveLength(32);
    expect(clients.authenticate(client.id, secret)).toEqual(client);
    for (const wrong of ['', 'demo', `${secret} `, secret.slice(0, -1), secret.toUpperCase()]) {
      expect(clients.authenticate(client.id, wrong)).toBeUndefined();
    }
  });

  test('has an id and a secret of its own', async () => {
    const { clients } = await open();
    const issued = await Promise.all(
      Array.from({ length: 50 }, () => clients.add({ name: 'same', scopes: [] })),
    );
    expect(new Set(issued.map(({ client }) => client.id)).size).toBe(50);
    expect(new Set(issued.map(({ secret }) => secret)).size).toBe(50);
    const [first, second] = issued;
    expect(clients.authenticate(first?.client.id ?? '', second?.secret ?? '')).toBeUndefined();
  });

  test('exists after a restart, with its secret', async () => {
    const { folder, clients } = await open();
    const { client, secret } = await clients.add({ name: 'desk', scopes: SCOPES, expiresAt: NOW + DAY_MS });
    const restarted = (await open(folder)).clients;
    expect(restarted.list()).toEqual([client]);
    expect(restarted.authenticate(client.id, secret)).toEqual(client);
  });

  test('leaves no trace of its secret on disk', async () => {
    const { folder, clients } = await open();
    const { secret } = await clients.add({ name: 'desk', scopes: [] });
    expect(readFileSync(join(folder, 'clients.json'), 'utf8')).not.toContain(secret);
  });
});

describe('an unknown id', () => {
  test('is refused like a wrong secret, whatever its name', async () => {
    const { clients } = await open();
    for (const id of ['', 'nobody', '__proto__', 'constructor']) {
      expect(clients.authenticate(id, 'secret')).toBeUndefined();
      expect(clients.findUsable(id)).toBeUndefined();
    }
  });

  test('cannot be disabled, rotated or removed, and the error says where to look', async () => {
    const { clients } = await open();
    for (const action of ['disable', 'enable', 'rotate', 'remove'] as const) {
      await expect(clients[action]('nobody')).rejects.toThrow(OperatorError);
      await expect(clients[action]('nobody')).rejects.toThrow(/no client nobody.*clients list/);
    }
  });
});

describe('a changed client', () => {
  test('keeps all other members and its secret, also after a restart', async () => {
    const { folder, clients } = await open();
    const { client, secret } = await clients.add({
      name: 'desk',
      scopes: ['read:LX'],
      expiresAt: NOW + 1000,
    });
    const renamed = { ...client, name: 'pit' };
    expect(await clients.change(client.id, { name: 'pit' })).toEqual(renamed);
    const others = { scopes: ['read:ohlcv'], expiresAt: NOW + 2000 } as const;
    expect(await clients.change(client.id, others)).toEqual({ ...renamed, ...others });
    for (const registry of [clients, (await open(folder)).clients])
      expect(registry.authenticate(client.id, secret)).toEqual({ ...renamed, ...others });
  });

  test('may lose its expiry', async () => {
    const { clients } = await open();
    const { client } = await clients.add({ name: 'desk', scopes: [], expiresAt: NOW + 1000 });
    expect(await clients.change(client.id, { expiresAt: null })).not.toHaveProperty('expiresAt');
  });
});

describe('a disabled client', () => {
  test('is refused at once and after a restart, and is still listed', async () => {
    const { folder, clients } = await open();
    const { client, secret } = await clients.add({ name: 'desk', scopes: [] });
    expect(await clients.disable(client.id)).toEqual({ ...client, disabled: true });
    for (const registry of [clients, (await open(folder)).clients]) {
      expect(registry.authenticate(client.id, secret)).toBeUndefined();
      expect(registry.findUsable(client.id)).toBeUndefined();
      expect(registry.list()).toEqual([{ ...client, disabled: true }]);
    }
  });

  test('is valid again with its secret when it is enabled, also after a restart', async () => {
    const { folder, clients } = await open();
    const { client, secret } = await clients.add({ name: 'desk', scopes: [] });
    await clients.disable(client.id);
    expect(await clients.enable(client.id)).toEqual(client);
    for (const registry of [clients, (await open(folder)).clients])
      expect(registry.authenticate(client.id, secret)).toEqual(client);
  });

  test('stays disabled when its secret is rotated', async () => {
    const { clients } = await open();
    const { client } = await clients.add({ name: 'desk', scopes: [] });
    await clients.disable(client.id);
    const { secret } = await clients.rotate(client.id);
    expect(clients.authenticate(client.id, secret)).toBeUndefined();
  });

  test('does not affect the others', async () => {
    const { folder, clients } = await open();
    const kept = await clients.add({ name: 'kept', scopes: [] });
    await clients.disable((await clients.add({ name: 'disabled', scopes: [] })).client.id);
    expect((await open(folder)).clients.authenticate(kept.client.id, kept.secret)).toEqual(kept.client);
  });
});

describe('a rotated secret', () => {
  test('replaces the old one, at once and after a restart', async () => {
    const { folder, clients } = await open();
    const { client, secret: old } = await clients.add({ name: 'desk', scopes: ['read:ohlcv'] });
    const { client: same, secret: fresh } = await clients.rotate(client.id);
    expect(same).toEqual(client);
    expect(fresh).not.toBe(old);
    for (const registry of [clients, (await open(folder)).clients]) {
      expect(registry.authenticate(client.id, old)).toBeUndefined();
      expect(registry.authenticate(client.id, fresh)).toEqual(client);
    }
    expect(clients.findUsable(client.id)).toEqual(client);
  });
});

describe('a removed client', () => {
  test('is gone, at once and after a restart', async () => {
    const { folder, clients } = await open();
    const { client, secret } = await clients.add({ name: 'desk', scopes: [] });
    const { client: kept } = await clients.add({ name: 'kept', scopes: [] });
    expect(await clients.remove(client.id)).toEqual(client);
    for (const registry of [clients, (await open(folder)).clients]) {
      expect(registry.list()).toEqual([kept]);
      expect(registry.authenticate(client.id, secret)).toBeUndefined();
    }
  });
});

describe('a client that expires', () => {
  test('is refused from that instant on', async () => {
    const { clock, clients } = await open();
    const { client, secret } = await clients.add({ name: 'desk', scopes: [], expiresAt: NOW + DAY_MS });
    clock.advance(DAY_MS - 1);
    expect(clients.authenticate(client.id, secret)).toEqual(client);
    clock.advance(1);
    expect(clients.authenticate(client.id, secret)).toBeUndefined();
    expect(clients.findUsable(client.id)).toBeUndefined();
    expect(clients.list()).toEqual([client]);
  });
});

describe('a built-in client', () => {
  test('works and is listed, and is never stored', async () => {
    const { folder, clients } = await open(newFolder(), [DEMO]);
    expect(clients.authenticate('demo', 'demo')).toEqual(DEMO.client);
    const { client } = await clients.add({ name: 'desk', scopes: [] });
    expect(clients.list().map(({ id }) => id)).toEqual(expect.arrayContaining(['demo', client.id]));
    expect(readFileSync(join(folder, 'clients.json'), 'utf8')).not.toContain('demo');
    expect((await open(folder)).clients.authenticate('demo', 'demo')).toBeUndefined();
  });

  test('cannot be changed, and the error says how to disable it', async () => {
    const { clients } = await open(newFolder(), [DEMO]);
    for (const action of ['disable', 'rotate', 'remove'] as const) {
      await expect(clients[action]('demo')).rejects.toThrow(OperatorError);
      await expect(clients[action]('demo')).rejects.toThrow(/--no-demo/);
    }
    expect(clients.authenticate('demo', 'demo')).toEqual(DEMO.client);
  });
});

describe('the demo client of processes that share their clients', () => {
  const openShared = (store: MemoryClientStore, builtIn: readonly BuiltInClient[] = []) =>
    ClientRegistry.open(store, new ManualClock(NOW), builtIn);
  const newStore = () => Object.assign(new MemoryClientStore(), { isShared: true });

  test('can be disabled and enabled by a process without it, on all that have it', async () => {
    const store = newStore();
    const [operator, serving] = [await openShared(store), await openShared(store, [DEMO])];
    const { client } = await serving.add({ name: 'desk', scopes: [] });
    expect(serving.authenticate('demo', 'demo')).toEqual(DEMO.client);
    expect(await operator.disable('demo')).toMatchObject({ id: 'demo', disabled: true });
    expect(serving.findUsable('demo')).toBeUndefined();
    expect(serving.authenticate('demo', 'demo')).toBeUndefined();
    expect(serving.list()).toEqual([client, { ...DEMO.client, disabled: true }]);
    expect(operator.list()).toMatchObject([{ id: client.id }, { id: 'demo', disabled: true }]);
    const restarted = await openShared(store, [DEMO]);
    expect(restarted.authenticate('demo', 'demo')).toBeUndefined();
    await operator.enable('demo');
    for (const registry of [serving, restarted])
      expect(registry.authenticate('demo', 'demo')).toEqual(DEMO.client);
  });

  test('does not exist on a process without it, whatever its state in the store', async () => {
    const store = newStore();
    const [operator, other] = [await openShared(store), await openShared(store)];
    for (const action of ['disable', 'enable'] as const) {
      await operator[action]('demo');
      expect(other.findUsable('demo')).toBeUndefined();
    }
    for (const action of ['rotate', 'remove'] as const)
      await expect(operator[action]('demo')).rejects.toThrow(
        'client demo is built in: it can only be disabled',
      );
  });
});

test('a change that cannot be written does not count', async () => {
  const store = new MemoryClientStore();
  const registry = await ClientRegistry.open(store, new ManualClock(NOW));
  const { client, secret } = await registry.add({ name: 'desk', scopes: [] });
  store.failure = new Error('disk full');
  await expect(registry.add({ name: 'other', scopes: [] })).rejects.toThrow('disk full');
  await expect(registry.rotate(client.id)).rejects.toThrow('disk full');
  await expect(registry.disable(client.id)).rejects.toThrow('disk full');
  await expect(registry.remove(client.id)).rejects.toThrow('disk full');
  expect(registry.list()).toEqual([client]);
  expect(registry.authenticate(client.id, secret)).toEqual(client);
});
