import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Service } from '../../src/app/compose/compose.ts';
import { PRODUCT } from '../../src/app/compose/product.ts';
import { SOURCES } from '../../src/app/compose/source-table.ts';
import { loadConfig } from '../../src/app/config/config.ts';
import { verifyDirectory } from '../../src/app/operate/verify/verify.ts';
import { Database } from '../../src/cluster/postgres/database.ts';
import { composeNode } from '../../src/cluster/roles/node.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { LinkProxy } from '../support/link-proxy.ts';
import { NatsServer } from '../support/nats-server.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

/** Ticks are 30 seconds apart, and roles run in real time. */
const PATIENCE_MS = 300_000;
const SCHEMA = 'leader_without_bus';
const { url } = usePostgres();
const folders: string[] = [];
const nodes: Service[] = [];
let nats: NatsServer;
let bus: LinkProxy;
let database: Database;

function settingsOf(role: 'collect' | 'compute', busUrl: string) {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-shared-inputs-'));
  folders.push(folder);
  const given = {
    '--role': role,
    '--store': `${url()}?schema=${SCHEMA}`,
    '--bus': busUrl,
    '--world': 'small',
    '--backfill': 'off',
    '--data': folder,
    '--port': '0',
  };
  return loadConfig({ argv: Object.entries(given).flat(), environment: {}, ...PRODUCT }).settings;
}

async function start(role: 'collect' | 'compute', busUrl = nats.url) {
  const settings = settingsOf(role, busUrl);
  const log = pino({ level: 'silent' });
  const node = await composeNode({ settings, wallClock: new SystemClock(), log, sources: SOURCES });
  nodes.push(node);
  return settings;
}

/** Ticks and the fences under which they were stored, oldest first. */
const stored = () =>
  database.rows<{ slot: number; fence: number }>(
    'select slot, fence::float8 as fence from tick_record order by slot',
  );

async function untilStored(count: number, fenceAfter = 0): Promise<void> {
  const isThere = async () => {
    const ticks = await stored();
    expect(ticks.filter(({ fence }) => fence > fenceAfter).length).toBeGreaterThanOrEqual(count);
  };
  await vi.waitFor(isThere, { timeout: PATIENCE_MS / 3, interval: 100 });
}

beforeAll(async () => {
  nats = await NatsServer.start();
  bus = await LinkProxy.listen({ port: Number(new URL(nats.url).port) });
  await start('collect');
}, PATIENCE_MS);

afterAll(async () => {
  for (const node of nodes.toReversed()) await node.close();
  await database?.close();
  await bus?.close();
  await nats?.stop();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, PATIENCE_MS);

test(
  'the next leader continues exactly from ticks whose inputs the leader could not send, and any node verifies them',
  async () => {
    const first = await start('compute', `nats://127.0.0.1:${bus.port}`);
    database = new Database({ url: url(), schema: SCHEMA });
    await untilStored(1);
    const second = await start('compute');
    await untilStored(2);
    const firstFence = (await stored())[0]!.fence;

    // No message of the leader reaches another node, and its connection breaks only once it has stored another tick.
    bus.shape({ there: { isHeld: true } });
    await untilStored(3);
    bus.refuse();
    await untilStored(2, firstFence);

    const ticks = await stored();
    expect(ticks.map(({ slot }) => slot)).toEqual(ticks.map((_, i) => ticks[0]!.slot + i));
    for (const { data, store } of [first, second]) {
      const report = await verifyDirectory({ data, store });
      const { different, otherStates, brokenLinks, lostStates, notVerifiable } = report;
      expect({ different, otherStates, brokenLinks, lostStates, notVerifiable }).toEqual({
        different: 0,
        otherStates: [],
        brokenLinks: [],
        lostStates: [],
        notVerifiable: { noInputs: 0, modelled: 0, damagedInputs: 0, otherReference: 0 },
      });
      expect(report.verifiedBy.record).toBe(0);
      expect(report.ticks).toBe(ticks.length);
    }
  },
  PATIENCE_MS,
);
