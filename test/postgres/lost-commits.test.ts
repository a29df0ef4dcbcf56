import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Service } from '../../src/app/compose/compose.ts';
import { GAP_FILE, readGapLines } from '../../src/app/pipeline/gaps/gap-lines.ts';
import { verifyDirectory } from '../../src/app/operate/verify/verify.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { PUBLISHED_FILE } from '../../src/cluster/roles/published-heads.ts';
import { formatDatetime, SLOT_MS } from '../../src/core/time.ts';
import { LineLog } from '../../src/disk/line-log.ts';
import { NatsServer } from '../support/nats-server.ts';
import { usePostgres } from '../support/postgres-schemas.ts';
import { startSmallNode } from '../support/small-node.ts';

/** Ticks are 30 seconds apart, and roles run in real time. */
const PATIENCE_MS = 300_000;
const SCHEMA = 'lost_commits';
const { url } = usePostgres();
const folders: string[] = [];
const nodes: Service[] = [];
let nats: NatsServer;
let database: Database;

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-lost-commits-'));
  folders.push(folder);
  return folder;
}

async function start(role: 'collect' | 'compute' | 'serve', folder = newFolder()) {
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
  const store = `${url()}?schema=${SCHEMA}`;
  const { settings, service: node } = await startSmallNode({ role, store, bus: nats.url, folder, log });
  nodes.push(node);
  const readiness = async () => (await fetch(`${node.baseUrl}/readyz`)).json() as Promise<object>;
  return { ...settings, node, readiness, lines: () => lines };
}

interface Tick {
  readonly [name: string]: unknown;
  readonly slot: number;
  readonly record: string;
}

const stored = () =>
  database.rows<Tick>("select slot, encode(record, 'hex') as record from tick_record order by slot");

async function untilStored(isEnough: (ticks: readonly Tick[]) => boolean): Promise<Tick[]> {
  const look = async () => {
    const ticks = await stored();
    expect(isEnough(ticks)).toBe(true);
    return ticks;
  };
  return vi.waitFor(look, { timeout: PATIENCE_MS / 3, interval: 200 });
}

/** Restores the store to the state in which this was its last tick. */
const loseAfter = (slot: number) =>
  database.write(async (session) => {
    for (const table of ['tick_record', 'tick_input', 'slice'])
      await session.run(`delete from ${table} where slot > $1`, [slot]);
    await session.run('update tick_progress set last_slot = $1', [slot]);
  });

beforeAll(async () => {
  nats = await NatsServer.start();
  await start('collect');
}, PATIENCE_MS);

afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
  await database?.close();
  await nats?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, PATIENCE_MS);

test(
  'ticks that the store has lost are stored again unchanged; ticks that no node has remain gaps, and no slot gets a second record',
  async () => {
    const leader = await start('compute');
    const { data, store } = leader;
    database = new Database({ url: url(), schema: SCHEMA });
    const before = await untilStored(({ length }) => length >= 3);
    const serving = await start('serve');
    await loseAfter(before[0]!.slot);

    const last = before.at(-1)!.slot;
    const after = await untilStored((ticks) => ticks.at(-1)!.slot > last);
    expect(after.slice(0, before.length)).toEqual(before);
    expect(after.map(({ slot }) => slot)).toEqual(after.map((_, i) => before[0]!.slot + i));
    const report = await verifyDirectory({ data, store });
    const { different, otherStates, brokenLinks, verifiedBy } = report;
    expect({ different, otherStates, brokenLinks }).toEqual({
      different: 0,
      otherStates: [],
      brokenLinks: [],
    });
    expect(verifiedBy.record).toBe(0);
    expect(await leader.readiness()).not.toHaveProperty('lostTicks');

    // Now only the inputs in the store remain.
    const inputs = join(data, 'inputs-spool');
    for (const name of readdirSync(inputs)) rmSync(join(inputs, name));
    const kept = (await stored()).at(-3)!.slot;
    const newest = (await stored()).at(-1)!.slot;
    await loseAfter(kept);
    const later = await untilStored((ticks) => ticks.at(-1)!.slot > newest);
    expect(later.filter(({ slot }) => slot > kept && slot <= newest)).toEqual([]);
    const again = await verifyDirectory({ data, store });
    expect([again.different, again.brokenLinks]).toEqual([0, []]);

    // Every node reports these gaps.
    const lost = { from: (kept + 1) * SLOT_MS, to: (newest + 1) * SLOT_MS, reason: 'DISK' };
    const lostTicks = { ticks: newest - kept };
    for (const node of [leader, serving]) {
      const named = () => readGapLines(LineLog.read(join(node.data, GAP_FILE))!, node.data).lost;
      await expect.poll(named).toEqual([lost]);
      await expect.poll(() => node.readiness()).toMatchObject({ status: 'ready', lostTicks });
    }
    const countLines = (text: string, { lines }: typeof leader) =>
      lines().filter((line) => line.includes(text)).length;
    expect(countLines('ticks that no compute node has', leader)).toBe(1);
    expect(countLines('their cached values are dropped', serving)).toBeGreaterThan(0);

    // Restored while all compute nodes are stopped: the next one knows from its directory how far ticks were published.
    await leader.node.close();
    const published = (await stored()).at(-1)!.slot;
    for (const name of readdirSync(inputs)) rmSync(join(inputs, name));
    const restored = (await stored())[0]!.slot;
    await loseAfter(restored);
    const restarted = await start('compute', data);
    const lostTo = (published + 1) * SLOT_MS;
    const named = () => readGapLines(LineLog.read(join(data, GAP_FILE))!, data);
    await expect
      .poll(() => named().lost.at(-1), { timeout: PATIENCE_MS / 3 })
      .toEqual({ from: (restored + 1) * SLOT_MS, to: lostTo, reason: 'DISK' });
    await expect
      .poll(() => restarted.readiness())
      .toMatchObject({ lostTicks: { ticks: published - restored } });
  },
  2 * PATIENCE_MS,
);

test(
  'ticks that only a node started after the new leader has are stored again unchanged',
  async () => {
    for (const node of nodes.splice(1).toReversed()) await node.close();
    const old = await start('compute');
    database ??= new Database({ url: url(), schema: SCHEMA });
    const serving = await start('serve');
    const first = (await stored()).at(-1)!.slot;
    const before = await untilStored((ticks) => ticks.at(-1)!.slot >= first + 2);
    const last = before.at(-1)!.slot;
    // It is stored before its slot, and published at its slot.
    const known = () => readFileSync(join(serving.data, PUBLISHED_FILE), 'utf8');
    await expect.poll(known, { timeout: PATIENCE_MS / 3 }).toContain(formatDatetime(last * SLOT_MS));
    await old.node.close();
    await loseAfter(last - 2);

    // It has no inputs, and has received no heads: it asks the serving node how far ticks were published.
    const leader = await start('compute');
    await start('compute', old.data);
    const after = await untilStored((ticks) => ticks.at(-1)!.slot > last);
    expect(after.filter(({ slot }) => slot <= last)).toEqual(before);
    const log = leader.lines().join('');
    expect(log).toContain('have given back ticks');
    expect(log).toContain('the store has lost ticks, which are stored again');
    expect(log).not.toContain('are now gaps');
    const metrics = await (await fetch(`${leader.node.baseUrl}/metrics`)).text();
    expect(metrics).toContain('tidemark_store_stored_again_total 2');
  },
  2 * PATIENCE_MS,
);

test(
  'a store restored to before its first tick continues after the published ticks, and names them as lost',
  async () => {
    for (const node of nodes.splice(1).toReversed()) await node.close();
    const old = await start('compute');
    database ??= new Database({ url: url(), schema: SCHEMA });
    const serving = await start('serve');
    const before = await untilStored((ticks) => ticks.length >= 2);
    const known = () => readFileSync(join(serving.data, PUBLISHED_FILE), 'utf8');
    const last = before.at(-1)!.slot;
    await expect.poll(known, { timeout: PATIENCE_MS / 3 }).toContain(formatDatetime(last * SLOT_MS));
    await old.node.close();
    const published = (await stored()).at(-1)!.slot;
    await database.write(async (session) => {
      for (const table of ['tick_record', 'tick_input', 'slice', 'engine_state', 'tick_day'])
        await session.run(`delete from ${table}`);
      await session.run('update tick_progress set last_slot = null');
    });

    // It has received no heads: it asks the serving node how far ticks were published.
    const leader = await start('compute');
    const after = await untilStored((ticks) => ticks.length > 0);
    expect(after[0]!.slot).toBeGreaterThan(last);
    const named = () => readGapLines(LineLog.read(join(leader.data, GAP_FILE))!, leader.data).lost.at(-1);
    expect(named()).toMatchObject({ reason: 'DISK' });
    expect(named()!.to).toBeGreaterThanOrEqual((last + 1) * SLOT_MS);
    expect(named()!.to).toBeLessThanOrEqual((published + 1) * SLOT_MS);
    expect(leader.lines().join('')).toContain('the store has lost ticks that no compute node has');
  },
  2 * PATIENCE_MS,
);
