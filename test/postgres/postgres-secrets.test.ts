import { describe, expect, test } from 'vitest';
import { ClientRegistry } from '../../src/auth/client-registry.ts';
import { ClientTable } from '../../src/auth/postgres/client-table.ts';
import { KeyTable } from '../../src/auth/postgres/key-table.ts';
import { SigningKeys } from '../../src/auth/signing-keys.ts';
import type { Database } from '../../src/postgres/database.ts';
import { describeClientStore, describeKeyStore } from '../contract/secrets-contract.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
const SEEN_WITHIN_MS = 5000;

const { open } = usePostgres();
const clock = () => new ManualClock(NOW);

describeClientStore('a database', async () => ClientTable.open({ database: await open(), clock: clock() }));
describeKeyStore(
  'a database',
  async () => new KeyTable({ database: await open(), clock: clock() }, 'tokens'),
);

/** Two processes: each with a connection, a clock and a store of its own. */
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

  test('refuse a client that another one has disabled, within five seconds', async () => {
    const { first, second, passThere } = await two(ClientTable.open);
    const operator = await ClientRegistry.open(first, clock());
    const serving = await ClientRegistry.open(second, clock());
    const { client, secret } = await operator.add({ name: 'desk', scopes: ['read:LX'] });
    passThere();
    await expect.poll(() => serving.authenticate(client.id, secret)).toEqual(client);
    await operator.disable(client.id);
    passThere();
    await expect.poll(() => serving.usable(client.id)).toBeUndefined();
  });

  test('sign with the key that another one has made, within five seconds', async () => {
    const { first, second, passThere } = await two((place) => new KeyTable(place, 'tokens'));
    const operator = await SigningKeys.open(first, clock());
    const serving = await SigningKeys.open(second, clock());
    expect(serving.current.kid).toBe(operator.current.kid);
    const kid = await operator.rotate();
    passThere();
    await expect.poll(() => serving.current.kid).toBe(kid);
  });

  test('make one key where they begin at the same moment', async () => {
    const { first, second } = await two((place) => new KeyTable(place, 'tokens'));
    const [a, b] = await Promise.all([SigningKeys.open(first, clock()), SigningKeys.open(second, clock())]);
    const stored = await first.read();
    expect(stored.map(({ kid }) => kid)).toEqual([a.current.kid]);
    expect(b.current.kid).toBe(a.current.kid);
  });

  test('lose none of the clients that both add at once', async () => {
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

test('rings of keys are apart', async () => {
  const database = await open();
  const [tokens, heads] = ['tokens', 'heads'].map((ring) => new KeyTable({ database, clock: clock() }, ring));
  await SigningKeys.open(tokens!, clock());
  expect([(await tokens!.read()).length, (await heads!.read()).length]).toEqual([1, 0]);
});

test('what others change is not seen while the database is away, which is told once, and seen afterwards', async () => {
  const database = await open();
  const place = { database: await open(database.schema), clock: clock() };
  const told: boolean[] = [];
  const store = await ClientTable.open({ ...place, onWatching: (works) => told.push(works) });
  const heard: number[] = [];
  store.onChange((clients) => heard.push(clients.length));
  const operator = await ClientTable.open({ database, clock: clock() });
  await database.run(`alter table secrets_revision rename to away`);
  for (let look = 0; look < 3; look++) {
    place.clock.advance(SEEN_WITHIN_MS);
    await expect.poll(() => place.clock.waiting).toBe(1);
  }
  expect(told).toEqual([false]);
  await database.run(`alter table away rename to secrets_revision`);
  await operator.put({
    client: { id: 'tm-1', name: 'desk', scopes: [], createdAt: NOW, disabled: false },
    secretHash: Buffer.alloc(32),
  });
  place.clock.advance(SEEN_WITHIN_MS);
  await expect.poll(() => heard).toEqual([1]);
  expect(told).toEqual([false, true]);
});
