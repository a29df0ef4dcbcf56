import { pino } from 'pino';
import { expect, test, vi } from 'vitest';
import { PostgresLeases } from '../../src/cluster/postgres/leases/postgres-leases.ts';
import { deleteGoneLeases } from '../../src/cluster/roles/compute/delete-gone-leases.ts';
import { BUS_LEASES, STANDBY_LEASES } from '../../src/cluster/roles/compute/leader-health.ts';
import { DAY_MS, HOUR_MS } from '../../src/core/time.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const { open } = usePostgres();

const EXCHANGE = 'collect/exchange/kraken';
const NAMES = ['compute', `${STANDBY_LEASES}a`, `${BUS_LEASES}a`, 'collect/collector/a', EXCHANGE];

async function leased() {
  const database = await open();
  const clock = new ManualClock(0);
  const leases = new PostgresLeases({ database, clock: new ManualClock(0), holder: 'a', lastsMs: 9000 });
  for (const name of NAMES) await leases.take(name);
  const names = async () =>
    (await database.rows<{ name: string }>('select name from lease order by name')).map(({ name }) => name);
  /** As if this much time had passed for the database. */
  const pass = (ms: number) =>
    database.run("update lease set ends_at = ends_at - $1 * interval '1 millisecond'", [ms]);
  return { database, clock, leases, names, pass };
}

test('leases of processes that have been gone for a day are deleted, once an hour', async () => {
  const { database, clock, names, pass } = await leased();
  const warn = vi.fn();
  const asked = vi.spyOn(database, 'rows');
  const end = deleteGoneLeases(database, clock, { warn });
  await vi.waitFor(() => expect(clock.waiting).toBe(1));
  expect(await names()).toEqual(NAMES.toSorted());
  await pass(DAY_MS - HOUR_MS);
  clock.advance(HOUR_MS);
  await vi.waitFor(() => expect(clock.waiting).toBe(1));
  expect(await names()).toEqual(NAMES.toSorted());
  await pass(2 * HOUR_MS);
  asked.mockClear();
  clock.advance(HOUR_MS);
  await vi.waitFor(() => expect(asked).toHaveBeenCalled());
  await end();
  expect(await names()).toEqual([EXCHANGE, 'compute'].toSorted());
  expect(warn).not.toHaveBeenCalled();
});

test('a process whose lease was deleted takes it again, and numbers of exchanges go on', async () => {
  const { database, clock, leases, pass } = await leased();
  await leases.close();
  await pass(2 * DAY_MS);
  const end = deleteGoneLeases(database, clock, pino({ level: 'silent' }));
  await vi.waitFor(() => expect(clock.waiting).toBe(1));
  await end();
  expect(await leases.take(`${STANDBY_LEASES}a`)).toMatchObject({ isHeld: true });
  expect(await leases.take(EXCHANGE)).toMatchObject({ number: 2 });
});

test('updates of a lease stay on its page, and a vacuum does not lock out renewals', async () => {
  const { database } = await leased();
  const [row] = await database.rows<{ reloptions: string[] }>(
    "select reloptions from pg_class where oid = 'lease'::regclass",
  );
  expect(row!.reloptions).toEqual(expect.arrayContaining(['fillfactor=50', 'vacuum_truncate=false']));
});
