import { beforeEach, describe, expect, test, vi } from 'vitest';
import { PostgresLeases } from '../../src/cluster/postgres/leases/postgres-leases.ts';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const LASTS_MS = 9000;
const RENEWED_MS = 3000;

const { open } = usePostgres();

interface Process {
  readonly leases: PostgresLeases;
  readonly clock: ManualClock;
  readonly database: Database;
}

let first: Process;
let second: Process;

async function started(holder: string, schema?: string): Promise<Process> {
  const [database, clock] = [await open(schema), new ManualClock(0)];
  const leases = new PostgresLeases({ database, clock, holder, lastsMs: LASTS_MS });
  return { leases, clock, database };
}

beforeEach(async () => {
  first = await started('first');
  second = await started('second', first.database.schema);
});

/** As if this much time had passed for the database. */
async function passInDatabase(ms: number): Promise<void> {
  await first.database.run("update lease set ends_at = ends_at - $1 * interval '1 millisecond'", [ms]);
}

const endsAt = async () => {
  const [row] = await first.database.rows<{ left: string }>(
    'select extract(epoch from ends_at - clock_timestamp()) * 1000 as left from lease',
  );
  return Number(row!.left);
};

describe('a lease', () => {
  test('is held by one process until it releases it', async () => {
    const lease = await first.leases.take('compute');
    expect(lease).toMatchObject({ name: 'compute', number: 1, isHeld: true });
    expect(await second.leases.take('compute')).toBeUndefined();
    await lease!.release();
    expect(lease!.isHeld).toBe(false);
    await lease!.lost;
    expect(await second.leases.take('compute')).toMatchObject({ number: 2, isHeld: true });
  });

  test('is independent of leases with other names', async () => {
    await first.leases.take('a');
    expect(await second.leases.take('b')).toBeDefined();
  });

  test('goes to one of many that request it at once', async () => {
    const wanted = Array.from({ length: 30 }, (_, i) =>
      (i % 2 === 0 ? first : second).leases.take('compute'),
    );
    expect((await Promise.all(wanted)).filter((lease) => lease !== undefined)).toHaveLength(1);
  });

  test('is renewed as long as it is needed', async () => {
    const lease = await first.leases.take('compute');
    for (let round = 0; round < 10; round++) {
      await passInDatabase(RENEWED_MS);
      first.clock.advance(RENEWED_MS);
      await expect.poll(endsAt).toBeGreaterThan(LASTS_MS - 1000);
      expect(lease!.isHeld).toBe(true);
    }
    expect(await second.leases.take('compute')).toBeUndefined();
  });

  test('that is not renewed goes to another process, with a greater number', async () => {
    await first.leases.take('compute');
    await passInDatabase(LASTS_MS + 1000);
    expect(await second.leases.take('compute')).toMatchObject({ number: 2 });
  });

  test('expires for its holder before the database would give it to another', async () => {
    const lease = await first.leases.take('compute');
    await first.database.close();
    first.clock.advance(LASTS_MS - 1);
    expect(lease!.isHeld).toBe(true);
    first.clock.advance(1);
    expect(lease!.isHeld).toBe(false);
    await lease!.lost;
    expect(await second.leases.take('compute')).toBeUndefined();
  });

  test('that was lost while the process slept is reported as soon as it wakes up, and never comes back', async () => {
    const lease = await first.leases.take('compute');
    await passInDatabase(LASTS_MS + 1000);
    const taken = await second.leases.take('compute');
    first.clock.advance(10 * LASTS_MS);
    await lease!.lost;
    expect([lease!.isHeld, taken!.isHeld]).toEqual([false, true]);
    await lease!.release();
    expect(await first.leases.take('compute')).toBeUndefined();
  });

  test('that another process has taken is detected at its renewal', async () => {
    const lease = await first.leases.take('compute');
    await first.database.run('update lease set number = number + 1');
    first.clock.advance(RENEWED_MS);
    await lease!.lost;
    expect(lease!.isHeld).toBe(false);
  });

  test('uses the clock of the database, whatever the clocks of the processes say', async () => {
    second.clock.step(Date.UTC(2100, 0, 1));
    await first.leases.take('compute');
    expect(await second.leases.take('compute')).toBeUndefined();
  });

  test('a renewal with a late reply counts from its request', async () => {
    const lease = await first.leases.take('compute');
    const locked = await holdRow(second.database);
    first.clock.advance(RENEWED_MS);
    await expect.poll(() => waitingFor(first.database)).toBe(1);
    first.clock.advance(RENEWED_MS);
    await locked.release();
    await expect.poll(() => first.clock.waiting).toBe(2);
    // Requested after 3 s: certain until 12 s, not until 15.
    first.clock.advance(LASTS_MS - RENEWED_MS);
    expect(lease!.isHeld).toBe(false);
  });

  test('all are released when they are closed', async () => {
    const [a, b] = [await first.leases.take('a'), await first.leases.take('b')];
    await first.leases.close();
    expect([a!.isHeld, b!.isHeld]).toEqual([false, false]);
    expect(await second.leases.take('a')).toBeDefined();
    expect(await second.leases.take('b')).toBeDefined();
  });
});

describe('many leases of one holder', () => {
  const names = Array.from({ length: 248 }, (_, i) => `exchange/${i}`);
  const takenBy = (process: Process) => Promise.all(names.map((name) => process.leases.take(name)));

  test('are renewed by one statement', async () => {
    const leases = await takenBy(first);
    await passInDatabase(LASTS_MS - 1000);
    const asked = vi.spyOn(first.database, 'rows');
    first.clock.advance(RENEWED_MS);
    await expect.poll(endsAt).toBeGreaterThan(LASTS_MS - 1000);
    expect(asked.mock.calls.filter(([sql]) => sql.startsWith('update lease'))).toHaveLength(1);
    asked.mockRestore();
    first.clock.advance(LASTS_MS - RENEWED_MS);
    expect(leases.every((lease) => lease?.isHeld)).toBe(true);
  });

  test('of which another process has taken one, lose only that one', async () => {
    const leases = await takenBy(first);
    await first.database.run("update lease set number = number + 1, holder = 'second' where name = $1", [
      names[7],
    ]);
    first.clock.advance(RENEWED_MS);
    await leases[7]!.lost;
    expect(leases.filter((lease) => !lease?.isHeld)).toEqual([leases[7]]);
  });

  test('are listed with their holders while they last', async () => {
    await first.leases.take('exchange/a');
    await second.leases.take('exchange/b');
    await second.leases.take('compute');
    const released = await second.leases.take('exchange/c');
    await released!.release();
    const holders = await first.leases.holders('exchange/');
    expect([...holders].toSorted()).toEqual([
      ['exchange/a', 'first'],
      ['exchange/b', 'second'],
    ]);
    await passInDatabase(LASTS_MS + 1000);
    expect([...(await first.leases.holders('exchange/'))]).toEqual([]);
  });

  test('are released by one statement when they are closed', async () => {
    await takenBy(first);
    const asked = vi.spyOn(first.database, 'run');
    await first.leases.close();
    expect(asked).toHaveBeenCalledTimes(1);
    asked.mockRestore();
    expect((await takenBy(second)).every((lease) => lease?.isHeld)).toBe(true);
  });
});

/** No process can change a lease until it is released. */
async function holdRow(database: Database): Promise<{ release(): Promise<void> }> {
  let release!: () => void;
  const released = new Promise<void>((resolve) => (release = resolve));
  let held!: () => void;
  const holding = new Promise<void>((resolve) => (held = resolve));
  const work = database.write(async (session) => {
    await session.rows('select 1 from lease for update');
    held();
    await released;
  });
  await holding;
  return {
    release: async () => {
      release();
      await work;
    },
  };
}

async function waitingFor(database: Database): Promise<number> {
  const [row] = await database.rows<{ count: string }>(
    "select count(*) from pg_stat_activity where wait_event_type = 'Lock'",
  );
  return Number(row!.count);
}
