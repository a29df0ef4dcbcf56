import { createHash } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { breakFence, mendFence } from '../system/chaos/broken-fence.ts';
import { check } from '../system/chaos/checker.ts';
import type { ClientRecord, Tick } from '../system/chaos/record.ts';
import { storedTruth } from '../system/chaos/stored-truth.ts';
import { tickOfStored } from '../system/chaos/ticks-of.ts';
import { DAY_MS, SLOT_MS } from '../../src/core/time.ts';
import { hashRecord, type TickRecord } from '../../src/engine/record/tick-record.ts';
import { StoreLostTicks, type TickSlice } from '../../src/history/history-store.ts';
import { PostgresHistoryBackend } from '../../src/cluster/postgres/history/postgres-history-backend.ts';
import type { PostgresHistoryStore } from '../../src/cluster/postgres/history/postgres-history-store.ts';
import { sliceAt, valuesOf } from '../support/history-values.ts';
import { startPostgres, type PostgresServer } from '../support/postgres-server.ts';

const START = Date.parse('2026-02-27T10:00:00Z');
const at = (slot: number) => START + slot * SLOT_MS;
const SOME = (number: number) => number % 30 === 0;
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

let server: PostgresServer;
let asked: pg.Client;
let schemas = 0;
beforeAll(async () => {
  server = await startPostgres({ fsync: 'off' });
  asked = new pg.Client({ connectionString: server.url });
  await asked.connect();
});
afterAll(async () => {
  await asked?.end();
  await server?.stop();
});

const database = { rows: async <T>(sql: string) => (await asked.query(sql)).rows as T[] };

/** A leader that stores ticks, each after the record of its own last one. */
class Leader {
  readonly store: PostgresHistoryStore;
  /** Ticks that a client of its serving node has received. */
  readonly published: Tick[] = [];
  #previous: string;

  private constructor(store: PostgresHistoryStore, previous: string) {
    this.store = store;
    this.#previous = previous;
  }

  static async takeOver(schema: string): Promise<Leader> {
    const store = await new PostgresHistoryBackend({ url: server.url, schema }).openWriter({
      windowMs: DAY_MS,
      onDamage: () => undefined,
      onBackgroundFailure: () => undefined,
    });
    const last = await store.lastTick();
    const record = last && (JSON.parse(Buffer.from(last.record).toString()) as TickRecord);
    return new Leader(store, record ? hashRecord(record, sha256) : '');
  }

  async tick(slot: number): Promise<string> {
    const record: TickRecord = {
      at: at(slot),
      methodology: '2',
      reference: 'reference',
      input: `of writer ${this.store.fence}`,
      state: 'state',
      output: 'output',
      previous: this.#previous,
    };
    const slice: TickSlice = { ...sliceAt(at(slot), SOME), record: Buffer.from(JSON.stringify(record)) };
    const outcome = await this.store.append(slice);
    if (outcome !== 'stored') return outcome;
    this.#previous = hashRecord(record, sha256);
    this.published.push(...valuesOf(slice).map(tickOfStored));
    return outcome;
  }
}

/** The deposed leader computed its last tick before it knew. */
async function deposeLeader(schema: string, beforeLast: () => Promise<unknown> = async () => undefined) {
  const first = await Leader.takeOver(schema);
  await first.tick(0);
  await first.tick(1);
  const second = await Leader.takeOver(schema);
  await second.tick(2);
  await beforeLast();
  const outcome = await first.tick(3).catch((error: unknown) => error);
  if (outcome !== 'stored') await second.tick(3);
  const given = [...first.published, ...second.published]
    .toSorted((a, b) => a.at - b.at)
    .map((tick) => ({ ...tick, arrivedAt: tick.at + 100 }));
  const client: ClientRecord = { name: 'client', node: 'serve-1', given, connections: [given], failures: [] };
  await Promise.all([first.store.close(), second.store.close()]);
  const truth = await storedTruth({ url: server.url, schema }, at(0), at(3));
  const verdict = check({ from: at(0), to: at(3), clients: [client], pages: [], faults: [], truth });
  return { outcome, verdict };
}

async function madeSchema(): Promise<string> {
  const schema = `fence_${++schemas}`;
  const store = await new PostgresHistoryBackend({ url: server.url, schema }).openWriter({
    windowMs: DAY_MS,
    onDamage: () => undefined,
    onBackgroundFailure: () => undefined,
  });
  await store.close();
  return schema;
}

test('a leader that was deposed stores nothing, and the checker finds nothing', async () => {
  const { outcome, verdict } = await deposeLeader(await madeSchema());
  expect(outcome).toBe('fenced');
  expect(verdict).toMatchObject({ violations: [], slots: 4 });
});

test('with a fence broken in the database it stores nothing after a tick of another leader', async () => {
  const schema = await madeSchema();
  await breakFence(database, schema);
  const { outcome, verdict } = await deposeLeader(schema);
  expect(outcome).toBeInstanceOf(StoreLostTicks);
  expect(verdict).toMatchObject({ violations: [], slots: 4 });
});

test('if it also does not check the newest tick, it stores, and the checker reports it', async () => {
  const schema = await madeSchema();
  await breakFence(database, schema);
  const { outcome, verdict } = await deposeLeader(schema, () =>
    database.rows(`update ${schema}.tick_progress set last_slot = last_slot - 1`),
  );
  expect(outcome).toBe('stored');
  expect(verdict.violations.map(({ kind }) => kind)).toEqual(['chain']);
});

test('a repaired fence holds again', async () => {
  const schema = await madeSchema();
  await breakFence(database, schema);
  await mendFence(database, schema);
  expect((await deposeLeader(schema)).outcome).toBe('fenced');
});
