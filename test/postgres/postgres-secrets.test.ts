import { describe, expect, test } from 'vitest';
import { ClientRegistry } from '../../src/auth/client-registry.ts';
import type { LongLivedToken } from '../../src/auth/tokens/long-lived-token.ts';
import { ClientTable } from '../../src/cluster/postgres/secrets/client-table.ts';
import { LongLivedTokens } from '../../src/auth/tokens/long-lived-tokens.ts';
import { KeyTable } from '../../src/cluster/postgres/secrets/key-table.ts';
import { LongLivedTokenTable } from '../../src/cluster/postgres/secrets/long-lived-token-table.ts';
import { SigningKeys } from '../../src/auth/signing-keys.ts';
import { Deferred } from '../../src/core/async/deferred.ts';
import { DAY_MS } from '../../src/core/time.ts';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { migrate } from '../../src/cluster/postgres/migrations.ts';
import {
  describeClientStore,
  describeKeyStore,
  describeLongLivedTokenStore,
} from '../contract/ports/secrets-contract.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const SEEN_WITHIN_MS = 5000;
const TOKEN: LongLivedToken = {
  id: 'a',
  clientId: 'tm-1',
  audiences: ['rest'],
  scopes: ['read:LX'],
  kid: 'first',
  hash: 'of the token',
  issuedAt: NOW,
  expiresAt: NOW + DAY_MS,
};

const { open } = usePostgres();
const clock = () => new ManualClock(NOW);

describeClientStore('a database', async () => ClientTable.open({ database: await open(), clock: clock() }));
describeKeyStore(
  'a database',
  async () => new KeyTable({ database: await open(), clock: clock() }, 'tokens'),
);

describeLongLivedTokenStore(
  'a database',
  async () => new LongLivedTokenTable({ database: await open(), clock: clock() }),
);

/** Two processes, each with its own connection, clock and store. */
async function two<Store>(
  make: (place: { database: Database; clock: ManualClock }) => Store | Promise<Store>,
) {
  const database = await open();
  const [here, there] = [clock(), clock()];
  const first = await make({ database, clock: here });
  const second = await make({ database: await open(database.schema), clock: there });
  return { first, second, passThere: () => there.advance(SEEN_WITHIN_MS) };
}

describe('several processes', () => {
  test('hash secrets under the same key', async () => {
    const { first, second } = await two(ClientTable.open);
    expect(second.hmacKey).toEqual(first.hmacKey);
  });

  test('refuse a client that another process has disabled, within five seconds', async () => {
    const { first, second, passThere } = await two(ClientTable.open);
    const operator = await ClientRegistry.open(first, clock());
    const serving = await ClientRegistry.open(second, clock());
    const { client, secret } = await operator.add({ name: 'desk', scopes: ['read:LX'] });
    passThere();
    await expect.poll(() => serving.authenticate(client.id, secret)).toEqual(client);
    await operator.disable(client.id);
    passThere();
    await expect.poll(() => serving.findUsable(client.id)).toBeUndefined();
  });

  test('sign with the key that another process has created, within five seconds', async () => {
    const { first, second, passThere } = await two((place) => new KeyTable(place, 'tokens'));
    const operator = await SigningKeys.open(first, clock());
    const serving = await SigningKeys.open(second, clock());
    expect(serving.current.kid).toBe(operator.current.kid);
    const kid = await operator.rotate();
    passThere();
    await expect.poll(() => serving.current.kid).toBe(kid);
  });

  test('sign with the previous key until all have seen the new one', async () => {
    const { first, second, passThere } = await two((place) => new KeyTable(place, 'tokens'));
    const here = clock();
    const signsAfterMs = SEEN_WITHIN_MS;
    const operator = await SigningKeys.open(first, here, undefined, { signsAfterMs });
    const serving = await SigningKeys.open(second, clock());
    const before = operator.current.kid;
    const kid = await operator.rotate();
    here.advance(SEEN_WITHIN_MS - 1);
    expect(operator.current.kid).toBe(before);
    passThere();
    await expect.poll(() => serving.verificationKey(kid)).toBeDefined();
    here.advance(1);
    expect(operator.current.kid).toBe(kid);
  });

  test('lose no change of a client if both change it at once', async () => {
    const { first, second } = await two(ClientTable.open);
    const [a, b] = [await ClientRegistry.open(first, clock()), await ClientRegistry.open(second, clock())];
    const { client, secret: old } = await a.add({ name: 'desk', scopes: [] });
    await second.look();
    const [{ secret }] = await Promise.all([a.rotate(client.id), b.change(client.id, { name: 'renamed' })]);
    for (const store of [first, second]) await store.look();
    for (const registry of [a, b]) {
      expect(registry.authenticate(client.id, secret)).toEqual({ ...client, name: 'renamed' });
      expect(registry.authenticate(client.id, old)).toBeUndefined();
    }
  });

  test('refuse a long-lived token that another process has revoked, within five seconds', async () => {
    const { first, second, passThere } = await two((place) => new LongLivedTokenTable(place));
    const operator = await LongLivedTokens.open(first, clock());
    const serving = await LongLivedTokens.open(second, clock());
    await operator.add(TOKEN);
    passThere();
    await expect.poll(() => serving.findValid(TOKEN.id)).toEqual(TOKEN);
    await operator.revoke(TOKEN.id);
    passThere();
    await expect.poll(() => serving.isRevoked(TOKEN.id)).toBe(true);
    expect(serving.findValid(TOKEN.id)).toBeUndefined();
  });

  test('read the last uses that an older version has stored with the tokens', async () => {
    const database = await open();
    const table = new LongLivedTokenTable({ database, clock: clock() });
    await table.change(() => [TOKEN]);
    await database.run('drop function record_token_uses, delete_gone_leases; drop table token_use');
    await database.run(
      'drop view alert_client; drop table alert_record, alert_head; drop function next_alert_version',
    );
    await database.run('delete from migration where number >= 8');
    await database.run('update long_lived_token set last_used_at = $1', [NOW]);
    const used = [{ ...TOKEN, lastUsedAt: NOW }];
    expect(await table.read()).toEqual(used);
    await migrate(database);
    expect(await database.rows('select id, last_used_at from token_use')).toEqual([
      { id: TOKEN.id, last_used_at: String(NOW) },
    ]);
    expect(await table.read()).toEqual(used);
  });

  test('forget the uses of removed tokens', async () => {
    const database = await open();
    const table = new LongLivedTokenTable({ database, clock: clock() });
    await table.change(() => [{ ...TOKEN, lastUsedAt: NOW }]);
    expect(await database.rows('select from token_use')).toHaveLength(1);
    await table.change(() => []);
    expect(await database.rows('select from token_use')).toEqual([]);
  });

  test('know when a token was last used anywhere, without a notification that tokens have changed', async () => {
    const { first, second } = await two((place) => new LongLivedTokenTable(place));
    const [here, there] = [clock(), clock()];
    const a = await LongLivedTokens.open(first, here);
    await a.add(TOKEN);
    const b = await LongLivedTokens.open(second, there);
    const received: unknown[] = [];
    second.onChange((tokens) => received.push(tokens));
    await second.look();
    const before = received.length;
    here.advance(2000);
    there.advance(1000);
    a.recordUse(TOKEN.id);
    b.recordUse(TOKEN.id);
    await a.saveUse();
    await b.saveUse();
    await second.look();
    await b.loadOtherUses();
    expect(b.list()).toEqual([{ ...TOKEN, lastUsedAt: NOW + 2000 }]);
    expect(received).toHaveLength(before);
    expect((await first.read())[0]?.lastUsedAt).toBe(NOW + 2000);
  });

  test('create one key if they start at the same moment', async () => {
    const { first, second } = await two((place) => new KeyTable(place, 'tokens'));
    const [a, b] = await Promise.all([SigningKeys.open(first, clock()), SigningKeys.open(second, clock())]);
    const stored = await first.read();
    expect(stored.map(({ kid }) => kid)).toEqual([a.current.kid]);
    expect(b.current.kid).toBe(a.current.kid);
  });

  test('lose no client if both add some at once', async () => {
    const { first, second } = await two(ClientTable.open);
    const adding = Array.from({ length: 20 }, (_, i) =>
      (i % 2 === 0 ? first : second).put({
        client: { id: `tm-${i}`, name: 'desk', scopes: [], createdAt: NOW, disabled: false },
        secretHash: Buffer.alloc(32, i),
      }),
    );
    await Promise.all(adding);
    expect(await first.read()).toHaveLength(20);
    expect(await second.read()).toEqual(await first.read());
  });
});

test('key rings are independent', async () => {
  const database = await open();
  const [tokens, heads] = ['tokens', 'heads'].map((ring) => new KeyTable({ database, clock: clock() }, ring));
  await SigningKeys.open(tokens!, clock());
  expect([(await tokens!.read()).length, (await heads!.read()).length]).toEqual([1, 0]);
});

test('changes by others are not visible while the database is unavailable, which is reported once, and visible afterwards', async () => {
  const database = await open();
  const place = { database: await open(database.schema), clock: clock() };
  const states: boolean[] = [];
  const store = await ClientTable.open({ ...place, onWatching: (works) => states.push(works) });
  const received: number[] = [];
  store.onChange((clients) => received.push(clients.length));
  const operator = await ClientTable.open({ database, clock: clock() });
  await database.run(`alter table secrets_revision rename to away`);
  for (let look = 0; look < 3; look++) {
    place.clock.advance(SEEN_WITHIN_MS);
    // Polls follow each other: after the second of these, at least one poll started by the clock has ended.
    await expect(store.look()).rejects.toThrow(
      'the database of clients and keys rejected the statement (SQLSTATE 42P01): see the log of the database',
    );
  }
  expect(states).toEqual([false]);
  await database.run(`alter table away rename to secrets_revision`);
  await operator.put({
    client: { id: 'tm-1', name: 'desk', scopes: [], createdAt: NOW, disabled: false },
    secretHash: Buffer.alloc(32),
  });
  place.clock.advance(SEEN_WITHIN_MS);
  await expect.poll(() => received).toEqual([1]);
  expect(states).toEqual([false, true]);
});

test('a poll without a reply is reported too, and its late reply counts', async () => {
  const database = await open();
  const place = { database: await open(database.schema), clock: clock() };
  const states: boolean[] = [];
  const store = await ClientTable.open({ ...place, onWatching: (works) => states.push(works) });
  const locked = new Deferred<void>();
  const released = new Deferred<void>();
  const locking = database.write(async (session) => {
    await session.run('lock table secrets_revision in access exclusive mode');
    locked.resolve();
    await released.promise;
  });
  await locked.promise;
  // The poll is pending once the clock is waited on for its timeout.
  for (const _step of ['the look begins', 'it is late']) {
    await expect.poll(() => place.clock.waiting).toBe(1);
    place.clock.advance(SEEN_WITHIN_MS);
  }
  await expect.poll(() => states).toEqual([false]);
  released.resolve();
  await locking;
  await expect.poll(() => states).toEqual([false, true]);
  store.close();
});
