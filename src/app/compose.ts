import { readFileSync } from 'node:fs';
import type { Server } from 'node:http';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { registerHistoryMetrics } from '../api/history-metrics.ts';
import { registerStorageMetrics } from '../api/storage-metrics.ts';
import { Metrics } from '../api/metrics.ts';
import { Readiness } from '../api/rest/health.ts';
import { createRest } from '../api/rest/rest.ts';
import { createStream } from '../api/stream/create-stream.ts';
import { createHttp, LISTEN_BACKLOG, type ServerSettings } from '../api/server.ts';
import type { BuiltInClient } from '../auth/client-registry.ts';
import { InProcessBus } from '../bus/in-process-bus.ts';
import { quarantinedCount } from '../disk/quarantine.ts';
import { SCOPES } from '../auth/scopes.ts';
import { monotonicMs, ScaledClock, SystemClock, type Clock } from '../core/clock.ts';
import { OperatorError } from '../core/errors.ts';
import { SeriesOrder } from '../core/series-order.ts';
import { DAY_MS, formatDatetime, slotAfter, slotAtOrBefore, SLOT_MS } from '../core/time.ts';
import { FileInputReader } from '../history/inputs/file-input-reader.ts';
import { ContractAnswers } from '../latest/contract-answers.ts';
import { ListingOrder, type ListingKey } from '../latest/listing-order.ts';
import { Lookups } from '../latest/lookups.ts';
import type { MarketTopics } from '../latest/market-topics.ts';
import { Catalogue } from '../reference/catalogue.ts';
import { ownDirectory } from './admin-access.ts';
import { Backfill, type BackfillParts } from './backfill/backfill.ts';
import { BackfillReports, type Terminal } from './backfill/backfill-reports.ts';
import { LARGEST_ASSETS, type BackfillPlan } from './backfill/backfill-plan.ts';
import { setAsideDamagedProgress } from './backfill/damaged-progress.ts';
import { removeLeftCuts } from './backup/cut.ts';
import { openContracts } from './contract-file.ts';
import { claimIdentity, openDataDirectory } from './data-directory.ts';
import { DerivativesPublisher } from './derivatives-publisher.ts';
import { InputWatch } from './input-watch.ts';
import { goesOnFrom, lastTickOf } from './last-tick.ts';
import { Lifecycle } from './lifecycle.ts';
import { Drain, listenOn, metricsServer } from './listener.ts';
import { MarketCapReferences } from './market-cap-references.ts';
import { openLoggedHistory, quarantineOf } from './open-history.ts';
import { operatorCommands } from './operator-commands.ts';
import { startPipeline, type Pipeline } from './pipeline.ts';
import { isLoopback, publicUrls } from './public-urls.ts';
import { Publisher } from './publisher.ts';
import { ReceiptThread } from './receipt-thread.ts';
import type { Settings } from './settings.ts';
import { QUARANTINE } from './storage/describe-storage.ts';
import { ScrubThread } from './storage/scrub-thread.ts';
import { StorageHealth } from './storage/storage-health.ts';
import { historyFigures } from './status/history-figures.ts';
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
  /** Where somebody looks at a terminal. */
  readonly terminal?: Terminal;
  /** Where it was started before this module was loaded. A service that has started closes it. */
  readonly pipeline?: Pipeline;
}

/** Websocket clients are told of a restart one after the other, over no more than this. */
const MOST_STREAM_DRAIN_MS = 2000;

/** Three refreshes missed: what is served is no longer fresh. */
const STALE_AFTER_MS = 3 * SLOT_MS;

interface MarketSurroundings {
  readonly folder: string;
  readonly lifecycle: Lifecycle;
  readonly metrics: Metrics;
  readonly readiness: Readiness;
  readonly health: StorageHealth;
}

const KEEP_SIMULATED_INPUTS_MS = DAY_MS;

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

async function start(input: ComposeInput, lifecycle: Lifecycle): Promise<Service> {
  const { settings, wallClock, log } = input;
  const folder = openDataDirectory(settings.data);
  const demo = settings.demo ?? isLoopback(settings.host);
  const directory = await ownDirectory(folder, wallClock, demo ? [demoClient(wallClock)] : [], {
    onFailure: (error, command) => log.error({ err: error, command }, 'a command failed'),
  });
  lifecycle.started('data directory', () => directory.close());
  removeLeftCuts(folder, wallClock);
  claimIdentity(folder, { source: settings.source, world: settings.world, seed: settings.seed });

  const metrics = new Metrics();
  const readiness = new Readiness();
  readiness.add({ name: 'keys', ready: () => directory.keys.current.kid !== '' });
  const health = new StorageHealth(folder, log);
  health.quarantinedAtStart(quarantinedCount(join(folder, QUARANTINE)));
  registerStorageMetrics(metrics.registry, health);
  readiness.describe('quarantine', () =>
    health.quarantined > 0 ? { files: health.quarantined } : undefined,
  );
  readiness.describe('damage', () =>
    health.damage.length > 0 ? { blocks: health.damage.length } : undefined,
  );
  const market = await startMarket(input, { folder, lifecycle, metrics, readiness, health });
  directory.commands.set('backfill', ({ days }) => market.backfill.extend(days));
  for (const [name, command] of operatorCommands({ ...market, folder, health }))
    directory.commands.set(name, command);
  registerHistoryMetrics(metrics.registry, historyFigures(folder, market.history, market.marketClock));

  const serverSettings = serverSettingsOf(settings);
  const server = createServer(serverSettings, [settings.tlsCert ?? '', settings.tlsKey ?? '']);
  const drain = new Drain(server);
  const spreadMs = Math.min(MOST_STREAM_DRAIN_MS, settings.drainTimeoutMs / 2);
  // Telling websocket clients takes part of the time that requests under way would have.
  let tellingMs = 0;
  lifecycle.started('http server', () => drain.close(settings.drainTimeoutMs - tellingMs));
  // A free port is known only once it is bound, and the tokens' issuer names it. Nobody else knows it yet.
  const port = settings.port === 0 ? await listen(server, settings) : settings.port;
  const urls = publicUrls(settings, port);
  const app = await createRest(
    server,
    { ...market, ...directory, wallClock, log, metrics, readiness },
    { ...settings, ...serverSettings, ...urls, demo, ...restSettingsOf(settings) },
  );
  lifecycle.started('routes', () => app.close());
  const stream = createStream(
    server,
    { ...market, ...directory, wallClock, log, metrics },
    { ...settings, ...urls, ...restSettingsOf(settings), limits: streamLimitsOf(settings) },
  );
  lifecycle.started('stream', async () => {
    const startedAt = monotonicMs();
    await stream.close(spreadMs);
    tellingMs = monotonicMs() - startedAt;
  });
  const metricsPort = await startMetricsServer(settings, metrics, lifecycle);
  await market.prepared;
  market.backfill.resume(settings.backfill === 'off' ? undefined : depthOf(settings.backfill));
  if (settings.port !== 0) await listen(server, settings);
  const scrub = new ScrubThread({ folder, everyMs: settings.scrubEvery }, (message) => health.hear(message));
  lifecycle.started('storage check', () => scrub.close());
  lifecycle.started('readiness', () => readiness.stop());
  return {
    baseUrl: urls.baseUrl,
    wsUrl: urls.wsUrl,
    ...(metricsPort === undefined ? {} : { metricsPort }),
    close: () => lifecycle.close(),
  };
}

/** The catalogue, history, and the thread that keeps everything about it fresh. */
async function startMarket(
  input: ComposeInput,
  { folder, lifecycle, metrics, readiness, health }: MarketSurroundings,
) {
  const { settings, log } = input;
  const { seed, speed } = settings;
  const bus = new InProcessBus<MarketTopics>();
  lifecycle.started('bus', () => bus.close());
  let traded: readonly ListingKey[] = [];
  const quarantine = quarantineOf(folder, (taken) => health.setAside(taken));
  const opening = openLoggedHistory(folder, log, health);
  // Where it does not open, whoever waits for it below hears why.
  lifecycle.started('history', () =>
    opening.then(
      (store) => store.close(),
      () => undefined,
    ),
  );
  const inputs = {
    folder: join(folder, 'inputs'),
    keepMs: settings.keepInputs ?? KEEP_SIMULATED_INPUTS_MS,
    limitedFolder: folder,
    maxBytes: settings.maxDisk,
  };
  const inputWatch = new InputWatch(log, metrics);
  const receipts = new ReceiptThread({ world: settings.world, seed, inputsFolder: inputs.folder });
  lifecycle.started('receipts', () => receipts.close());
  const openingContracts = openContracts(folder, log, quarantine);
  lifecycle.started('contracts', () =>
    openingContracts.then(
      ({ file }) => file.close(),
      () => undefined,
    ),
  );
  const pipeline = input.pipeline ?? startPipeline(settings);
  lifecycle.started('pipeline', () => pipeline.close());
  const [world, history, { book, file }] = await Promise.all([pipeline.world, opening, openingContracts]);
  const series = new SeriesOrder(world.reference);
  const last = await lastTickOf(history, series);
  const { lastTick } = history.summary;
  const goesOnAt = goesOnFrom(last?.at, lastTick, new FileInputReader(inputs.folder).newest());
  if (goesOnAt !== last?.at)
    log.error(
      { at: formatDatetime(goesOnAt!) },
      'ticks were recorded that history does not have: none of their slots is published again',
    );
  const { marketClock, ...pace } = marketTime(settings, goesOnAt);
  setAsideDamagedProgress(folder, quarantine, log);
  const backfill = backfillOf(input, { folder, history, marketClock, metrics, input: { world, seed } });
  lifecycle.started('back-fill', () => backfill.close());
  backfill.begin(lastTick !== undefined, slotAtOrBefore(marketClock.now()));
  const listings = new ListingOrder(world.reference);
  const publisher = new Publisher({
    listings,
    series,
    history,
    bus,
    marketClock,
    metrics,
    log,
  });
  const derivatives = new DerivativesPublisher({ book, file, marketClock, log });
  pipeline.begin(
    { ...pace, inputs, ...(last ? { last } : {}) },
    {
      onTick: (tick) => publisher.publish(tick),
      onShownAgain: (tick) => publisher.show(tick),
      onForgotten: () =>
        log.warn('the catalogue has changed since the last tick: indices start without their memory'),
      onDerivatives: (refresh) => derivatives.publish(refresh),
      onTraded: (listings) => (traded = listings),
      onTrades: (arrived) => void bus.publish('trades', arrived),
      onSkipped: (at) => {
        metrics.countSkippedTick();
        log.warn({ slot: formatDatetime(at) }, 'a tick came too late and is skipped');
      },
      onInputs: (event) => inputWatch.hear(event),
      onFailure: (error) => publisher.fail(error),
    },
  );
  const lookups = new Lookups(new Catalogue(world.reference));
  const [board, derivativeTickers] = await Promise.all([publisher.board, derivatives.first]);
  const largest = board.marketCaps.rows.slice(0, LARGEST_ASSETS).map(({ assetId }) => assetId);
  const prepared = backfill.prepare(board.indexTickers.at, largest);
  // Whoever waits for it hears of a failure; a start that failed elsewhere has nobody who waits.
  prepared.catch(() => undefined);
  readiness.add({ name: 'catalogue', ready: () => lookups.catalogue.assets.length > 0 });
  readiness.add({ name: 'tickers', ready: () => marketClock.now() - board.tickers.at < STALE_AFTER_MS });
  readiness.add({ name: 'indices', ready: () => marketClock.now() - board.indexTickers.at < STALE_AFTER_MS });
  readiness.add({
    name: 'derivatives',
    ready: () => marketClock.now() - derivativeTickers.at < STALE_AFTER_MS,
  });
  readiness.add({ name: 'history', ready: () => publisher.storing });
  return {
    ...board,
    contracts: new ContractAnswers(book),
    derivativeTickers,
    lookups,
    series,
    history,
    publisher,
    receipts,
    bus,
    listings,
    traded,
    marketCapsWithChanges: new MarketCapReferences(history, board.marketCaps),
    marketClock,
    marketSpeed: speed,
    settledFrom: () => backfill.settledFrom(),
    backfill,
    /** Resolves when a first request finds all it needs. */
    prepared,
  };
}

function backfillOf(
  { wallClock, log, terminal }: ComposeInput,
  {
    metrics,
    ...parts
  }: Pick<BackfillParts, 'folder' | 'history' | 'marketClock' | 'input'> & { metrics: Metrics },
): Backfill {
  const reports = new BackfillReports(wallClock, log, terminal);
  return new Backfill({
    ...parts,
    wallClock,
    log,
    onProgress: (state) => {
      metrics.observeBackfill(state);
      reports.tell(state);
    },
  });
}

/** `auto`, or so many days. */
function depthOf(backfill: string): BackfillPlan['depth'] {
  return backfill === 'auto' ? 'auto' : Number.parseInt(backfill, 10);
}

/**
 * Market time goes on from the last stored slot or from now, whichever is later. A world that was given a beginning
 * goes on from there instead of from now.
 */
function marketTime({ speed, start }: Settings, lastAt = -Infinity) {
  // The machine's own clock, because the pipeline's thread reads it too; what is injected is for tokens and limits.
  const machineClock = new SystemClock();
  const now = machineClock.now();
  const time = { startAt: Math.max(start ?? now, lastAt), since: now, speed };
  const paced = speed !== 1 || time.startAt !== now;
  if (!paced) return { time, paced, marketClock: machineClock };
  const marketClock = new ScaledClock(machineClock, time);
  marketClock.hold(slotAfter(time.startAt));
  return { time, paced, marketClock };
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

function streamLimitsOf(settings: Settings) {
  return {
    connections: settings.streamConnections,
    subscriptions: settings.streamSubscriptions,
    burst: settings.streamBurst,
    perSecond: settings.streamRate,
    backlogBytes: settings.streamBacklogBytes,
    backlogMs: settings.streamBacklogMs,
    pingMs: settings.streamPingMs,
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

function createServer(settings: ServerSettings, paths: readonly string[]): Server {
  try {
    return createHttp(settings);
  } catch (error) {
    throw new OperatorError(`${paths.join(' and ')} cannot be used for TLS: ${(error as Error).message}`);
  }
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
  const drain = new Drain(server);
  lifecycle.started('metrics server', () => drain.close(0));
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
