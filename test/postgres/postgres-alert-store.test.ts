import { afterEach, describe, expect, test } from 'vitest';
import { AlertClients } from '../../src/cluster/postgres/alerts/alert-clients.ts';
import { AlertsFenced, PostgresAlertStore } from '../../src/cluster/postgres/alerts/postgres-alert-store.ts';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { StoreUnavailable } from '../../src/core/errors.ts';
import { HOUR_MS } from '../../src/core/time.ts';
import { above, alertRule, delivery } from '../support/alert-rules.ts';
import { commitTo, contentOf, testAlertStore } from '../support/alert-store-suite.ts';
import { LinkProxy } from '../support/link-proxy.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const postgres = usePostgres();
const RULE = alertRule(above('100'));
const links: LinkProxy[] = [];
afterEach(async () => {
  for (const link of links.splice(0)) {
    link.heal();
    await link.close();
  }
});

/** Opens the writer of history. */
async function lead(database: Database): Promise<number> {
  const [row] = await database.rows<{ number: string }>(
    'update fence set number = number + 1 returning number',
  );
  return Number(row!.number);
}

describe('a store for one node', () =>
  testAlertStore(
    () => postgres.open(),
    (database) => PostgresAlertStore.open({ database }),
  ));

describe('two stores on one schema', () => {
  async function two() {
    const database = await postgres.open();
    const [a, b] = [await PostgresAlertStore.open({ database }), await PostgresAlertStore.open({ database })];
    return { database, a, b };
  }

  test('see the commits of each other after a refresh, and before a decision', async () => {
    const { a, b } = await two();
    await commitTo(a, { put: 'rule', rule: RULE });
    expect(contentOf(b).rules).toEqual([]);
    await b.refresh();
    expect(contentOf(b).rules).toEqual([RULE]);
    await commitTo(b, { put: 'rule', rule: { ...RULE, name: 'changed' } });
    const seen = await a.commit((records) => ({ changes: [], result: records.rule(RULE.id)?.name }));
    expect(seen).toBe('changed');
    await commitTo(a, { remove: 'rule', id: RULE.id });
    await b.refresh();
    expect(contentOf(b).rules).toEqual([]);
  });

  test('make interleaved commits one after the other: none is lost', async () => {
    const { a, b } = await two();
    const count = (store: PostgresAlertStore) =>
      store.commit((records) => {
        const at = (records.evaluatedAt ?? 0) + 1;
        return { changes: [{ put: 'evaluated', at }], result: at };
      });
    const counted = await Promise.all(Array.from({ length: 40 }, (_, i) => count(i % 2 ? a : b)));
    expect(counted.toSorted((x, y) => x - y)).toEqual(Array.from({ length: 40 }, (_, i) => i + 1));
    await Promise.all([a.refresh(), b.refresh()]);
    expect([a.records.evaluatedAt, b.records.evaluatedAt]).toEqual([40, 40]);
  });

  test('one that was away for longer than removed records are kept reads everything again', async () => {
    const { database, a, b } = await two();
    await commitTo(a, { put: 'rule', rule: RULE }, { put: 'rule', rule: { ...RULE, id: 'other' } });
    await b.refresh();
    await commitTo(a, { remove: 'rule', id: RULE.id });
    await a.forgetRemoved();
    const rows = async () => (await database.rows('select from alert_record where body is null')).length;
    expect(await rows()).toBe(2);
    await database.run("update alert_record set removed_at = removed_at - interval '25 hours'");
    await a.forgetRemoved();
    expect(await rows()).toBe(0);
    await b.refresh();
    expect(contentOf(b).rules.map(({ id }) => id)).toEqual(['other']);
  });

  test('one that knows more than a database that was restored reads everything again', async () => {
    const { database, a } = await two();
    await commitTo(a, { put: 'rule', rule: RULE });
    await commitTo(a, { put: 'rule', rule: { ...RULE, id: 'lost' } });
    await database.run("delete from alert_record where id = 'lost'");
    await database.run('alter table alert_head disable trigger next_version');
    await database.run('update alert_head set version = version - 1');
    await a.refresh();
    expect(contentOf(a).rules).toEqual([RULE]);
  });

  test('read more than a page, in the order in which the records were made', async () => {
    const { database, a, b } = await two();
    const ids = Array.from({ length: 700 }, (_, i) => `rule-${i}`);
    const put = (id: string) => ({ put: 'rule', rule: { ...RULE, id } }) as const;
    await commitTo(a, ...ids.slice(0, 600).map(put));
    for (const id of ids.slice(600)) await commitTo(a, put(id));
    await commitTo(a, { put: 'rule', rule: { ...RULE, id: 'rule-0', name: 'changed' } });
    await b.refresh();
    const opened = await PostgresAlertStore.open({ database });
    for (const store of [b, opened]) {
      const { rules } = contentOf(store);
      expect(rules.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
      expect(rules.find(({ id }) => id === 'rule-0')?.name).toBe('changed');
    }
    expect(contentOf(opened).rules.map(({ id }) => id)).toEqual(ids);
  });

  test('pass over a record longer than any that a node writes', async () => {
    const { database, a, b } = await two();
    await commitTo(a, { put: 'rule', rule: { ...RULE, id: 'long' } }, { put: 'rule', rule: RULE });
    await b.refresh();
    const body = JSON.stringify({ ...RULE, id: 'long', name: 'x'.repeat(200_000) });
    await database.run("update alert_record set body = $1::json, version = version + 1 where id = 'long'", [
      body,
    ]);
    await database.run('update alert_head set version = version + 1');
    await b.refresh();
    const opened = await PostgresAlertStore.open({ database });
    for (const store of [b, opened]) expect(contentOf(store).rules).toEqual([RULE]);
  });

  test('refuse everything until they are read', async () => {
    const database = await postgres.open();
    const store = PostgresAlertStore.unread({ database });
    await expect(store.refresh()).rejects.toThrow(StoreUnavailable);
    await expect(commitTo(store, { put: 'rule', rule: RULE })).rejects.toThrow(StoreUnavailable);
    await store.load();
    await commitTo(store, { put: 'rule', rule: RULE });
    expect(contentOf(store).rules).toEqual([RULE]);
  });

  test('a version that has no next one cannot be written', async () => {
    const { database, a, b } = await two();
    await commitTo(a, { put: 'rule', rule: RULE });
    await database.run('update alert_head set version = 9223372036854775807');
    await commitTo(b, { put: 'rule', rule: { ...RULE, id: 'other' } });
    await a.refresh();
    expect(contentOf(a).rules.map(({ id }) => id)).toEqual([RULE.id, 'other']);
  });

  test('a kind of record that only a newer version knows is left alone', async () => {
    const { database, a } = await two();
    await database.run("insert into alert_record (kind, id, body, version) values ('other', 'x', '{}', 1)");
    await database.run('update alert_head set version = 1');
    await a.refresh();
    await commitTo(a, { put: 'rule', rule: RULE });
    expect(await database.rows("select body from alert_record where kind = 'other'")).toEqual([{ body: {} }]);
  });
});

describe('the leader', () => {
  test('commits nothing once another node leads, and reads on', async () => {
    const database = await postgres.open();
    const old = await PostgresAlertStore.open({ database, fence: await lead(database) });
    await commitTo(old, { put: 'evaluated', at: 1 });
    const next = await PostgresAlertStore.open({ database, fence: await lead(database) });
    await expect(commitTo(old, { put: 'evaluated', at: 2 })).rejects.toThrow(AlertsFenced);
    await expect(old.forgetRemoved()).rejects.toThrow(AlertsFenced);
    expect(old.records.evaluatedAt).toBe(1);
    await commitTo(next, { put: 'evaluated', at: 3 });
    await old.refresh();
    expect(old.records.evaluatedAt).toBe(3);
  });

  test('does not keep the next one waiting for a node that holds the head', async () => {
    const database = await postgres.open();
    const store = await PostgresAlertStore.open({ database, fence: await lead(database) });
    let waiting: Promise<void> | undefined;
    await database.write(async (session) => {
      await session.rows('select from alert_head for update');
      waiting = commitTo(store, { put: 'evaluated', at: 1 });
      waiting.catch(() => undefined);
      await expect
        .poll(async () => (await database.rows('select from pg_locks where not granted')).length)
        .toBeGreaterThan(0);
      await lead(database);
    });
    await expect(waiting).rejects.toThrow(AlertsFenced);
  });

  test('removes deliveries beyond the limits from the database', async () => {
    const database = await postgres.open();
    const store = await PostgresAlertStore.open({ database, fence: await lead(database) });
    const ended = (i: number) =>
      ({ put: 'delivery', delivery: delivery({ id: `msg_${i}`, status: 'DELIVERED', endedAt: 1 }) }) as const;
    await commitTo(store, ...Array.from({ length: 103 }, (_, i) => ended(i)));
    await commitTo(store, { put: 'evaluated', at: 1 });
    const live = "select id from alert_record where kind = 'delivery' and body is not null order by number";
    const rows = await database.rows<{ id: string }>(live);
    expect(rows.map(({ id }) => id)).toEqual(Array.from({ length: 100 }, (_, i) => `msg_${i + 3}`));
  });

  test('knows the clients without their names and secrets', async () => {
    const database = await postgres.open();
    const clock = new ManualClock(HOUR_MS);
    const clients = new AlertClients(database, clock);
    const add = (id: string, content: object) =>
      database.run("insert into client (id, content, secret_hash) values ($1, $2, '')", [
        id,
        JSON.stringify({ id, name: 'Desk', scopes: ['read:LX'], disabled: false, ...content }),
      ]);
    await add('usable', { expiresAt: HOUR_MS + 1 });
    await add('expired', { expiresAt: HOUR_MS });
    await add('disabled', { disabled: true });
    await clients.refresh();
    expect(clients.findUsable('usable')).toEqual({
      id: 'usable',
      scopes: ['read:LX'],
      disabled: false,
      expiresAt: HOUR_MS + 1,
    });
    for (const id of ['expired', 'disabled'])
      expect([clients.has(id), clients.findUsable(id)]).toEqual([true, undefined]);
    await database.run('delete from client');
    await clients.refresh();
    expect(clients.has('usable')).toBe(false);
  });
});

describe('a database that goes away', () => {
  async function behindLink() {
    const direct = await postgres.open();
    const link = await LinkProxy.listen({ port: Number(new URL(postgres.url()).port) });
    links.push(link);
    const url = new URL(postgres.url());
    url.port = String(link.port);
    const { Database: Opened } = await import('../../src/cluster/postgres/database.ts');
    const database = new Opened({ url: url.href, schema: direct.schema });
    return { direct, link, database, store: await PostgresAlertStore.open({ database }) };
  }

  test('rejects reads and commits, which then are not to be read; later ones work', async () => {
    const { link, store, database } = await behindLink();
    link.refuse();
    await expect(commitTo(store, { put: 'rule', rule: RULE })).rejects.toThrow(StoreUnavailable);
    await expect(store.refresh()).rejects.toThrow(StoreUnavailable);
    expect(contentOf(store).rules).toEqual([]);
    link.heal();
    await commitTo(store, { put: 'rule', rule: RULE });
    expect(contentOf(store).rules).toEqual([RULE]);
    await database.close();
  });

  test('in the middle of a commit leaves nothing of it', async () => {
    const { link, store, direct, database } = await behindLink();
    const cut = store.commit(() => {
      link.refuse();
      return { changes: [{ put: 'rule', rule: RULE }], result: undefined };
    });
    await expect(cut).rejects.toThrow();
    expect(contentOf(store).rules).toEqual([]);
    // Its lock is gone with its connection.
    const other = await PostgresAlertStore.open({ database: direct });
    await commitTo(other, { put: 'evaluated', at: 1 });
    expect(contentOf(other).rules).toEqual([]);
    link.heal();
    await store.refresh();
    expect(store.records.evaluatedAt).toBe(1);
    await database.close();
  });

  test('a commit whose answer was lost is read later', async () => {
    const { store, direct } = await behindLink();
    const { database } = { database: direct };
    const lossy = {
      rows: database.rows.bind(database),
      write: async <T>(work: Parameters<typeof database.write<T>>[0]): Promise<T> => {
        await database.write(work);
        throw new StoreUnavailable('ECONNRESET', undefined);
      },
    } as unknown as Database;
    const losing = await PostgresAlertStore.open({ database: lossy });
    await expect(commitTo(losing, { put: 'rule', rule: RULE })).rejects.toThrow(StoreUnavailable);
    expect(contentOf(losing).rules).toEqual([]);
    await losing.refresh();
    await store.refresh();
    for (const each of [losing, store]) expect(contentOf(each).rules).toEqual([RULE]);
  });
});
