import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Service } from '../../src/app/compose/compose.ts';
import { runCommand } from '../../src/app/operate/control/admin-access.ts';
import type { Database } from '../../src/cluster/postgres/database.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { LinkProxy } from '../support/link-proxy.ts';
import { NatsServer } from '../support/nats-server.ts';
import { Operator } from '../support/operator.ts';
import { usePostgres } from '../support/postgres-schemas.ts';
import { startSmallNode } from '../support/small-node.ts';
import { StreamClient, type StreamMessage } from '../support/stream-client.ts';
import { tokenOf } from '../support/tidemark-process.ts';
import { WebhookReceiver } from '../support/webhook-receiver.ts';

/** Ticks are 30 seconds apart, and roles run in real time. */
const PATIENCE_MS = 240_000;
const SCHEMA = 'cluster_alerts';
const NEVER = '999999999';
const patience = { timeout: PATIENCE_MS / 2, interval: 200 };

type Json = Record<string, any>;
interface RunningNode {
  readonly service: Service;
  readonly folder: string;
  readonly link: LinkProxy;
}

const { url, open } = usePostgres();
const receiver = new WebhookReceiver();
const nodes = new Map<string, RunningNode>();
let nats: NatsServer;
let database: Database;
let login: { readonly clientId: string; readonly clientSecret: string };
const streams: StreamClient[] = [];

async function start(name: string, role: 'collect' | 'compute' | 'serve'): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-alerts-'));
  const link = await LinkProxy.listen({ port: Number(new URL(url()).port) });
  const store = new URL(url());
  store.port = String(link.port);
  store.searchParams.set('schema', SCHEMA);
  const { service } = await startSmallNode({
    role,
    store: store.href,
    bus: nats.url,
    folder,
    webhooks: receiver,
  });
  nodes.set(name, { service, folder, link });
}

const node = (name: string) => nodes.get(name)!;

async function ask(name: string, method: string, path: string, body?: Json): Promise<[number, Json]> {
  const { baseUrl } = node(name).service;
  const answer = await fetch(`${baseUrl}/v3${path}`, {
    method,
    headers: {
      authorization: `Bearer ${await tokenOf(baseUrl, login)}`,
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return [answer.status, text === '' ? {} : (JSON.parse(text) as Json)];
}

const command = (name: string, what: string, given: Json = {}) =>
  runCommand(node(name).folder, new SystemClock(), { command: what, arguments: given });

async function leader(): Promise<string> {
  const leads = async (name: string) => {
    const text = await (await fetch(`${node(name).service.baseUrl}/metrics`)).text();
    return /^tidemark_compute_leads 1$/m.test(text);
  };
  const found = await vi.waitFor(async () => {
    for (const name of nodes.keys()) if (name.startsWith('compute') && (await leads(name))) return name;
    throw new Error('none leads');
  }, patience);
  return found;
}

/** The next alert of each websocket. */
const alerts = () =>
  Promise.all(
    streams.map(async (stream) => {
      for (;;) {
        const message = await stream.next();
        if (message.event === 'ALERT') return message;
        stream.send({ event: 'PONG', requestId: message['requestId'] });
      }
    }),
  );

const evaluatedAt = async () => {
  const [row] = await database.rows<{ body: number }>(
    "select body from alert_record where kind = 'evaluated'",
  );
  return row?.body ?? 0;
};

beforeAll(async () => {
  nats = await NatsServer.start();
  database = await open(SCHEMA);
  await start('collect', 'collect');
  await start('compute-a', 'compute');
  await start('compute-b', 'compute');
  await Promise.all([start('serve-a', 'serve'), start('serve-b', 'serve')]);
  const { client, secret } = await new Operator(node('serve-a').folder).addClient();
  login = { clientId: client.id, clientSecret: secret };
  for (const name of ['serve-a', 'serve-b']) {
    const { baseUrl, wsUrl } = node(name).service;
    const token = await vi.waitFor(() => tokenOf(baseUrl, login, wsUrl), patience);
    const stream = await StreamClient.open(`${wsUrl}?access_token=${token}`);
    streams.push(stream);
    expect(await stream.ask({ event: 'SUBSCRIBE_ALERT' })).toMatchObject({ event: 'SUBSCRIBED_ALERT' });
  }
}, PATIENCE_MS);

afterAll(async () => {
  for (const stream of streams) stream.socket.terminate();
  for (const { service, link } of [...nodes.values()].toReversed()) {
    link.heal();
    await service.close();
  }
  await nats?.stop();
  for (const { folder, link } of nodes.values()) {
    await link.close();
    rmSync(folder, { recursive: true, force: true });
  }
}, PATIENCE_MS);

describe('alerts in a cluster', () => {
  let endpoint: Json;
  let alert: Json;

  test('created on one node are seen on the other one at once', async () => {
    let status: number;
    [status, endpoint] = await ask('serve-a', 'POST', '/alert-endpoints', {
      url: 'https://hooks.example.com/in',
    });
    expect(status).toBe(201);
    const rule = { type: 'ABOVE', index: 'BTC', threshold: NEVER, endpointIds: [endpoint['id']] };
    [status, alert] = await ask('serve-a', 'POST', '/alerts', rule);
    expect([status, alert['state']]).toEqual([201, 'OK']);
    expect(await ask('serve-b', 'GET', `/alerts/${alert['id']}`)).toEqual([200, alert]);
    const [, listed] = await ask('serve-b', 'GET', '/alert-endpoints');
    expect(listed['content']).toMatchObject([{ id: endpoint['id'], status: 'ACTIVE' }]);
    const tested = ask('serve-b', 'POST', `/alert-endpoints/${endpoint['id']}/test`);
    expect(JSON.parse((await receiver.next()).body)).toMatchObject({
      type: 'heartbeat',
      data: { test: true },
    });
    expect(await tested).toEqual([200, { delivered: true, responseStatus: 204 }]);
  });

  test(
    'fire once, also if another node takes over then: a webhook, and ALERT on every node',
    async () => {
      await vi.waitFor(async () => expect(await evaluatedAt()).toBeGreaterThan(0), patience);
      const [status] = await ask('serve-b', 'PATCH', `/alerts/${alert['id']}`, { threshold: '1' });
      expect(status).toBe(200);

      const fired = { type: 'alert.fired', data: { alertId: alert['id'], alertType: 'ABOVE' } };
      const shown = await alerts();
      for (const each of shown) expect(each).toMatchObject({ event: 'ALERT', ...fired });
      const { headers, body } = await receiver.next();
      const message = new Webhook(endpoint['secret'] as string).verify(body, headers) as Json;
      expect({ event: 'ALERT', ...message }).toEqual(shown[0]);
      await vi.waitFor(async () => {
        const [, { content }] = await ask('serve-a', 'GET', `/alerts/${alert['id']}/deliveries`);
        expect(content).toMatchObject([{ id: headers['webhook-id'], status: 'DELIVERED', attempts: 1 }]);
      }, patience);
      expect((await ask('serve-a', 'GET', `/alerts/${alert['id']}`))[1]).toMatchObject({ state: 'FIRING' });
      const first = await leader();
      const { service, link, folder } = node(first);
      nodes.delete(first);
      await service.close();
      await link.close();
      rmSync(folder, { recursive: true, force: true });
      expect(await leader()).not.toBe(first);
      // Nothing more comes with the first tick of the new leader.
      const seen = await evaluatedAt();
      await vi.waitFor(async () => expect(await evaluatedAt()).toBeGreaterThan(seen), patience);
      const [, { content: deliveries }] = await ask('serve-a', 'GET', `/alerts/${alert['id']}/deliveries`);
      expect(deliveries).toHaveLength(1);
      const more: StreamMessage[][] = await Promise.all(streams.map((stream) => stream.settled()));
      expect(more.flat().filter(({ event }) => event === 'ALERT')).toEqual([]);
    },
    PATIENCE_MS,
  );

  test('are listed and silenced by an operator, on any node', async () => {
    for (const name of nodes.keys()) {
      if (name === 'collect') continue;
      expect([name, await command(name, 'alerts.list')]).toEqual([
        name,
        [expect.objectContaining({ id: alert['id'], state: 'FIRING' })],
      ]);
    }
    await command('serve-a', 'alerts.silence', { id: alert['id'], forMs: 60_000 });
    expect((await ask('serve-b', 'GET', `/alerts/${alert['id']}`))[1]).toHaveProperty('silencedUntil');
  });

  test('that resolve because they are deleted are announced on every node', async () => {
    expect((await ask('serve-a', 'DELETE', `/alerts/${alert['id']}`))[0]).toBe(204);
    const [a, b] = await alerts();
    expect(a).toMatchObject({ event: 'ALERT', type: 'alert.resolved', data: { reason: 'DELETED' } });
    expect(b).toEqual(a);
    const { body } = await receiver.next();
    expect({ event: 'ALERT', ...(JSON.parse(body) as Json) }).toEqual(a);
    expect((await ask('serve-b', 'GET', `/alerts/${alert['id']}`))[0]).toBe(404);
  });

  test('answer 503 while the database is away', async () => {
    const { link } = node('serve-a');
    const { baseUrl } = node('serve-a').service;
    const authorization = `Bearer ${await tokenOf(baseUrl, login)}`;
    const statusOf = async () => (await fetch(`${baseUrl}/v3/alerts`, { headers: { authorization } })).status;
    link.refuse();
    expect(await statusOf()).toBe(503);
    link.heal();
    await vi.waitFor(async () => expect(await statusOf()).toBe(200), patience);
  });

  test('that the leader has are on its metrics', async () => {
    const text = await (await fetch(`${node(await leader()).service.baseUrl}/metrics`)).text();
    // The alert fired under the former leader, and resolved under this one.
    expect(text).toMatch(/^tidemark_alerts_total\{type="alert.resolved"\} 1$/m);
    expect(text).toMatch(/^tidemark_webhook_attempts_total\{outcome="accepted"\} 1$/m);
    expect(text).toMatch(/^tidemark_alert_rules 0$/m);
    expect(text).toMatch(/^tidemark_alerts_lag_seconds (0|30)$/m);
    expect(await command(await leader(), 'alerts.remove', { client: login.clientId })).toEqual({
      alerts: 0,
      endpoints: 1,
      deliveries: 2,
    });
    expect((await ask('serve-b', 'GET', '/alert-endpoints'))[1]).toEqual({ content: [] });
  });
});
