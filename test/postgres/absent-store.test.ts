import { pino } from 'pino';
import { afterAll, beforeAll, afterEach, beforeEach, describe, expect, test } from 'vitest';
import { PRODUCT } from '../../src/app/compose/product.ts';
import { SOURCES } from '../../src/app/compose/source-table.ts';
import type { Service } from '../../src/app/compose/compose.ts';
import { loadConfig } from '../../src/app/config/config.ts';
import type { Role } from '../../src/app/config/settings.ts';
import { composeNode } from '../../src/cluster/roles/node.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { LinkProxy } from '../support/link-proxy.ts';
import { NatsServer } from '../support/nats-server.ts';
import { startSmallNode } from '../support/small-node.ts';
import { usePostgres } from '../support/postgres-schemas.ts';

const { url } = usePostgres();
const newFolder = temporaryFolders();
let nats: NatsServer;
let proxy: LinkProxy;
let schemas = 0;

beforeAll(async () => {
  nats = await NatsServer.start();
});
afterAll(() => nats.stop());
beforeEach(async () => {
  proxy = await LinkProxy.listen({ port: Number(new URL(url()).port) });
  proxy.refuse();
});
afterEach(() => proxy.close());

/** A node whose database does not answer yet. */
async function begin(role: Role) {
  const store = new URL(url());
  store.port = String(proxy.port);
  const schema = `absent_${++schemas}`;
  store.searchParams.set('schema', schema);
  const port = await freePort();
  const given = {
    '--role': role,
    '--store': store.href,
    '--bus': nats.url,
    '--world': 'small',
    '--backfill': 'off',
    '--data': newFolder(),
    '--port': String(port),
  };
  const { settings } = loadConfig({ argv: Object.entries(given).flat(), environment: {}, ...PRODUCT });
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  const stop = new AbortController();
  const parts = { settings, wallClock: new SystemClock(), log, sources: SOURCES, stop: stop.signal };
  let outcome: Service | Error | undefined;
  const starting = composeNode(parts).then(
    (service) => (outcome = service),
    (error: unknown) => (outcome = error as Error),
  );
  const readiness = async () => (await fetch(`http://127.0.0.1:${port}/readyz`)).text();
  const notices = () => lines.filter((line) => line.includes('this node starts once it does')).length;
  return { starting, readiness, notices, stop, schema, outcome: () => outcome };
}

describe.each(['collect', 'compute'] as const)('a node of the role %s that finds no database', (role) => {
  test('waits for it, says so, and starts once it is there', async () => {
    const { starting, readiness, notices, outcome } = await begin(role);
    await expect
      .poll(readiness)
      .toMatch(/waiting for the database of --store, which does not respond \(.+\)/);
    // A second check changes nothing.
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect([outcome(), notices()]).toEqual([undefined, 1]);
    proxy.heal();
    const node = await starting;
    expect(node).not.toBeInstanceOf(Error);
    expect(await readiness()).not.toContain('waiting for the database');
    expect(notices()).toBe(1);
    await (node as Service).close();
  });
});

test(
  'a serving node waits for a database that goes away just before the node opens its port to clients',
  { timeout: 180_000 },
  async () => {
    proxy.heal();
    const { starting, readiness, notices, outcome, schema } = await begin('serve');
    await expect.poll(readiness).toContain('waiting for the first prices');
    proxy.refuse();
    const store = `${url()}?schema=${schema}`;
    const others: Service[] = [];
    for (const role of ['compute', 'collect'] as const) {
      const { service } = await startSmallNode({ role, store, bus: nats.url, folder: newFolder() });
      others.push(service);
    }
    try {
      // Slots are 30 s apart: the first prices come with the next one.
      await expect.poll(readiness, { timeout: 90_000 }).toContain('waiting for the database of --store');
      expect([outcome(), notices()]).toEqual([undefined, 1]);
      proxy.heal();
      const node = await starting;
      expect(node).not.toBeInstanceOf(Error);
      expect(await readiness()).toContain('"ready"');
      await (node as Service).close();
    } finally {
      for (const other of others) await other.close();
    }
  },
);

test('a serving node that waits for the database can be stopped', async () => {
  const { starting, readiness, stop } = await begin('serve');
  await expect.poll(readiness).toContain('waiting for the database');
  const reason = new Error('the test stops it');
  stop.abort(reason);
  expect(await starting).toBe(reason);
});
