import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Service } from '../../src/app/compose/compose.ts';
import { verifyDirectory } from '../../src/app/operate/verify/verify.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { slotOf } from '../../src/cluster/postgres/history/grid.ts';
import { FileInputReader } from '../../src/history/inputs/file-input-reader.ts';
import { PostgresInputReader } from '../../src/cluster/postgres/inputs/postgres-input-reader.ts';
import { recordedTickOf } from '../../src/values/receipts/recorded-input.ts';
import { LinkProxy } from '../support/link-proxy.ts';
import { NatsServer } from '../support/nats-server.ts';
import { usePostgres } from '../support/postgres-schemas.ts';
import { startSmallNode } from '../support/small-node.ts';

/** Ticks are 30 seconds apart, and roles run in real time. */
const PATIENCE_MS = 360_000;
const SCHEMA = 'waiting_ticks';
const { url } = usePostgres();
const folders: string[] = [];
const nodes = new Set<Service>();
const links: LinkProxy[] = [];
let nats: NatsServer;
let database: Database;

async function start(role: 'collect' | 'compute') {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-waiting-'));
  folders.push(folder);
  const link = await LinkProxy.listen({ port: Number(new URL(url()).port) });
  links.push(link);
  const store = new URL(url());
  store.port = String(link.port);
  store.searchParams.set('schema', SCHEMA);
  const { settings, service } = await startSmallNode({ role, store: store.href, bus: nats.url, folder });
  nodes.add(service);
  return { folder, link, settings, service };
}

const slots = async () =>
  (await database.rows<{ slot: number }>('select slot from tick_record order by slot')).map(
    ({ slot }) => slot,
  );

const patience = { timeout: PATIENCE_MS / 3, interval: 200 };

beforeAll(async () => {
  nats = await NatsServer.start();
  await start('collect');
}, PATIENCE_MS);

afterAll(async () => {
  for (const link of links) link.heal();
  for (const node of [...nodes].toReversed()) await node.close();
  await database?.close();
  for (const link of links) await link.close();
  await nats?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, PATIENCE_MS);

test(
  'the next leader stores ticks that waited for the store when the last leader died, unchanged',
  async () => {
    const leader = await start('compute');
    database = new Database({ url: url(), schema: SCHEMA });
    await vi.waitFor(async () => expect((await slots()).length).toBeGreaterThan(0), patience);
    const standby = await start('compute');
    const known = (await slots()).at(-1)!;
    await vi.waitFor(async () => expect((await slots()).at(-1)).toBeGreaterThan(known), patience);

    for (const { link } of [leader, standby]) link.refuse();
    const stored = (await slots()).at(-1)!;
    // The standby has received the inputs of two ticks that are not stored.
    const spool = new FileInputReader(join(standby.folder, 'inputs-spool'));
    const waiting = () => spool.newest().filter((at) => slotOf(at) > stored);
    await vi.waitFor(() => expect(waiting().length).toBeGreaterThanOrEqual(2), patience);
    nodes.delete(leader.service);
    await leader.service.close();
    expect((await slots()).at(-1)).toBe(stored);

    const last = slotOf(waiting().at(-1)!);
    standby.link.heal();
    await vi.waitFor(async () => expect((await slots()).at(-1)).toBeGreaterThan(last), patience);
    const there = (await slots()).filter((slot) => slot <= last);
    expect(there).toEqual(there.map((_, i) => there[0]! + i));
    const { data, store } = standby.settings;
    const { different, otherStates, lostStates, brokenLinks, verifiedBy } = await verifyDirectory({
      data,
      store,
    });
    expect({ different, otherStates, lostStates, brokenLinks }).toEqual({
      different: 0,
      otherStates: [],
      lostStates: [],
      brokenLinks: [],
    });
    expect(verifiedBy.record).toBe(0);

    // The new leader counts no trade again, and is certain that it has all.
    const trades: string[] = [];
    for await (const { at, inputs } of new PostgresInputReader(database).between(0, Infinity)) {
      if (inputs === 'damaged') expect.unreachable();
      const { input } = recordedTickOf(inputs);
      trades.push(...input.trades.map(({ listing, tradeId }) => `${listing} ${tradeId}`));
      if (slotOf(at) > last) expect(input.incomplete).toBeUndefined();
    }
    expect(trades.length).toBeGreaterThan(0);
    expect(trades).toHaveLength(new Set(trades).size);
  },
  PATIENCE_MS,
);
