import { afterAll, beforeAll, expect, test } from 'vitest';
import { Database } from '../../src/cluster/postgres/database.ts';
import { migrate } from '../../src/cluster/postgres/migrations.ts';
import { probeStore } from '../../src/cluster/roles/compute/probe-store.ts';
import { PostgresPair } from '../support/postgres-pair.ts';

// A primary whose synchronous standby hangs answers every query and commits nothing.

let pair: PostgresPair;
let database: Database;
beforeAll(async () => {
  pair = await PostgresPair.start({ settings: { fsync: 'off' } });
  const { url } = pair.primary;
  const owner = new Database({ url });
  await migrate(owner);
  await owner.close();
  // How a compute node judges the store.
  database = new Database({ url, connections: 2, statementTimeoutMs: 500, connectTimeoutMs: 1000 });
});
afterAll(async () => {
  pair.standby.resume();
  await database.close();
  await pair.stop();
});

const probe = () => probeStore(database, 'standby a', 'a');
const hanging = async () => {
  const [row] = await pair.primary.rows(
    "select count(*)::int as count from pg_stat_activity where wait_event = 'SyncRep'",
  );
  return (row as { count: number }).count;
};

test('a store that commits returns its time', async () => {
  const before = Date.now();
  const there = await probe();
  expect(there).toBeGreaterThanOrEqual(before - 1000);
  expect(there).toBeLessThanOrEqual(Date.now() + 1000);
});

test('a store that answers but does not commit is detected, with only one connection that hangs', async () => {
  await pair.standby.pause();
  for (let times = 0; times < 6; times++) {
    await expect(probe()).rejects.toThrow();
    expect(await database.rows('select 1 as one')).toEqual([{ one: 1 }]);
  }
  expect(await hanging()).toBeLessThanOrEqual(1);
  pair.standby.resume();
  await expect
    .poll(
      () =>
        probe()
          .then(() => true)
          .catch(() => false),
      { timeout: 30_000 },
    )
    .toBe(true);
});
