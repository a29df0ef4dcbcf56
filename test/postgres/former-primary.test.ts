import { expect, test, vi } from 'vitest';
import type { LongLivedToken } from '../../src/auth/tokens/long-lived-token.ts';
import { LongLivedTokens } from '../../src/auth/tokens/long-lived-tokens.ts';
import { Deferred } from '../../src/core/async/deferred.ts';
import { INDEX_TYPES, type SeriesId } from '../../src/core/index-value.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../src/core/time.ts';
import { StoreOutdated } from '../../src/cluster/postgres/store-away.ts';
import type { Database, Session } from '../../src/cluster/postgres/database.ts';
import { PostgresHistoryReader } from '../../src/cluster/postgres/history/read/postgres-history-reader.ts';
import { PostgresHistoryStore } from '../../src/cluster/postgres/history/postgres-history-store.ts';
import { LongLivedTokenTable } from '../../src/cluster/postgres/secrets/long-lived-token-table.ts';
import { ManualClock } from '../support/manual-clock.ts';
import { candleOn, ORDER, sliceAt, stateAt, valuesOf, WINDOW_MS } from '../support/history-values.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const { open } = usePostgres();
const START = Date.parse('2026-03-01T12:00:30Z');
const at = (tick: number): Millis => START + tick * SLOT_MS;
const SERIES = ORDER.series[0] as SeriesId;
const DAY = Date.parse('2026-02-28T00:00:00Z');

const fail = (problem: unknown) => expect.unreachable(JSON.stringify(problem));

const openWriter = (database: Database) =>
  PostgresHistoryStore.open(database, { windowMs: WINDOW_MS, onDamage: fail, onBackgroundFailure: fail });

/** Two databases behind one address, as after a failover whose former primary still answers. */
async function stage() {
  const [former, primary] = [await open(), await open()];
  const behind = { address: former };
  const address = {
    schema: former.schema,
    rows: (...query: Parameters<Session['rows']>) => behind.address.rows(...query),
    read: (work: (session: Session) => Promise<unknown>) => behind.address.read(work),
    write: (work: (session: Session) => Promise<unknown>) => behind.address.write(work),
  } as unknown as Database;
  const reader = new PostgresHistoryReader(address, fail);
  let outdated = 0;
  reader.onOutdated = () => outdated++;
  const leadTo = (database: Database) => (behind.address = database);
  return { former, primary, address, reader, leadTo, outdated: () => outdated };
}

const page = (reader: PostgresHistoryReader) =>
  reader.readAcross({ types: INDEX_TYPES, atOrBefore: Infinity, notBefore: 0, limit: ORDER.series.length });

test('a reader refuses a former primary with an older fence, in all reads, and reads on from the new one', async () => {
  const { former, primary, reader, leadTo, outdated } = await stage();
  const old = await openWriter(former);
  await old.appendCandles([candleOn(DAY, 0)]);
  // More than a day, so that reads of sealed days take single statements.
  await old.append(sliceAt(at(0) - DAY_MS));
  await old.append(sliceAt(at(0)), stateAt(at(0)));
  await old.sealed();
  const leader = await openWriter(primary);
  await leader.appendCandles([candleOn(DAY, 0)]);
  await leader.append(sliceAt(at(0) - DAY_MS));
  await leader.append(sliceAt(at(0)));
  await leader.append(sliceAt(at(1)), stateAt(at(1)));
  await leader.sealed();
  leadTo(primary);
  expect(await page(reader)).toEqual(valuesOf(sliceAt(at(1))));

  leadTo(former);
  const sealed = { series: SERIES, atOrBefore: at(0) - DAY_MS, notBefore: 0, limit: 1 };
  const candles = { series: SERIES, startAtOrBefore: DAY, limit: 1 };
  const records = async () => {
    for await (const _ of reader.records(0, at(2))) break;
  };
  for (const read of [
    () => page(reader),
    () => reader.readSeries({ ...sealed, atOrBefore: Infinity }),
    () => reader.readSeries(sealed),
    () => reader.readCandles(candles),
    () => reader.lastTick(),
    () => reader.lastState(),
    () => reader.summary(),
    records,
  ])
    await expect(read(), String(read)).rejects.toThrow(StoreOutdated);
  expect(outdated()).toBe(8);

  leadTo(primary);
  await leader.append(sliceAt(at(2)));
  expect(await page(reader)).toEqual(valuesOf(sliceAt(at(2))));
  expect((await reader.lastTick())?.at).toBe(at(2));
  expect(await reader.readCandles(candles)).toHaveLength(1);
  expect(outdated()).toBe(8);
});

test('a reader refuses a former primary that lacks ticks of the same leader', async () => {
  const { former, primary, reader, leadTo } = await stage();
  const writers = [await openWriter(former), await openWriter(primary)];
  for (const database of [former, primary]) await database.run('update fence set number = 1');
  for (const writer of writers) Object.assign(writer, { fence: 1 });
  for (const writer of writers) await writer.append(sliceAt(at(0)));
  await writers[1]!.append(sliceAt(at(1)));
  leadTo(primary);
  await page(reader);
  leadTo(former);
  await expect(page(reader)).rejects.toThrow('is older than what this node has read');
  await writers[0]!.append(sliceAt(at(1)));
  expect(await page(reader)).toEqual(valuesOf(sliceAt(at(1))));
});

const TOKEN: LongLivedToken = {
  id: 'a',
  clientId: 'tm-1',
  audiences: ['rest'],
  scopes: ['read:LX'],
  kid: 'first',
  hash: 'of the token',
  issuedAt: START,
  expiresAt: START + DAY_MS,
};

/** A node that has seen a token being revoked, which a former primary still accepts. */
async function stageOfTokens() {
  const { former, primary, address, reader, leadTo } = await stage();
  const clock = new ManualClock(START);
  const tableIn = (database: Database) => new LongLivedTokenTable({ database, clock, progress });
  const { progress } = reader;
  for (const database of [former, primary]) await tableIn(database).change(() => [TOKEN]);
  leadTo(primary);
  const table = tableIn(address);
  const tokens = await LongLivedTokens.open(table, clock);
  await tableIn(primary).change(() => []);
  await table.look();
  expect(tokens.findValid(TOKEN.id)).toBeUndefined();
  return { former, primary, reader, leadTo, table, tokens };
}

test('a token that was revoked in the new primary is not accepted because a former primary still has it', async () => {
  const { former, primary, reader, leadTo, table, tokens } = await stageOfTokens();
  await openWriter(former);
  await openWriter(primary);
  await openWriter(primary);
  await reader.summary();
  leadTo(former);
  const change = vi.fn(() => []);
  for (const act of [() => table.look(), () => table.read(), () => table.change(change)])
    await expect(act(), String(act)).rejects.toThrow('is older than what this node has read');
  expect(change).not.toHaveBeenCalled();
  expect(tokens.findValid(TOKEN.id)).toBeUndefined();
  leadTo(primary);
  await table.look();
  expect(await table.read()).toEqual([]);
});

test('a database that lacks a published tick is not asked for tokens until a new writer has opened it', async () => {
  const { former, primary, reader, leadTo, table, tokens } = await stageOfTokens();
  for (const database of [former, primary]) await (await openWriter(database)).append(sliceAt(at(0)));
  await reader.summary();
  reader.progress.published(at(1) / SLOT_MS);
  leadTo(former);
  await expect(table.look()).rejects.toThrow('is older than what this node has read');
  expect(tokens.findValid(TOKEN.id)).toBeUndefined();
  leadTo(primary);
  await openWriter(primary);
  await table.look();
});

test('a slow read whose snapshot is older than that of a later read is not refused', async () => {
  const database = await open();
  const writer = await openWriter(database);
  await writer.append(sliceAt(at(0)));
  const snapshot = new Deferred<void>();
  const held = new Deferred<void>();
  let reads = 0;
  const slow = {
    read: (work: (session: Session) => Promise<unknown>) =>
      database.read(async (session) => {
        if (++reads > 1) return work(session);
        await session.rows('select 1 from fence');
        snapshot.resolve();
        await held.promise;
        return work(session);
      }),
  } as unknown as Database;
  const reader = new PostgresHistoryReader(slow, fail);
  const first = reader.lastTick();
  await snapshot.promise;
  await writer.append(sliceAt(at(1)));
  expect((await reader.lastTick())?.at).toBe(at(1));
  held.resolve();
  expect((await first)?.at).toBe(at(0));
});

test('a connection to a former primary is closed, so that the next read opens one to the address again', async () => {
  const database = await open();
  const backend = () =>
    database.read((session) => session.rows<{ pid: number }>('select pg_backend_pid() as pid'));
  const [before] = await backend();
  const outdated = database.read(async () => {
    throw new StoreOutdated();
  });
  await expect(outdated).rejects.toThrow(StoreOutdated);
  expect(await backend()).not.toEqual([before]);
});
