import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { ClientRegistry } from '../../src/auth/client-registry.ts';
import { SigningKeys } from '../../src/auth/signing-keys.ts';
import type { LongLivedToken } from '../../src/auth/tokens/long-lived-token.ts';
import { LongLivedTokens } from '../../src/auth/tokens/long-lived-tokens.ts';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { ClientTable } from '../../src/cluster/postgres/secrets/client-table.ts';
import { KeyTable } from '../../src/cluster/postgres/secrets/key-table.ts';
import { LongLivedTokenTable } from '../../src/cluster/postgres/secrets/long-lived-token-table.ts';
import { KnownRevocations, REVOCATIONS_FILE } from '../../src/cluster/secrets/known-revocations.ts';
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usePostgres } from '../support/postgres-schemas.ts';
import { saveSecrets } from '../support/saved-tables.ts';

const NOW = Date.UTC(2026, 0, 31, 12);
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
const newFolder = temporaryFolders();

/** A node that knows clients, tokens and keys, with its data directory; `changes`: revocations that it has repeated. */
async function startNode(database: Database, folder = newFolder()) {
  const clock = new ManualClock(NOW);
  const changes: string[] = [];
  const problems: string[] = [];
  const revocations = new KnownRevocations({
    folder,
    onRevokedAgain: (_topic, made) => changes.push(...made),
    onProblem: (problem) => problems.push(problem),
  });
  const place = { database: await open(database.schema), clock, revocations };
  const tables = {
    clients: await ClientTable.open(place),
    tokens: new LongLivedTokenTable(place),
    keys: new KeyTable(place, 'tokens'),
  };
  const clients = await ClientRegistry.open(tables.clients, clock);
  const tokens = await LongLivedTokens.open(tables.tokens, clock);
  const keys = await SigningKeys.open(tables.keys, clock);
  const look = async () => {
    for (const table of Object.values(tables)) await table.look();
  };
  const stop = () => {
    for (const table of Object.values(tables)) table.close();
  };
  await look();
  return { folder, clock, clients, tokens, keys, changes, problems, look, stop };
}

describe('a database that was restored to an earlier point in time', () => {
  test('has a token revoked again by a running node', async () => {
    const database = await open();
    const node = await startNode(database);
    await node.tokens.add(TOKEN);
    const restore = await saveSecrets(database);
    await node.tokens.revoke(TOKEN.id);
    await restore();
    const outcomes: boolean[] = [];
    const watched = await startNode(database);
    expect(watched.tokens.findValid(TOKEN.id)).toBeDefined();
    await node.look();
    outcomes.push(node.tokens.findValid(TOKEN.id) === undefined);
    expect(outcomes).toEqual([true]);
    await watched.look();
    expect(watched.tokens.isRevoked(TOKEN.id)).toBe(true);
    expect([node.changes, watched.changes]).toEqual([['token a: revoked'], []]);
  });

  test('has everything revoked again by a node that was stopped meanwhile, from its data directory', async () => {
    const database = await open();
    const node = await startNode(database);
    const added = await Promise.all(
      ['disabled', 'removed', 'narrowed', 'rotated', 'same'].map((name) =>
        node.clients.add({ name, scopes: ['read:LX', 'read:ohlcv'] }),
      ),
    );
    const [disabled, removed, narrowed, rotated, same] = added as [
      (typeof added)[0],
      (typeof added)[0],
      (typeof added)[0],
      (typeof added)[0],
      (typeof added)[0],
    ];
    await node.tokens.add(TOKEN);
    const leaked = node.keys.current.kid;
    const restore = await saveSecrets(database);
    await node.clients.disable(disabled.client.id);
    await node.clients.remove(removed.client.id);
    await node.clients.change(narrowed.client.id, { scopes: ['read:LX'], expiresAt: NOW + HOUR_MS });
    const { secret } = await node.clients.rotate(rotated.client.id);
    await node.tokens.revoke(TOKEN.id);
    await node.keys.rotate();
    node.stop();
    await restore();

    const after = await startNode(database, node.folder);
    expect(after.clients.findUsable(disabled.client.id)).toBeUndefined();
    expect(after.clients.findUsable(removed.client.id)).toBeUndefined();
    expect(after.clients.findUsable(narrowed.client.id)).toMatchObject({
      scopes: ['read:LX'],
      expiresAt: NOW + HOUR_MS,
    });
    expect(after.clients.authenticate(rotated.client.id, rotated.secret)).toBeUndefined();
    expect(after.clients.authenticate(rotated.client.id, secret)).toBeDefined();
    expect(after.clients.authenticate(same.client.id, same.secret)).toEqual(same.client);
    expect(after.tokens.isRevoked(TOKEN.id)).toBe(true);
    expect(after.keys.current.kid).not.toBe(leaked);
    expect(after.keys.list().find(({ kid }) => kid === leaked)?.retiredAt).toBe(NOW);
    expect(after.changes.toSorted()).toEqual(
      [
        `client ${disabled.client.id}: disabled`,
        `client ${narrowed.client.id}: scopes, expiry`,
        `client ${removed.client.id}: removed`,
        `client ${rotated.client.id}: secret`,
        `key ${leaked}: retired`,
        'token a: revoked',
      ].toSorted(),
    );
    // Everything is in the database: a node that knew nothing has it, too.
    const fresh = await startNode(database);
    expect(fresh.clients.list()).toEqual(after.clients.list());
    expect([fresh.tokens.isRevoked(TOKEN.id), fresh.keys.current.kid]).toEqual([
      true,
      after.keys.current.kid,
    ]);
  });

  test('and changed since keeps its own changes, and the earlier revocations', async () => {
    const database = await open();
    const node = await startNode(database);
    const [kept, disabled] = await Promise.all([
      node.clients.add({ name: 'kept', scopes: [] }),
      node.clients.add({ name: 'disabled', scopes: [] }),
    ]);
    const restore = await saveSecrets(database);
    await node.clients.disable(disabled.client.id);
    await node.clients.rotate(kept.client.id);
    node.stop();
    await restore();
    const operator = await startNode(database);
    // At least as many changes as were lost.
    for (const name of ['one', 'two', 'three']) await operator.clients.change(kept.client.id, { name });
    const { secret } = await operator.clients.rotate(kept.client.id);
    const { client: added } = await operator.clients.add({ name: 'added', scopes: [] });

    const after = await startNode(database, node.folder);
    expect(after.clients.authenticate(kept.client.id, kept.secret)).toBeUndefined();
    expect(after.clients.authenticate(kept.client.id, secret)?.name).toBe('three');
    expect(after.clients.findUsable(added.id)).toBeDefined();
    expect(after.clients.findUsable(disabled.client.id)).toBeUndefined();
    expect(after.changes).toEqual([`client ${disabled.client.id}: disabled`]);
  });

  test('is repaired once: a client enabled afterwards by an operator stays enabled, whichever node comes later', async () => {
    const database = await open();
    const [first, second] = [await startNode(database), await startNode(database)];
    const { client } = await first.clients.add({ name: 'desk', scopes: [] });
    const restore = await saveSecrets(database);
    await first.clients.disable(client.id);
    await second.look();
    second.stop();
    await restore();
    await first.look();
    expect(first.clients.findUsable(client.id)).toBeUndefined();
    await first.clients.enable(client.id);
    const later = await startNode(database, second.folder);
    expect(later.clients.findUsable(client.id)).toBeDefined();
    expect(later.changes).toEqual([]);
  });

  test('accepts no change of a node that knows more before it has that knowledge', async () => {
    const database = await open();
    const node = await startNode(database);
    await node.tokens.add(TOKEN);
    const restore = await saveSecrets(database);
    await node.tokens.revoke(TOKEN.id);
    await restore();
    await node.tokens.add({ ...TOKEN, id: 'b' });
    expect(node.tokens.isRevoked(TOKEN.id)).toBe(true);
    expect(node.tokens.findValid('b')).toBeDefined();
  });
});

describe('the knowledge of a node', () => {
  test('follows changes of others, which are not a step back', async () => {
    const database = await open();
    const [first, second] = [await startNode(database), await startNode(database)];
    const { client } = await first.clients.add({ name: 'desk', scopes: ['read:LX'] });
    await second.look();
    await second.clients.disable(client.id);
    for (const node of [first, second]) {
      await node.look();
      await node.clients.enable(client.id);
      await node.clients.change(client.id, { scopes: ['read:LX', 'read:ohlcv'] });
      expect(node.clients.findUsable(client.id)?.scopes).toHaveLength(2);
      await node.clients.disable(client.id);
    }
    first.stop();
    await second.clients.enable(client.id);
    const again = await startNode(database, first.folder);
    expect(again.clients.findUsable(client.id)).toBeDefined();
    expect([...first.changes, ...second.changes, ...again.changes]).toEqual([]);
  });

  test('starts anew if its file is damaged, which is reported', async () => {
    const database = await open();
    const node = await startNode(database);
    await node.tokens.add(TOKEN);
    node.stop();
    writeFileSync(join(node.folder, REVOCATIONS_FILE), '{"format":1,"topics":{}}');
    const after = await startNode(database, node.folder);
    expect(after.problems).toEqual([expect.stringMatching(/^is damaged/)]);
    expect(after.tokens.findValid(TOKEN.id)).toBeDefined();
  });
});
