import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import WebSocket from 'ws';
import { MemoryClientStore } from '../../support/memory-secrets.ts';
import { parseErrorBody } from '../../support/error-answers.ts';
import { StreamClient } from '../../support/stream-client.ts';
import { Readiness } from '../../../src/api/resources/health.ts';
import { bindPorts } from '../../../src/app/compose/bound-ports.ts';
import { openCompute, type Compute } from '../../../src/app/compose/compute.ts';
import { Lifecycle } from '../../../src/app/process/lifecycle.ts';
import { Serving } from '../../../src/app/compose/serve.ts';
import { loadConfig } from '../../../src/app/config/config.ts';
import { publicUrls } from '../../../src/app/config/public-urls.ts';
import { acquireDirectory, type OwnedDirectory } from '../../../src/app/operate/control/admin-access.ts';
import { claimIdentity, openDataDirectory } from '../../../src/app/directory/data-directory.ts';
import { REFERENCE_FILE } from '../../../src/app/directory/data-format.ts';
import { quarantineOf } from '../../../src/app/directory/quarantine-of.ts';
import { diskPlan } from '../../../src/app/directory/disk-plan.ts';
import { identityFrom } from '../../../src/app/directory/source-identity.ts';
import { StorageHealth } from '../../../src/app/directory/health/storage-health.ts';
import { ClientRegistry } from '../../../src/auth/client-registry.ts';
import { TokenIssuer } from '../../../src/auth/tokens/token-issuer.ts';
import { InProcessBus } from '../../../src/bus/in-process-bus.ts';
import { SCOPES } from '../../../src/contract/scopes.ts';
import { SystemClock } from '../../../src/core/clocks/clock.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../../src/latest/market/market-topics.ts';
import { ReferenceLogReader } from '../../../src/reference/versions/reference-log.ts';
import { SIMULATOR } from '../../../src/simulator/definition.ts';
import { SOURCES } from '../../../src/app/compose/source-table.ts';
import { PRODUCT } from '../../../src/app/compose/product.ts';

const START = '2026-11-02T09:00:00Z';
/** A slot takes a second. */
const SPEED = '30';
const BLX = '191724d4-7915-491b-8b73-bc293e03a93e';
const DERIBIT = '46f3c558-453c-41d2-b6d8-c6e57128e206';
const log = pino({ level: 'silent' });
const wallClock = new SystemClock();
const folder = mkdtempSync(join(tmpdir(), 'tidemark-'));
const lifecycle = new Lifecycle(log);
const bus = new InProcessBus<MarketTopics>({ retained: RETAINED_TOPICS });
const argv = [
  '--port',
  '0',
  '--data',
  folder,
  '--world',
  'small',
  '--backfill',
  'off',
  '--start',
  START,
  '--speed',
  SPEED,
];
const { settings } = loadConfig({ ...PRODUCT, argv, environment: {} });

let directory: OwnedDirectory;
let compute: Compute;

interface Node {
  readonly baseUrl: string;
  readonly wsUrl: string;
}

const parts = () => ({
  sources: SOURCES,
  settings,
  wallClock,
  log,
  lifecycle,
  registry: new Registry(),
  readiness: new Readiness(),
});

/** A serving part with only the ports. */
async function serve(
  clients: ClientRegistry = directory.clients,
  degraded: () => string[] = () => [],
): Promise<Node> {
  const ports = await bindPorts(settings, wallClock, log);
  lifecycle.started('ports', () => ports.close());
  const references = new ReferenceLogReader(join(folder, REFERENCE_FILE));
  const { history, receipts, kept, contracts, heads, marketClock, backfill } = compute;
  const { keys, integrityKeys, longLived, usage } = directory;
  const findReference = async (hash: string) => references.byHash(hash);
  const serving = new Serving(
    {
      bus,
      degraded,
      history,
      folder,
      quarantine: quarantineOf(folder),
      receipts,
      kept,
      contracts,
      dayHeads: heads,
      marketClock,
      listings: async () => [],
      notedGaps: () => [],
      past: Object.assign(backfill, { recordsSettledFrom: () => backfill.candlesSettledFrom() }),
      clients,
      keys,
      integrityKeys,
      longLived,
      usage,
      findReference,
      earlierReferences: () => [],
    },
    parts(),
  );
  const { server, port } = ports.api;
  const urls = publicUrls(settings, port);
  const opening = await serving.open({ server, connections: ports.connections, ...urls, demo: false });
  opening.openStream();
  ports.api.open(opening.handle);
  return urls;
}

async function token(audience: string, { baseUrl }: Node): Promise<string> {
  const client = directory.clients.list()[0]!;
  return new TokenIssuer(directory.keys, wallClock, baseUrl).issue(client, audience, client.scopes);
}

async function get(node: Node, path: string): Promise<string> {
  const headers = { authorization: `Bearer ${await token(node.baseUrl, node)}` };
  const answer = await fetch(node.baseUrl + path, { headers });
  expect(answer.status, path).toBe(200);
  return answer.text();
}

beforeAll(async () => {
  openDataDirectory(folder);
  directory = await acquireDirectory(folder, wallClock);
  lifecycle.started('data directory', () => directory.close());
  claimIdentity(folder, identityFrom(SIMULATOR, settings), SIMULATOR);
  await directory.clients.add({ name: 'a test', scopes: SCOPES });
  lifecycle.started('bus', () => bus.close());
  const { integrityKeys } = directory;
  const health = new StorageHealth(folder, log);
  compute = await openCompute({
    ...parts(),
    folder,
    disk: diskPlan(settings.maxDisk, SIMULATOR.diskUse(settings)),
    health,
    bus,
    integrityKeys,
  });
  compute.begin();
  await compute.first;
});

afterAll(async () => {
  await lifecycle.close();
  rmSync(folder, { recursive: true, force: true });
});

const PATHS = [
  '/v3/asset',
  '/v3/market?size=100',
  '/v3/exchange',
  '/v3/exchange-ticker?size=200',
  '/v3/index-ticker?size=200',
  '/v3/market-cap',
  '/v3/quality',
  '/v3/quality/exchange',
  '/v3/integrity/head',
  `/v3/derivatives/contract/futures?exchangeId=${DERIBIT}`,
  `/v3/derivatives/ticker/futures?exchangeId=${DERIBIT}`,
];

test('a serving part starts from the last messages of the bus and from stored data, whenever it joins', async () => {
  const [first, later] = [await serve(), await serve()];
  for (const path of PATHS) {
    // A tick may be published between two requests: then both are repeated.
    await expect
      .poll(async () => {
        const [body, other] = await Promise.all([get(first, path), get(later, path)]);
        return body.length > 100 && body === other;
      })
      .toBe(true);
  }
});

test('clients of every part receive the same ticks, each once, and find them over REST', async () => {
  const nodes = [await serve(), await serve()];
  const clients = await Promise.all(nodes.map(listen));
  await expect.poll(() => Math.min(...clients.map(({ ticks }) => ticks.length))).toBe(4);
  const [one, other] = clients.map(({ ticks }) => ticks.map(({ id }) => id));
  const shared = one!.filter((id) => other!.includes(id));
  expect(shared.length).toBeGreaterThanOrEqual(3);
  expect(new Set(one).size).toBe(one!.length);
  for (const { node, socket } of clients) {
    const page = await get(node, `/v3/index-ticker?indexId=${BLX}&size=50&timestamp=2026-11-03T00:00:00Z`);
    for (const id of shared) expect(page).toContain(id);
    socket.close();
  }
});

test('while revocations are unknown, tokens not accepted before are refused, and known ones keep working', async () => {
  const watch = { ageMs: 0, isTooOld: false };
  const clients = await ClientRegistry.open(new MemoryClientStore(), wallClock, [], watch);
  const { client, secret } = await clients.add({ name: 'desk', scopes: SCOPES });
  const node = await serve(clients, () => (watch.isTooOld ? ['revocations (not seen)'] : []));
  const issuer = new TokenIssuer(directory.keys, wallClock, node.baseUrl);
  const tokenOf = (audience: string) => issuer.issue(client, audience, SCOPES);
  const ask = (bearer: string) =>
    fetch(`${node.baseUrl}/v3/asset`, { headers: { authorization: `Bearer ${bearer}` } });
  const connect = (bearer: string) => new StreamClient(`${node.wsUrl}?access_token=${bearer}`);
  const askForToken = () =>
    fetch(`${node.baseUrl}/v3/oauth/token`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        grant_type: 'client_credentials',
        client_id: client.id,
        client_secret: secret,
        audience: node.baseUrl,
      }),
    });
  const [known, knownThere] = [await tokenOf(node.baseUrl), await tokenOf(node.wsUrl)];
  const lasting = connect(knownThere);
  expect(await lasting.next()).toMatchObject({ event: 'CONNECTED' });
  expect([(await ask(known)).status, (await askForToken()).status]).toEqual([200, 200]);
  watch.isTooOld = true;
  for (const refused of [await ask(await tokenOf(node.baseUrl)), await askForToken()]) {
    expect([refused.status, Number(refused.headers.get('retry-after')) > 0]).toEqual([503, true]);
    expect(parseErrorBody(await refused.text(), 'SERVICE_UNAVAILABLE')).toBeDefined();
  }
  const unknown = connect(await tokenOf(node.wsUrl));
  expect(await unknown.next()).toMatchObject({ event: 'ERROR', code: '503' });
  expect(await unknown.ended).toMatchObject({ code: 1013 });
  expect((await ask('a.bad.one')).status).toBe(401);
  expect((await ask(known)).status).toBe(200);
  const again = connect(knownThere);
  expect(await again.next()).toMatchObject({ event: 'CONNECTED' });
  const status = await fetch(`${node.baseUrl}/v3/status`);
  expect(await status.json()).toMatchObject({ degraded: ['revocations (not seen)'] });
  watch.isTooOld = false;
  expect((await ask(await tokenOf(node.baseUrl))).status).toBe(200);
  for (const each of [lasting, again]) each.close();
});

interface Tick {
  readonly event: string;
  readonly id: string;
}

async function listen(node: Node) {
  const socket = new WebSocket(`${node.wsUrl}?access_token=${await token(node.wsUrl, node)}`);
  const ticks: Tick[] = [];
  socket.on('message', (data) => {
    const message = JSON.parse(String(data)) as Tick;
    if (message.event === 'INDEX_TICKER' && ticks.length < 4) ticks.push(message);
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ event: 'SUBSCRIBE_INDEX_TICKER', indexId: BLX }));
  return { node, socket, ticks };
}
