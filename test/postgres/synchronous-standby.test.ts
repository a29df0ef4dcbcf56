import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { PostgresMember } from '../support/postgres-member.ts';
import { postgresUser } from '../support/postgres-server.ts';

// Checks what docs/run/cluster-database.md says about losing a synchronous standby, with three servers. Each test continues from the previous one.

const SYNCHRONOUS = 'ANY 1 (pg1, pg2, pg3)';
const SETTINGS = {
  wal_level: 'replica',
  max_wal_senders: '10',
  hot_standby: 'on',
  shared_buffers: '16MB',
  wal_retrieve_retry_interval: '200ms',
};

const place = mkdtempSync(join(tmpdir(), 'tidemark-synchronous-'));
let servers: readonly PostgresMember[];

beforeAll(async () => {
  const { uid, gid } = postgresUser();
  chownSync(place, uid, gid);
  servers = await Promise.all(
    ['pg1', 'pg2', 'pg3'].map((name) =>
      // The primary knows a standby by its cluster name.
      PostgresMember.at(join(place, name), { ...SETTINGS, cluster_name: name }),
    ),
  );
  const [first, ...others] = servers;
  await first!.initialise();
  await first!.start();
  await first!.rows('create table written (n integer)');
  for (const [i, standby] of others.entries()) {
    await first!.rows(`select pg_create_physical_replication_slot('slot_${i}')`);
    await standby.copyFrom(first!, `slot_${i}`);
    await standby.start();
  }
  first!.configure({ synchronous_standby_names: SYNCHRONOUS });
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  rmSync(place, { recursive: true, force: true });
});

const synchronous = async (primary: PostgresMember) =>
  Number(
    (
      await primary.rows<{ n: string }>(
        "select count(*) as n from pg_stat_replication where sync_state in ('sync', 'quorum')",
      )
    )[0]!.n,
  );

const commit = (server: PostgresMember, n: number) => server.rows(`insert into written values (${n})`);
const waiting = async (server: PostgresMember) =>
  (await server.rows("select 1 from pg_stat_activity where wait_event = 'SyncRep'")).length;
const written = async (server: PostgresMember) =>
  (await server.rows<{ n: number }>('select n from written order by n')).map(({ n }) => n);

test('with two standbys of which one must acknowledge, losing one of them does not stop commits', async () => {
  const [first, , third] = servers;
  await expect.poll(() => synchronous(first!)).toBe(2);
  await third!.kill();
  await commit(first!, 1);
  await third!.start();
  await expect.poll(() => synchronous(first!)).toBe(2);
});

test('losing the primary loses no data: the more advanced standby is promoted, and commits once the other one follows it', async () => {
  const [first, second, third] = servers;
  await commit(first!, 2);
  await first!.kill();
  const received = async (server: PostgresMember) =>
    (await server.rows<{ lsn: string }>("select pg_last_wal_receive_lsn() - '0/0' as lsn"))[0]!.lsn;
  const [more, other] =
    Number(await received(second!)) >= Number(await received(third!)) ? [second!, third!] : [third!, second!];
  more.configure({ synchronous_standby_names: SYNCHRONOUS });
  await more.rows('select pg_promote(true, 60)');
  await more.rows(
    "select pg_create_physical_replication_slot(slot) from unnest('{slot_0,slot_1}'::text[]) as slot",
  );
  // Settings written by pg_basebackup -R take precedence over other files.
  await other.rows(`alter system set primary_conninfo = 'user=postgres host=127.0.0.1 port=${more.port}'`);
  await other.rows('select pg_reload_conf()');
  await expect.poll(() => synchronous(more)).toBe(1);
  await commit(more, 3);
  expect(await written(more)).toEqual([1, 2, 3]);
  servers = [more, other, first!];
});

test('without any standby, commits hang while reads work, which is reported; removing the standby names lets them finish', async () => {
  const [primary, standby] = servers;
  await standby!.kill();
  const hanging = commit(primary!, 4);
  await expect.poll(() => waiting(primary!)).toBe(1);
  expect(await synchronous(primary!)).toBe(0);
  expect(await written(primary!)).toEqual([1, 2, 3]);
  primary!.configure({ synchronous_standby_names: '' });
  await hanging;
  expect(await written(primary!)).toEqual([1, 2, 3, 4]);
});

test("commits on a server without a standby also hang with '*'", async () => {
  const [primary] = servers;
  primary!.configure({ synchronous_standby_names: '*' });
  await expect
    .poll(
      async () =>
        (
          await primary!.rows<{ setting: string }>(
            "select current_setting('synchronous_standby_names') as setting",
          )
        )[0]?.setting,
    )
    .toBe('*');
  const hanging = commit(primary!, 5);
  await expect.poll(() => waiting(primary!)).toBe(1);
  primary!.configure({ synchronous_standby_names: '' });
  await hanging;
});
