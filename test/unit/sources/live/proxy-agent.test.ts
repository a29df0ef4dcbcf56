import { once } from 'node:events';
import { createServer as createHttpServer, type Server as HttpServer } from 'node:http';
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ExchangeHttp } from '../../../../src/sources/live/http/exchange-http.ts';
import { proxyAgent } from '../../../../src/sources/live/http/proxy-agent.ts';
import { TokenBucket } from '../../../../src/sources/live/http/token-bucket.ts';
import { startLocalProxy, type LocalProxy } from '../../../support/local-proxy.ts';
import { ManualClock } from '../../../support/manual-clock.ts';

const GET = { method: 'GET', headers: {} };
const NEVER = new AbortController().signal;
const SOON_MS = 50;
const NEVER_MS = 600_000;

let exchange: HttpServer;
let good: LocalProxy;
/** Accepts connections, and never responds. */
let hanging: Server;
const held = new Set<Socket>();
let agents: { destroy(): Promise<void> }[];

beforeEach(async () => {
  agents = [];
  exchange = createHttpServer((_, response) => response.end('{}'));
  hanging = createServer((socket) => {
    held.add(socket);
    socket.on('error', () => socket.destroy());
  });
  for (const server of [exchange, hanging]) {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
  }
  good = await startLocalProxy({ port: portOf(exchange) });
});

afterEach(async () => {
  await Promise.all(agents.map((agent) => agent.destroy()));
  await good.close();
  for (const socket of held) socket.destroy();
  held.clear();
  exchange.closeAllConnections();
  for (const server of [exchange, hanging]) await new Promise((resolve) => server.close(resolve));
});

const portOf = (server: Server) => (server.address() as AddressInfo).port;

function agentOf(port: number, tunnelMs: number) {
  const agent = proxyAgent(`http://127.0.0.1:${port}`, { connections: 4, tunnelMs });
  agents.push(agent);
  return agent;
}

test('a proxy that accepts connections and never responds is replaced by the next one', async () => {
  const clock = new ManualClock(0);
  const http = new ExchangeHttp({
    clock,
    dispatcher: agentOf(portOf(hanging), SOON_MS),
    spares: [agentOf(good.port, NEVER_MS)],
    bucketOf: () => new TokenBucket({ clock, intervalMs: 0, burst: 1 }),
  });
  for (let i = 1; i <= 2; i++) {
    expect((await http.send('http://exchange.test/', GET, NEVER)).text).toBe('{}');
    // Later requests begin with the one that answers.
    expect(held.size).toBe(1);
  }
});

test('if there is no other one, that is a failure to connect', async () => {
  const clock = new ManualClock(0);
  const http = new ExchangeHttp({
    clock,
    dispatcher: agentOf(portOf(hanging), SOON_MS),
    bucketOf: () => new TokenBucket({ clock, intervalMs: 0, burst: 1 }),
  });
  await expect(http.send('http://exchange.test/', GET, NEVER)).rejects.toMatchObject({ kind: 'connect' });
});

test('the deadline of a request also ends one that has no connection yet', async () => {
  const clock = new ManualClock(0);
  const http = new ExchangeHttp({
    clock,
    dispatcher: agentOf(portOf(hanging), NEVER_MS),
    bucketOf: () => new TokenBucket({ clock, intervalMs: 0, burst: 1 }),
    deadlineMs: 20_000,
  });
  const asked = http.send('http://exchange.test/', GET, NEVER).catch((error: unknown) => error);
  await once(hanging, 'connection');
  clock.advance(20_000);
  expect(await asked).toMatchObject({ kind: 'timeout' });
});
