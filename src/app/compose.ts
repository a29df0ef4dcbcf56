import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { Logger } from 'pino';
import { Metrics } from '../api/metrics.ts';
import { Readiness } from '../api/rest/health.ts';
import { createRest } from '../api/rest/rest.ts';
import { createHttp, LISTEN_BACKLOG, type ServerSettings } from '../api/server.ts';
import type { BuiltInClient } from '../auth/client-registry.ts';
import { SCOPES } from '../auth/scopes.ts';
import { ScaledClock, type Clock } from '../core/clock.ts';
import { OperatorError } from '../core/errors.ts';
import { SLOT_MS, type Millis } from '../core/time.ts';
import { ExchangeTickers } from '../latest/exchange-tickers.ts';
import { ListingOrder } from '../latest/listing-order.ts';
import { Lookups } from '../latest/lookups.ts';
import { Catalogue } from '../reference/catalogue.ts';
import { buildWorld } from '../sources/simulator/world.ts';
import { ownDirectory } from './admin-access.ts';
import { claimIdentity, openDataDirectory } from './data-directory.ts';
import { Lifecycle } from './lifecycle.ts';
import { drain, listenOn, metricsServer } from './listener.ts';
import { Pipeline } from './pipeline.ts';
import { isLoopback, publicUrls } from './public-urls.ts';
import type { Settings } from './settings.ts';
import { readVersion } from './version.ts';

/** A running service. */
export interface Service {
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** Set where metrics have a port of their own. */
  readonly metricsPort?: number;
  /** Drains and stops everything; a second call waits for the first. */
  close(): Promise<void>;
}

export interface ComposeInput {
  readonly settings: Settings;
  readonly wallClock: Clock;
  readonly log: Logger;
}

/** Three refreshes missed: what is served is no longer fresh. */
const STALE_AFTER_MS = 3 * SLOT_MS;

/** Builds and starts the service. This is the only place that names implementations. */
export async function compose(input: ComposeInput): Promise<Service> {
  const lifecycle = new Lifecycle(input.log);
  try {
    return await start(input, lifecycle);
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

async function start({ settings, wallClock, log }: ComposeInput, lifecycle: Lifecycle): Promise<Service> {
  const folder = openDataDirectory(settings.data);
  const demo = settings.demo ?? isLoopback(settings.host);
  const directory = await ownDirectory(folder, wallClock, demo ? [demoClient(wallClock)] : []);
  lifecycle.started('data directory', () => directory.close());
  claimIdentity(folder, { source: settings.source, world: settings.world, seed: settings.seed });

  const metrics = new Metrics();
  const readiness = new Readiness();
  readiness.add({ name: 'keys', ready: () => directory.keys.current.kid !== '' });
  const market = await startMarket({ settings, wallClock, log }, { lifecycle, metrics, readiness });

  const serverSettings = serverSettingsOf(settings);
  const server = createHttp(serverSettings);
  lifecycle.started('http server', () => drain(server, settings.drainTimeoutMs));
  // A free port is known only once it is bound, and the tokens' issuer names it. Nobody else knows it yet.
  const port = settings.port === 0 ? await listen(server, settings) : settings.port;
  const urls = publicUrls(settings, port);
  const app = await createRest(
    server,
    { ...market, ...directory, wallClock, log, metrics, readiness },
    { ...settings, ...serverSettings, ...urls, demo, ...restSettingsOf(settings) },
  );
  lifecycle.started('routes', () => app.close());
  const metricsPort = await startMetricsServer(settings, metrics, lifecycle);
  if (settings.port !== 0) await listen(server, settings);
  lifecycle.started('readiness', () => readiness.stop());
  return {
    baseUrl: urls.baseUrl,
    wsUrl: urls.wsUrl,
    ...(metricsPort === undefined ? {} : { metricsPort }),
    close: () => lifecycle.close(),
  };
}

/** The catalogue, and the thread that keeps its tickers fresh. */
async function startMarket(
  { settings, wallClock }: ComposeInput,
  { lifecycle, metrics, readiness }: { lifecycle: Lifecycle; metrics: Metrics; readiness: Readiness },
) {
  const { world, seed, faultRate, speed, start: startAt } = settings;
  const time = { startAt: startAt ?? wallClock.now(), since: wallClock.now(), speed };
  const paced = speed !== 1 || startAt !== undefined;
  const starting = Pipeline.start({ world, seed, faultRate, time, paced });
  const catalogue = new Catalogue(buildWorld(world).reference);
  const lookups = new Lookups(catalogue);
  const listingOrder = new ListingOrder(catalogue);
  const { pipeline, first } = await starting;
  lifecycle.started('pipeline', () => pipeline.close());

  const marketClock = paced ? new ScaledClock(wallClock, time) : wallClock;
  const tickers = new ExchangeTickers(listingOrder, first);
  const refreshed = (at: Millis) => {
    if (marketClock instanceof ScaledClock) marketClock.hold(at + SLOT_MS);
    metrics.observeRefresh(tickers.count, marketClock.now() - at);
  };
  refreshed(first.at);
  pipeline.handle({
    onRefresh: (refresh) => {
      tickers.replace(refresh);
      refreshed(refresh.at);
    },
    // Nothing would ever be fresh again: the process ends, and says why.
    onFailure: (error) => {
      throw error;
    },
  });
  readiness.add({ name: 'catalogue', ready: () => lookups.catalogue.assets.length > 0 });
  readiness.add({ name: 'tickers', ready: () => marketClock.now() - tickers.at < STALE_AFTER_MS });
  return { lookups, tickers, marketClock, marketSpeed: speed };
}

function listen(server: Server, settings: Settings): Promise<number> {
  return listenOn(server, settings.host, settings.port, LISTEN_BACKLOG);
}

function restSettingsOf(settings: Settings) {
  return {
    baseUrlConfigured: settings.baseUrl !== undefined,
    wsUrlConfigured: settings.wsUrl !== undefined,
    serveMetrics: settings.metricsPort === undefined,
    version: readVersion(),
  };
}

function serverSettingsOf(settings: Settings): ServerSettings {
  const { tlsCert, tlsKey, trustProxy, headersTimeoutMs, requestTimeoutMs, idleTimeoutMs } = settings;
  return {
    trustProxy,
    headersTimeoutMs,
    requestTimeoutMs,
    idleTimeoutMs,
    basePath: publicUrls(settings, settings.port).basePath,
    tls:
      tlsCert === undefined || tlsKey === undefined
        ? undefined
        : { cert: readPem(tlsCert), key: readPem(tlsKey) },
  };
}

function readPem(path: string): Buffer {
  try {
    return readFileSync(path);
  } catch (error) {
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

async function startMetricsServer(
  settings: Settings,
  { registry }: Metrics,
  lifecycle: Lifecycle,
): Promise<number | undefined> {
  if (settings.metricsPort === undefined) return undefined;
  const server = metricsServer(registry);
  lifecycle.started('metrics server', () => drain(server, 0));
  return listenOn(server, settings.host, settings.metricsPort, LISTEN_BACKLOG);
}

/** So that the first curl works. It is never stored, and live data never has it. */
function demoClient(clock: Clock): BuiltInClient {
  return {
    client: {
      id: 'demo',
      name: 'Built-in demo client',
      scopes: SCOPES,
      createdAt: clock.now(),
      disabled: false,
    },
    secret: 'demo',
  };
}
