import { describe, expect, test } from 'vitest';
import { ClientRegistry } from '../../src/auth/client-registry.ts';
import type { ClientStore, StoredClient } from '../../src/auth/client-store.ts';
import type { KeyStore, StoredKey } from '../../src/auth/key-store.ts';
import { SigningKeys } from '../../src/auth/signing-keys.ts';
import { ManualClock } from '../support/manual-clock.ts';

const NOW = Date.UTC(2026, 0, 31, 12);

function stored(id: string, name = 'desk'): StoredClient {
  const client = { id, name, scopes: [], createdAt: NOW, disabled: false };
  return { client, secretHash: Buffer.alloc(32, id.length) };
}

const byId = (clients: readonly StoredClient[]) =>
  clients.toSorted((a, b) => (a.client.id < b.client.id ? -1 : 1));

/** What every store of clients must do. */
export function describeClientStore(name: string, open: () => ClientStore | Promise<ClientStore>): void {
  describe(`${name} keeps clients`, () => {
    test('a new one has none, and a key of 256 bits', async () => {
      const store = await open();
      expect(await store.read()).toEqual([]);
      expect(store.hmacKey).toHaveLength(32);
    });

    test('what was put is read, and replaces what had its id', async () => {
      const store = await open();
      await store.put(stored('tm-1'));
      await store.put(stored('tm-22'));
      await store.put(stored('tm-1', 'renamed'));
      expect(byId(await store.read())).toEqual([stored('tm-1', 'renamed'), stored('tm-22')]);
    });

    test('what was removed is gone; an unknown id changes nothing', async () => {
      const store = await open();
      await store.put(stored('tm-1'));
      await store.put(stored('tm-22'));
      await store.remove('tm-1');
      await store.remove('tm-333');
      expect(await store.read()).toEqual([stored('tm-22')]);
    });

    test('every listener has heard all clients when a change is done, until it ends', async () => {
      const store = await open();
      const heard: number[] = [];
      const end = store.onChange((clients) => heard.push(clients.length));
      await store.put(stored('tm-1'));
      expect(heard).toEqual([1]);
      await store.put(stored('tm-22'));
      await store.remove('tm-1');
      expect(heard).toEqual([1, 2, 1]);
      end();
      await store.put(stored('tm-333'));
      expect(heard).toEqual([1, 2, 1]);
    });

    test('what one registry changes counts in another at once', async () => {
      const store = await open();
      const clock = new ManualClock(NOW);
      const [operator, serving] = await Promise.all([
        ClientRegistry.open(store, clock),
        ClientRegistry.open(store, clock),
      ]);
      const { client, secret } = await operator.add({ name: 'desk', scopes: ['read:LX'] });
      expect(serving.authenticate(client.id, secret)).toEqual(client);
      await operator.disable(client.id);
      expect(serving.usable(client.id)).toBeUndefined();
      await operator.remove(client.id);
      expect(serving.list()).toEqual([]);
    });
  });
}

/** What every store of signing keys must do. */
export function describeKeyStore(name: string, open: () => KeyStore | Promise<KeyStore>): void {
  describe(`${name} keeps signing keys`, () => {
    test('a new one has none', async () => {
      expect(await (await open()).read()).toEqual([]);
    });

    test('a change sees what is stored, and is heard and read; the same keys are no change', async () => {
      const store = await open();
      const heard: (readonly StoredKey[])[] = [];
      store.onChange((keys) => heard.push(keys));
      const first = await SigningKeys.open(store, new ManualClock(NOW));
      await store.change((keys) => keys);
      expect(heard).toHaveLength(1);
      expect((await store.read()).map(({ kid }) => kid)).toEqual([first.current.kid]);
      expect(heard[0]).toEqual(await store.read());
    });

    test('processes that start at once on a new store sign with the same key', async () => {
      const store = await open();
      const all = await Promise.all(
        Array.from({ length: 3 }, () => SigningKeys.open(store, new ManualClock(NOW))),
      );
      expect(new Set(all.map(({ current }) => current.kid)).size).toBe(1);
      expect(all.filter(({ isNew }) => isNew)).toHaveLength(1);
      expect(await store.read()).toHaveLength(1);
    });

    test('a key that is rotated while another process reads the store is the one that it signs with', async () => {
      const store = await open();
      const operator = await SigningKeys.open(store, new ManualClock(NOW));
      let rotated: Promise<string> | undefined;
      // What was read is handed over only after the change.
      const slow: KeyStore = {
        read: async () => {
          const keys = await store.read();
          rotated ??= operator.rotate();
          await rotated;
          return keys;
        },
        change: (change) => store.change(change),
        onChange: (hear) => store.onChange(hear),
      };
      const serving = await SigningKeys.open(slow, new ManualClock(NOW));
      expect(serving.current.kid).toBe(await rotated);
    });

    test('a key that one process rotates signs and verifies in the others', async () => {
      const store = await open();
      const clock = new ManualClock(NOW);
      const operator = await SigningKeys.open(store, clock);
      const serving = await SigningKeys.open(store, clock);
      const before = serving.current.kid;
      const kid = await operator.rotate();
      await expect.poll(() => serving.current.kid).toBe(kid);
      expect(serving.verificationKey(before)).toBeDefined();
      expect(serving.jwks()).toEqual(operator.jwks());
    });
  });
}
