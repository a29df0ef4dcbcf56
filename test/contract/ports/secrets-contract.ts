import { describe, expect, test } from 'vitest';
import { ClientRegistry } from '../../../src/auth/client-registry.ts';
import type { ClientStore, StoredClient } from '../../../src/auth/client-store.ts';
import type { KeyStore, StoredKey } from '../../../src/auth/key-store.ts';
import type { LongLivedToken, LongLivedTokenStore } from '../../../src/auth/tokens/long-lived-token.ts';
import { LongLivedTokens } from '../../../src/auth/tokens/long-lived-tokens.ts';
import { SigningKeys } from '../../../src/auth/signing-keys.ts';
import { OperatorError } from '../../../src/core/errors.ts';
import { DAY_MS } from '../../../src/core/time.ts';
import { ManualClock } from '../../support/manual-clock.ts';

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

    test('an update begins with what is stored; without a client it is refused, and changes nothing', async () => {
      const store = await open();
      await store.put(stored('tm-1'));
      await store.put(stored('tm-22'));
      const rename = (name: string) => (before: StoredClient) => ({
        ...before,
        client: { ...before.client, name: `${before.client.name}, ${name}` },
      });
      await store.update('tm-1', rename('first'));
      const received: number[] = [];
      store.onChange((clients) => received.push(clients.length));
      expect(await store.update('tm-1', rename('second'))).toEqual(stored('tm-1', 'desk, first, second'));
      await expect(store.update('tm-333', rename('third'))).rejects.toThrow(/there is no client tm-333/);
      expect(byId(await store.read())).toEqual([stored('tm-1', 'desk, first, second'), stored('tm-22')]);
      expect(received).toEqual([2]);
    });

    test('what was removed is gone; an unknown id changes nothing', async () => {
      const store = await open();
      await store.put(stored('tm-1'));
      await store.put(stored('tm-22'));
      await store.remove('tm-1');
      await store.remove('tm-333');
      expect(await store.read()).toEqual([stored('tm-22')]);
    });

    test('every listener has received all clients when a change is done, until it is removed', async () => {
      const store = await open();
      const received: number[] = [];
      const end = store.onChange((clients) => received.push(clients.length));
      await store.put(stored('tm-1'));
      expect(received).toEqual([1]);
      await store.put(stored('tm-22'));
      await store.remove('tm-1');
      expect(received).toEqual([1, 2, 1]);
      end();
      await store.put(stored('tm-333'));
      expect(received).toEqual([1, 2, 1]);
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
      expect(serving.findUsable(client.id)).toBeUndefined();
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

    test('a change starts from the stored keys, reaches listeners, and can be read; the same keys are no change', async () => {
      const store = await open();
      const received: (readonly StoredKey[])[] = [];
      store.onChange((keys) => received.push(keys));
      const first = await SigningKeys.open(store, new ManualClock(NOW));
      await store.change((keys) => keys);
      expect(received).toHaveLength(1);
      expect((await store.read()).map(({ kid }) => kid)).toEqual([first.current.kid]);
      expect(received[0]).toEqual(await store.read());
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
        onChange: (listener) => store.onChange(listener),
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

function token(id: string, changes: Partial<LongLivedToken> = {}): LongLivedToken {
  return {
    id,
    clientId: 'tm-1',
    audiences: ['rest'],
    scopes: ['read:LX'],
    kid: 'first',
    hash: 'of the token',
    issuedAt: NOW,
    expiresAt: NOW + 90 * DAY_MS,
    ...changes,
  };
}

/** What every store of long-lived tokens must do. */
export function describeLongLivedTokenStore(
  name: string,
  open: () => LongLivedTokenStore | Promise<LongLivedTokenStore>,
): void {
  describe(`${name} keeps long-lived tokens`, () => {
    test('a new one has none', async () => {
      const store = await open();
      expect(await store.read()).toEqual([]);
      await store.saveUses(new Map([['a', NOW]]));
      expect(await store.read()).toEqual([]);
    });

    test('a change sees what is stored, and is read in the order in which tokens were made', async () => {
      const store = await open();
      for (const id of ['b', 'a', 'c']) await store.change((tokens) => [...tokens, token(id)]);
      await store.change((tokens) =>
        tokens.map((each) => (each.id === 'b' ? token('b', { revokedAt: NOW }) : each)),
      );
      await store.change((tokens) => tokens.filter(({ id }) => id !== 'a'));
      expect(await store.read()).toEqual([token('b', { revokedAt: NOW }), token('c')]);
    });

    test('the limits of a URL token are kept', async () => {
      const store = await open();
      const limited = token('a', { kid: '', url: { perMinute: 60, names: ['BTC', 'BTC_USD'] } });
      const unlimited = token('b', { kid: '', url: { perMinute: 120 } });
      await store.change(() => [limited, unlimited]);
      expect(await store.read()).toEqual([limited, unlimited]);
    });

    test('every listener has received all tokens when a change is done, until it is removed; the same tokens are no change', async () => {
      const store = await open();
      const received: (readonly LongLivedToken[])[] = [];
      const end = store.onChange((tokens) => received.push(tokens));
      await store.change((tokens) => [...tokens, token('a')]);
      await store.change((tokens) => tokens);
      expect(received).toEqual([[token('a')]]);
      end();
      await store.change(() => []);
      expect(received).toHaveLength(1);
    });

    test('what a change throws is what it rejects with, and nothing has changed', async () => {
      const store = await open();
      await store.change(() => [token('a')]);
      const refusal = new OperatorError('no');
      const refuse = () => {
        throw refusal;
      };
      await expect(store.change(refuse)).rejects.toBe(refusal);
      expect(await store.read()).toEqual([token('a')]);
    });

    test('the later of two times of last use stays, and those of unknown tokens are left out', async () => {
      const store = await open();
      await store.change(() => [token('a'), token('b', { lastUsedAt: NOW + 5 })]);
      await store.saveUses(
        new Map([
          ['a', NOW + 3],
          ['b', NOW + 4],
          ['x', NOW],
        ]),
      );
      await store.saveUses(new Map([['a', NOW + 2]]));
      const used = [token('a', { lastUsedAt: NOW + 3 }), token('b', { lastUsedAt: NOW + 5 })];
      expect(await store.read()).toEqual(used);
      await store.change(() => [token('a', { lastUsedAt: NOW + 1 }), token('b')]);
      expect(await store.read()).toEqual(used);
    });

    test('what is revoked in one process has ended in another', async () => {
      const store = await open();
      const clock = new ManualClock(NOW);
      const [operator, serving] = await Promise.all([
        LongLivedTokens.open(store, clock),
        LongLivedTokens.open(store, clock),
      ]);
      await operator.add(token('a'));
      expect(serving.findValid('a')).toEqual(token('a'));
      await operator.revoke('a');
      expect([serving.findValid('a'), serving.isRevoked('a')]).toEqual([undefined, true]);
      await expect(serving.revoke('a')).rejects.toThrow('token a is already revoked');
    });
  });
}
