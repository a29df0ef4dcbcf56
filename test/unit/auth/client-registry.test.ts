import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ClientFile } from '../../../src/auth/client-file.ts';
import { ClientRegistry, describeClient, type BuiltInClient } from '../../../src/auth/client-registry.ts';
import { SCOPES } from '../../../src/contract/scopes.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../support/manual-clock.ts';
import { temporaryFolders } from '../../support/data-folder.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const newFolder = temporaryFolders();

const DEMO: BuiltInClient = {
  client: { id: 'demo', name: 'Demo', scopes: SCOPES, createdAt: NOW, disabled: false },
  secret: 'demo',
};

function open(folder = newFolder(), builtIn: readonly BuiltInClient[] = []) {
  const clock = new ManualClock(NOW);
  return { folder, clock, clients: new ClientRegistry(new ClientFile(folder), clock, builtIn) };
}

describe('a new client', () => {
  test('gets a secret of 256 random bits, and only with it is let in', () => {
    const { clients } = open();
    const { client, secret } = clients.add({ name: 'desk', scopes: ['read:LX'] });
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

  test('has an id and a secret of its own', () => {
    const { clients } = open();
    const issued = Array.from({ length: 50 }, () => clients.add({ name: 'same', scopes: [] }));
    expect(new Set(issued.map(({ client }) => client.id)).size).toBe(50);
    expect(new Set(issued.map(({ secret }) => secret)).size).toBe(50);
    const [first, second] = issued;
    expect(clients.authenticate(first?.client.id ?? '', second?.secret ?? '')).toBeUndefined();
  });

  test('is there after a restart, with its secret', () => {
    const { folder, clients } = open();
    const { client, secret } = clients.add({ name: 'desk', scopes: SCOPES, expiresAt: NOW + DAY_MS });
    const restarted = open(folder).clients;
    expect(restarted.list()).toEqual([client]);
    expect(restarted.authenticate(client.id, secret)).toEqual(client);
  });

  test('leaves no trace of its secret on disk', () => {
    const { folder, clients } = open();
    const { secret } = clients.add({ name: 'desk', scopes: [] });
    expect(readFileSync(join(folder, 'clients.json'), 'utf8')).not.toContain(secret);
  });
});

describe('an unknown id', () => {
  test('is refused like a wrong secret, whatever its name', () => {
    const { clients } = open();
    for (const id of ['', 'nobody', '__proto__', 'constructor']) {
      expect(clients.authenticate(id, 'secret')).toBeUndefined();
      expect(clients.usable(id)).toBeUndefined();
    }
  });

  test('cannot be disabled, rotated or removed, and the operator is told where to look', () => {
    const { clients } = open();
    for (const action of ['disable', 'rotate', 'remove'] as const) {
      expect(() => clients[action]('nobody')).toThrow(OperatorError);
      expect(() => clients[action]('nobody')).toThrow(/no client nobody.*clients list/);
    }
  });
});

describe('a disabled client', () => {
  test('is refused at once and after a restart, and is still listed', () => {
    const { folder, clients } = open();
    const { client, secret } = clients.add({ name: 'desk', scopes: [] });
    expect(clients.disable(client.id)).toEqual({ ...client, disabled: true });
    for (const registry of [clients, open(folder).clients]) {
      expect(registry.authenticate(client.id, secret)).toBeUndefined();
      expect(registry.usable(client.id)).toBeUndefined();
      expect(registry.list()).toEqual([{ ...client, disabled: true }]);
    }
  });

  test('stays disabled when its secret is rotated', () => {
    const { clients } = open();
    const { client } = clients.add({ name: 'desk', scopes: [] });
    clients.disable(client.id);
    const { secret } = clients.rotate(client.id);
    expect(clients.authenticate(client.id, secret)).toBeUndefined();
  });

  test('leaves the others alone', () => {
    const { folder, clients } = open();
    const kept = clients.add({ name: 'kept', scopes: [] });
    clients.disable(clients.add({ name: 'disabled', scopes: [] }).client.id);
    expect(open(folder).clients.authenticate(kept.client.id, kept.secret)).toEqual(kept.client);
  });
});

describe('a rotated secret', () => {
  test('takes the place of the old one, at once and after a restart', () => {
    const { folder, clients } = open();
    const { client, secret: old } = clients.add({ name: 'desk', scopes: ['read:ohlcv'] });
    const { client: same, secret: fresh } = clients.rotate(client.id);
    expect(same).toEqual(client);
    expect(fresh).not.toBe(old);
    for (const registry of [clients, open(folder).clients]) {
      expect(registry.authenticate(client.id, old)).toBeUndefined();
      expect(registry.authenticate(client.id, fresh)).toEqual(client);
    }
    expect(clients.usable(client.id)).toEqual(client);
  });
});

describe('a removed client', () => {
  test('is gone, at once and after a restart', () => {
    const { folder, clients } = open();
    const { client, secret } = clients.add({ name: 'desk', scopes: [] });
    const kept = clients.add({ name: 'kept', scopes: [] }).client;
    expect(clients.remove(client.id)).toEqual(client);
    for (const registry of [clients, open(folder).clients]) {
      expect(registry.list()).toEqual([kept]);
      expect(registry.authenticate(client.id, secret)).toBeUndefined();
    }
  });
});

describe('a client that expires', () => {
  test('is refused from that instant on', () => {
    const { clock, clients } = open();
    const { client, secret } = clients.add({ name: 'desk', scopes: [], expiresAt: NOW + DAY_MS });
    clock.advance(DAY_MS - 1);
    expect(clients.authenticate(client.id, secret)).toEqual(client);
    clock.advance(1);
    expect(clients.authenticate(client.id, secret)).toBeUndefined();
    expect(clients.usable(client.id)).toBeUndefined();
    expect(clients.list()).toEqual([client]);
  });
});

describe('a built-in client', () => {
  test('works and is listed, and is never stored', () => {
    const { folder, clients } = open(newFolder(), [DEMO]);
    expect(clients.authenticate('demo', 'demo')).toEqual(DEMO.client);
    const { client } = clients.add({ name: 'desk', scopes: [] });
    expect(clients.list().map(({ id }) => id)).toEqual(expect.arrayContaining(['demo', client.id]));
    expect(readFileSync(join(folder, 'clients.json'), 'utf8')).not.toContain('demo');
    expect(open(folder).clients.authenticate('demo', 'demo')).toBeUndefined();
  });

  test('cannot be changed, and the operator is told how to do without it', () => {
    const { clients } = open(newFolder(), [DEMO]);
    for (const action of ['disable', 'rotate', 'remove'] as const) {
      expect(() => clients[action]('demo')).toThrow(OperatorError);
      expect(() => clients[action]('demo')).toThrow(/--no-demo/);
    }
    expect(clients.authenticate('demo', 'demo')).toEqual(DEMO.client);
  });
});

test('a change that cannot be written does not count', () => {
  const { clients, folder } = open();
  const { client, secret } = clients.add({ name: 'desk', scopes: [] });
  const file = new ClientFile(folder);
  file.write = () => {
    throw new Error('disk full');
  };
  const registry = new ClientRegistry(file, new ManualClock(NOW));
  expect(() => registry.add({ name: 'other', scopes: [] })).toThrow('disk full');
  expect(() => registry.rotate(client.id)).toThrow('disk full');
  expect(() => registry.disable(client.id)).toThrow('disk full');
  expect(() => registry.remove(client.id)).toThrow('disk full');
  expect(registry.list()).toEqual([client]);
  expect(registry.authenticate(client.id, secret)).toEqual(client);
});

test('a client is described in one line', () => {
  const client = { id: 'tm-1', name: 'desk', scopes: [], createdAt: NOW, disabled: false };
  expect(describeClient(client)).toBe('tm-1  enabled  expires never  desk  (none)');
  expect(
    describeClient({ ...client, disabled: true, expiresAt: NOW, scopes: ['read:LX', 'read:ohlcv'] }),
  ).toBe('tm-1  disabled  expires 2026-01-31T12:00:00.000Z  desk  read:LX read:ohlcv');
});
