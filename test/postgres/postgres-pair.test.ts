import { afterAll, beforeAll, expect, test } from 'vitest';
import { LinkProxy } from '../support/link-proxy.ts';
import { PostgresPair } from '../support/postgres-pair.ts';
import { Database } from '../../src/cluster/postgres/database.ts';

// Servers under test must behave as the faults claim, or the faults prove nothing.

let pair: PostgresPair;
let proxy: LinkProxy;
let database: Database;
beforeAll(async () => {
  pair = await PostgresPair.start({ settings: { fsync: 'off' } });
  proxy = await LinkProxy.listen(pair.primary);
  pair.onMoved = (primary) => proxy.lead(primary);
  const url = new URL(pair.primary.url);
  url.port = String(proxy.port);
  database = new Database({ url: url.href, schema: 'public' });
  await database.run('create table kept (number integer primary key)');
});
afterAll(async () => {
  await database.close();
  await proxy.close();
  await pair.stop();
});

const kept = async () =>
  (await database.rows<{ number: number }>('select number from kept order by 1')).map(({ number }) => number);

test('acknowledged writes are there after each promotion, at the same address', async () => {
  for (const number of [1, 2, 3]) {
    await database.run('insert into kept values ($1)', [number]);
    await pair.promote();
    expect(await kept()).toEqual(Array.from({ length: number }, (_, i) => i + 1));
    await pair.rebuild();
  }
});

test('a primary whose standby is not synchronous is not killed', async () => {
  await pair.standby.kill();
  await expect.poll(() => pair.promote().catch(String), { timeout: 20_000 }).toMatch(/not synchronous/);
  expect(pair.primary.isRunning).toBe(true);
  await pair.standby.start();
  await pair.untilSynchronous();
  expect(await kept()).toEqual([1, 2, 3]);
});

test('a paused primary answers again when it resumes', async () => {
  await pair.primary.pause();
  const asked = kept();
  const first = await Promise.race([asked, pair.standby.rows('select 1').then(() => 'the standby')]);
  expect(first).toBe('the standby');
  pair.primary.resume();
  expect(await asked).toEqual([1, 2, 3]);
});

test('a killed primary has its data when it is started again', async () => {
  await pair.primary.kill();
  await pair.primary.start();
  await pair.untilSynchronous();
  await database.run('insert into kept values (4)');
  expect(await kept()).toEqual([1, 2, 3, 4]);
});
