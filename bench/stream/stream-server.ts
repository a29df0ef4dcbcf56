// The websocket side of the service alone, in a process of its own: the real classes, ticks by command.
import { once } from 'node:events';
import type { Server } from 'node:http';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { createHttp, LISTEN_BACKLOG } from '../../src/api/http/http-server.ts';
import { Call, RequestIds } from '../../src/api/http/routing/call.ts';
import { readQuery } from '../../src/api/http/routing/request-target.ts';
import type { Stream } from '../../src/api/stream/stream.ts';
import { createStream } from '../../src/api/stream/create-stream.ts';
import { streamMetrics, type StreamMetrics } from '../../src/api/stream/stream-metrics.ts';
import { acquireDirectory } from '../../src/app/operate/control/admin-access.ts';
import { Board } from '../../src/app/serve/board.ts';
import { SCOPES } from '../../src/contract/scopes.ts';
import { TokenIssuer } from '../../src/auth/tokens/token-issuer.ts';
import { InProcessBus } from '../../src/bus/in-process-bus.ts';
import { ScaledClock, SystemClock, type Clock } from '../../src/core/clocks/clock.ts';
import { DAY_MS, SECOND_MS } from '../../src/core/time.ts';
import { MemoryHistoryStore } from '../../test/support/memory-history/memory-history-store.ts';
import { MarketCapRefreshWriter } from '../../src/latest/market-caps/market-cap-refresh-writer.ts';
import type { MarketTopics } from '../../src/latest/market/market-topics.ts';
import { MarketVersions } from '../../src/latest/market/market-versions.ts';
import { TickerRefreshWriter } from '../../src/latest/tickers/ticker-refresh-writer.ts';
import type { FromServer } from './messages.ts';
import { WorldTicks } from './world-ticks.ts';

const UNLIMITED = 1_000_000;

/** Also sends the duration of each fan-out to the bench. */
function reportingMetrics(say: (message: FromServer) => void): StreamMetrics {
  const metrics = streamMetrics(new Registry());
  return {
    ...metrics,
    observeFanOut: (event, seconds) => {
      metrics.observeFanOut(event, seconds);
      say({ kind: 'served', ms: seconds * SECOND_MS });
    },
  };
}

/** Starts it; returns its address and a way to publish a tick. */
export async function startStreamServer(say: (message: FromServer) => void): Promise<{
  readonly ready: FromServer & { readonly kind: 'ready' };
  /** Makes a tick and returns what publishes it. */
  readonly prepare: () => () => FromServer;
}> {
  const ticks = new WorldTicks();
  const { orders } = ticks;
  const { series } = orders;
  const wallClock = new SystemClock();
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const demo = { id: 'demo', name: 'demo', scopes: SCOPES, createdAt: wallClock.now(), disabled: false };
  const builtIn = [{ client: demo, secret: 'demo' }];
  const { clients, keys, longLived } = await acquireDirectory(folder, wallClock, builtIn);
  const bus = new InProcessBus<MarketTopics>();
  const first = ticks.next();
  const failed = (error: unknown) => {
    throw error;
  };
  const versions = new MarketVersions({ failed });
  const board = new Board({
    bus,
    versions,
    newestValues: () => Promise.resolve([]),
    storedBetween: async function* () {},
    failed,
  });
  await bus.publish('reference', { hash: orders.reference, from: first.at, data: orders.data });
  await bus.publish('tickers', new TickerRefreshWriter(orders).publish(first.at));
  await bus.publish('marketCaps', new MarketCapRefreshWriter().publish(first.at, [], []));
  await bus.publish('indices', first);
  const shown = await board.ready;
  const http = createHttp({
    headersTimeoutMs: 10_000,
    requestTimeoutMs: 15_000,
    idleTimeoutMs: 75_000,
  });
  http.listen({ host: '127.0.0.1', port: 0, backlog: LISTEN_BACKLOG });
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const urls = { baseUrl: `http://127.0.0.1:${port}`, wsUrl: `ws://127.0.0.1:${port}` };
  const history = new MemoryHistoryStore(DAY_MS);
  const marketClock = new ScaledClock(wallClock, {
    startAt: first.at,
    since: wallClock.monotonic(),
    speed: 1,
  });
  const stream = createStream(
    http,
    {
      ...shown,
      versions,
      feed: board,
      history,
      clients,
      keys,
      longLived,
      wallClock,
      marketClock,
      metrics: reportingMetrics(say),
      log: pino({ level: 'warn' }),
    },
    {
      ...urls,
      baseUrlConfigured: false,
      wsUrlConfigured: false,
      source: 'simulator',
      origin: 'simulated',
      limits: {
        connections: UNLIMITED,
        visitorConnections: 32,
        subscriptions: 10_000,
        burst: 2000,
        perSecond: 100,
        backlogBytes: 8 * 2 ** 20,
        backlogMs: 30_000,
        pingMs: 30_000,
      },
    },
  );
  serveEvents(http, stream, wallClock);
  const token = new TokenIssuer(keys, wallClock, urls.baseUrl).issue(demo, urls.wsUrl, SCOPES);
  const idsOf = (type: string) =>
    series.series.filter(({ indexType }) => indexType === type).map(({ indexId }) => indexId);
  return {
    ready: { kind: 'ready', port, token, gwa: idsOf('GWA'), mwa: idsOf('MWA'), names: uniqueNames(versions) },
    prepare: () => {
      const refresh = ticks.next();
      return () => {
        void bus.publish('indices', refresh);
        return { kind: 'ticked' };
      };
    },
  };
}

/** Only the route of server-sent events, without the work around requests. */
function serveEvents(http: Server, { route }: Stream, clock: Clock): void {
  const ids = new RequestIds(clock.now());
  http.on('request', (request, response) => {
    const call = new Call(request, response, ids, clock.monotonic());
    call.query = readQuery(request.url?.split('?')[1] ?? '');
    void route.handle(call);
  });
}

/** Names of markets that no two have. */
function uniqueNames({ current: { catalogue, names } }: MarketVersions): string[] {
  const all = catalogue.markets.map(({ id }) => names.nameOf(id));
  return all.filter((name) => names.idsOf(name).length === 1);
}
