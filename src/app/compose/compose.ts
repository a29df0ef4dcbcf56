import { join } from 'node:path';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { connectionMetrics } from '../../api/connection-metrics.ts';
import { HostNames } from '../../api/host-names.ts';
import { metricsAnswer } from '../../api/metrics-answer.ts';
import { Readiness } from '../../api/rest/health.ts';
import { createRest } from '../../api/rest/rest.ts';
import { createStream } from '../../api/stream/create-stream.ts';
import { streamMetrics } from '../../api/stream/stream-metrics.ts';
import type { BuiltInClient } from '../../auth/client-registry.ts';
import { InProcessBus } from '../../bus/in-process-bus.ts';
import { quarantinedCount } from '../../disk/quarantine.ts';
import { DATA_SCOPES } from '../../contract/scopes.ts';
import {
  marketClockOf,
  monotonicMs,
  type Clock,
  type MarketClock,
  type ScaledTime,
} from '../../core/clock.ts';
import { ServingClock } from '../../core/serving-clock.ts';
import { DAY_MS, formatDatetime, slotAfter, slotAtOrBefore, SLOT_MS, type Millis } from '../../core/time.ts';
import { FileInputReader } from '../../history/inputs/file-input-reader.ts';
import { ContractAnswers } from '../../latest/contract-answers.ts';
import { Lookups } from '../../latest/lookups.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../latest/market-topics.ts';
import { MarketVersions } from '../../latest/market-versions.ts';
import { recordIfPossible } from '../control/admin.ts';
import { ownDirectory } from '../control/admin-access.ts';
import { Backfill, type BackfillParts } from '../backfill/backfill.ts';
import { backfillMetrics, type BackfillMetrics } from '../backfill/backfill-metrics.ts';
import { BackfillReports, type Terminal } from '../backfill/backfill-reports.ts';
import { LARGEST_ASSETS, type BackfillDepth } from '../backfill/backfill-plan.ts';
import { setAsideDamagedProgress } from '../backfill/damaged-progress.ts';
import { removeLeftCuts } from '../backup/cut.ts';
import { BoundPorts } from './bound-ports.ts';
import { clockMetrics } from './clock-metrics.ts';
import { ClockWatch } from './clock-watch.ts';
import { openContracts } from '../config/contract-file.ts';
import { claimIdentity, openDataDirectory } from '../directory/data-directory.ts';
import { REFERENCE_FILE } from '../directory/data-format.ts';
import { DerivativesPublisher } from '../pipeline/derivatives-publisher.ts';
import { diskPlan, type DiskPlan } from '../directory/disk-plan.ts';
import { inputMetrics } from './input-metrics.ts';
import { InputWatch } from './input-watch.ts';
import { goesOnFrom, lastTickOf, lostTicks } from '../pipeline/last-tick.ts';
import { processMetrics } from './process-metrics.ts';
import { tickMetrics } from '../pipeline/tick-metrics.ts';
import { Lifecycle } from './lifecycle.ts';
import { MarketCapReferences } from '../pipeline/market-cap-references.ts';
import { openLoggedHistory, quarantineOf } from '../directory/open-history.ts';
import { operatorCommands } from '../control/operator-commands.ts';
import { startPipeline, type Pipeline } from '../pipeline/pipeline.ts';
import { acceptedHosts, isLoopback, publicUrls } from '../config/public-urls.ts';
import { Publisher } from '../pipeline/publisher.ts';
import { Board } from '../serve/board.ts';
import { DerivativesBoard } from '../serve/derivatives-board.ts';
import { ReceiptThread } from '../receipts/receipt-thread.ts';
import type { Settings } from '../config/settings.ts';
import { QUARANTINE } from '../storage/describe-storage.ts';
import { ScrubThread } from '../storage/scrub-thread.ts';
import { StorageHealth } from '../storage/storage-health.ts';
import { historyFigures } from '../status/history-figures.ts';
import { historyMetrics } from '../status/history-metrics.ts';
import { storageMetrics } from '../storage/storage-metrics.ts';
import { unlessStopped } from './unless-stopped.ts';
import { readVersion } from '../version.ts';
import { identityFrom } from '../directory/source-identity.ts';

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
  /** Where they were bound before this module was loaded. They are closed with the service, or where it does not start. */
  readonly ports?: BoundPorts;
  /** Ends a start that is under way: what has started is closed, and `compose` rejects with the reason of the signal. */
  readonly stop?: AbortSignal;
}

/** Websocket clients are told of a restart one after the other, over no more than this. */
const MOST_STREAM_DRAIN_MS = 2000;

/** Three refreshes missed: what is served is no longer fresh. */
const STALE_AFTER_MS = 3 * SLOT_MS;

interface MarketSurroundings {
  readonly folder: string;
  readonly disk: DiskPlan;
  readonly lifecycle: Lifecycle;
  readonly registry: Registry;
  readonly readiness: Readiness;
  readonly health: StorageHealth;
}

const KEEP_SIMULATED_INPUTS_MS = DAY_MS;
const SCRUB_EVERY_MS = DAY_MS;

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
  const disk = diskPlan(settings);
  // Before the data directory: where a port is taken, nothing is left behind.
  const ports = input.ports ?? (await BoundPorts.bind(settings, wallClock, log));
  lifecycle.started('ports', () => ports.close());
  if (disk.warning !== undefined) log.warn(disk.warning);
  const folder = openDataDirectory(settings.data);
  const demo = settings.demo ?? isLoopback(settings.host);
  const directory = await ownDirectory(folder, wallClock, demo ? [demoClient(wallClock)] : [], {
    onFailure: (error, command) => log.error({ err: error, command }, 'a command failed'),
    onAudit: (entry) => log.info({ audit: entry }, 'audit'),
    onAuditProblem: (problem) => log.error({ problem }, 'the audit log is not whole'),
  });
  lifecycle.started('data directory', () => directory.close());
  removeLeftCuts(folder, wallClock);
  claimIdentity(folder, identityFrom(settings));
  const reached = { port: ports.api.port, demo };
  await recordIfPossible(directory, { event: 'service.start', details: startDetails(settings, reached) });
  lifecycle.started('audit', async () => {
    await directory.recordUsage();
    await recordIfPossible(directory, { event: 'service.stop', details: {} });
  });

  const registry = new Registry();
  processMetrics(registry, readVersion());
  const readiness = new Readiness();
  readiness.add({ name: 'keys', ready: () => directory.keys.current.kid !== '' });
  const health = new StorageHealth(folder, log);
  health.quarantinedAtStart(quarantinedCount(join(folder, QUARANTINE)));
  storageMetrics(registry, health);
  readiness.describe('quarantine', () =>
    health.quarantined > 0 ? { files: health.quarantined } : undefined,
  );
  readiness.describe('damage', () =>
    health.damage.length > 0 ? { blocks: health.damage.length } : undefined,
  );
  readiness.describe('lostTicks', () => (health.lostTicks > 0 ? { ticks: health.lostTicks } : undefined));
  const market = await startMarket(input, { folder, disk, lifecycle, registry, readiness, health });
  directory.commands.set('backfill', ({ days }) => market.backfill.extend(days));
  for (const [name, command] of operatorCommands({ ...market, folder, health }))
    directory.commands.set(name, command);
  historyMetrics(registry, historyFigures(market.history, market.marketClock, health));

  const { connections } = ports;
  connectionMetrics(registry, connections, ports.connectionCounts);
  const { server, drain, port } = ports.api;
  const spreadMs = Math.min(MOST_STREAM_DRAIN_MS, settings.drainTimeoutMs / 2);
  // Telling websocket clients takes part of the time that requests under way would have.
  let tellingMs = 0;
  lifecycle.started('http server', () => drain.close(settings.drainTimeoutMs - tellingMs));
  const urls = publicUrls(settings, port);
  const app = createRest(
    server,
    { ...market, ...directory, wallClock, log, registry, readiness, connections },
    { ...settings, ...urls, demo, ...restSettingsOf(settings, demo) },
  );
  await unlessStopped(market.prepared, input.stop);
  market.backfill.resume(settings.backfill === 'off' ? undefined : depthOf(settings.backfill));
  // From here to the end nothing waits: whoever was refused because the service starts finds all of it, or nothing.
  const stream = createStream(
    server,
    {
      ...market,
      ...directory,
      wallClock,
      log,
      metrics: streamMetrics(registry),
      onHandshake: (socket) => connections.upgrading(socket),
      onKnown: (socket) => connections.know(socket),
    },
    { ...settings, ...urls, ...restSettingsOf(settings, demo), limits: streamLimitsOf(settings) },
  );
  lifecycle.started('stream', async () => {
    const startedAt = monotonicMs();
    await stream.close(spreadMs);
    tellingMs = monotonicMs() - startedAt;
  });
  const hosts = new HostNames(isLoopback(settings.metricsHost) ? [] : undefined);
  ports.metrics?.open(metricsAnswer({ registry, hosts, wallClock, log }));
  ports.api.open((request, response) => app.handle(request, response));
  const scrub = new ScrubThread(
    { folder, everyMs: settings.scrubEvery ?? SCRUB_EVERY_MS },
    wallClock,
    (message) => health.hear(message),
  );
  lifecycle.started('storage check', () => scrub.close());
  lifecycle.started('readiness', () => readiness.stop());
  return {
    baseUrl: urls.baseUrl,
    wsUrl: urls.wsUrl,
    ...(ports.metrics && { metricsPort: ports.metrics.port }),
    close: () => lifecycle.close(),
  };
}

/** The catalogue, history, and the thread that keeps everything about it fresh. */
async function startMarket(
  input: ComposeInput,
  { folder, disk, lifecycle, registry, readiness, health }: MarketSurroundings,
) {
  const { settings, wallClock, log } = input;
  const { speed } = settings;
  const bus = new InProcessBus<MarketTopics>({ retained: RETAINED_TOPICS });
  lifecycle.started('bus', () => bus.close());
  const quarantine = quarantineOf(folder, (taken) => health.setAside(taken));
  const opening = openLoggedHistory(folder, log, { health, journalFileBytes: disk.journalFileBytes });
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
    maxBytes: disk.maxBytes,
    leaveBytes: disk.leaveBytes,
  };
  const inputWatch = new InputWatch(log, inputMetrics(registry));
  const receipts = new ReceiptThread({ folder, inputsFolder: inputs.folder });
  lifecycle.started('receipts', () => receipts.close());
  const openingContracts = openContracts(folder, log, quarantine);
  lifecycle.started('contracts', () =>
    openingContracts.then(
      ({ file }) => file.close(),
      () => undefined,
    ),
  );
  const pipeline = input.pipeline ?? startPipeline(settings);
  const stop = new AbortController();
  lifecycle.started('pipeline', async () => {
    await pipeline.close();
    stop.abort();
  });
  const opened = Promise.all([pipeline.past, opening, openingContracts]);
  const [past, history, { book, file }] = await unlessStopped(opened, input.stop);
  const last = await lastTickOf(history);
  const { lastTick } = await history.summary();
  const recorded = new FileInputReader(inputs.folder);
  const goesOnAt = goesOnFrom(last?.at, lastTick, recorded.newest());
  if (goesOnAt !== undefined && goesOnAt !== last?.at) {
    history.passOver(goesOnAt - SLOT_MS);
    const what = { goesOnAt: formatDatetime(goesOnAt) };
    log.error(what, 'ticks were recorded that history does not have: none of their slots is published again');
  }
  const lost = lostTicks(last?.at, lastTick, goesOnAt, (at) => recorded.firstAfter(at));
  if (lost) health.lose({ ...lost, foundAt: wallClock.now() });
  // No slot up to this one is published, whatever the clock says.
  const known = goesOnAt === undefined || goesOnAt === last?.at ? goesOnAt : goesOnAt - SLOT_MS;
  const { marketClock, pace } = marketTime(settings, goesOnAt);
  const servingClock = new ServingClock(marketClock);
  setAsideDamagedProgress(folder, quarantine, log);
  const backfill = backfillOf(input, {
    folder,
    history,
    marketClock,
    metrics: backfillMetrics(registry),
    past,
    mostFilledBytes: disk.mostFilledBytes,
  });
  lifecycle.started('back-fill', () => backfill.close());
  backfill.begin(lastTick !== undefined, slotAtOrBefore(marketClock.now()));
  const versions = new MarketVersions({
    failed: (error) => log.error({ err: error }, 'a version of the reference data cannot be served'),
  });
  const board = new Board({
    bus,
    versions,
    newestValues: (notBefore) => history.newestValues(notBefore),
    onShown: (at) => servingClock.show(at),
    failed: (error) => log.error({ err: error }, 'a refresh cannot be shown'),
  });
  lifecycle.started('board', () => board.close());
  const derivativesBoard = new DerivativesBoard(bus, book);
  const publishing = { bus, marketClock, log, signal: stop.signal };
  const metrics = tickMetrics(registry);
  const publisher = new Publisher({
    ...publishing,
    seriesOf: async (reference) => (await versions.whenPrepared(reference)).series,
    history,
    metrics,
    lastStored: known,
  });
  const derivatives = new DerivativesPublisher({ ...publishing, book, file, lastShown: known });
  const clockWatch = new ClockWatch({
    wallClock,
    marketClock,
    ticks: publisher,
    metrics: clockMetrics(registry),
    log,
  });
  lifecycle.started('clock watch', () => clockWatch.close());
  pipeline.begin(
    {
      ...(pace && { pace }),
      inputs,
      referenceFile: join(folder, REFERENCE_FILE),
      ...(last && { last }),
      ...(known !== undefined && { known }),
    },
    {
      onTick: (tick) => publisher.publish(tick),
      onShownAgain: (tick) => publisher.show(tick),
      onForgotten: () =>
        log.warn(
          last?.state
            ? 'the reference data of the last tick are missing or damaged: indices start without their memory'
            : 'the state of the engine is lost: indices start without their memory',
        ),
      onRecomputed: (ticks, missing) => tellRecomputed(log, ticks, missing),
      onDerivatives: (refresh) => derivatives.publish(refresh),
      onReference: (news) => void bus.publish('reference', news),
      onSetAside: (taken) => health.setAside(taken),
      onReferenceFailed: (error) =>
        log.error(
          { err: error },
          'reference data could not be stored: nothing new is published until it can',
        ),
      onReferenceRefused: (problems) =>
        log.error({ problems }, 'the source announced reference data that contradict themselves: not used'),
      onTrades: (arrived) => void bus.publish('trades', arrived),
      onSkipped: (at) => {
        metrics.countSkippedTick();
        log.warn({ slot: formatDatetime(at) }, 'a tick came too late and is skipped');
      },
      onInputs: (event) => inputWatch.hear(event),
      onFailure: (error) => publisher.fail(error),
    },
  );
  const lookups = new Lookups(versions);
  // Where the clock is behind what is stored, the first of them may take hours.
  const first = Promise.all([board.ready, derivativesBoard.ready, publisher.first, derivatives.first]);
  const [shown, derivativeTickers] = await unlessStopped(first, input.stop);
  const largest = shown.marketCaps.rows.slice(0, LARGEST_ASSETS).map(({ assetId }) => assetId);
  const prepared = backfill.prepare(shown.indexTickers.at, largest);
  // Whoever waits for it hears of a failure; a start that failed elsewhere has nobody who waits.
  prepared.catch(() => undefined);
  const isFresh = ({ at }: { readonly at: Millis }) => servingClock.now() - at < STALE_AFTER_MS;
  readiness.add({
    name: 'clock',
    ready: () => clockWatch.behindMs === 0,
    why: () => clockWatch.describe(),
  });
  readiness.add({ name: 'catalogue', ready: () => lookups.catalogue.assets.length > 0 });
  readiness.add({ name: 'tickers', ready: () => isFresh(shown.tickers) });
  readiness.add({ name: 'indices', ready: () => isFresh(shown.indexTickers) });
  readiness.add({ name: 'derivatives', ready: () => isFresh(derivativeTickers) });
  readiness.add({ name: 'history', ready: () => publisher.storing, why: () => publisher.whyNotStoring });
  return {
    ...shown,
    contracts: new ContractAnswers(book),
    derivativeTickers,
    lookups,
    versions,
    feed: board.feed,
    history,
    publisher,
    receipts,
    marketCapsWithChanges: new MarketCapReferences(history, shown.marketCaps),
    marketClock: servingClock,
    clockWatch,
    marketSpeed: speed,
    settledFrom: () => backfill.settledFrom(),
    heldDay: () => backfill.openSeamDay(),
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
  }: Pick<BackfillParts, 'folder' | 'history' | 'marketClock' | 'past' | 'mostFilledBytes'> & {
    metrics: BackfillMetrics;
  },
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

function tellRecomputed(log: Logger, ticks: number, missing: readonly Millis[]): void {
  if (missing.length === 0) log.info({ ticks }, 'the state of the engine was computed from recorded inputs');
  else
    log.warn(
      { ticks, missing: missing.map((at) => formatDatetime(at)) },
      'inputs are missing: the running day lacks these ticks, and the engine goes on from the last one it could compute',
    );
}

/** `auto`, or so many days. */
function depthOf(backfill: string): BackfillDepth {
  return backfill === 'auto' ? 'auto' : Number.parseInt(backfill, 10);
}

/**
 * At real time, the machine's clock: where it is behind the last stored slot, ticks wait for it. A world that was given a
 * beginning or a speed has a market time of its own, which goes on from the last stored slot where that is later.
 */
function marketTime(
  { speed, start }: Settings,
  lastAt = -Infinity,
): { marketClock: MarketClock; pace?: ScaledTime } {
  // The machine's own clock, because the pipeline's thread reads it too; what is injected is for tokens and limits.
  const realTime = marketClockOf(undefined);
  if (speed === 1 && start === undefined) return { marketClock: realTime };
  const startAt = Math.max(start ?? realTime.now(), lastAt);
  const pace = { startAt, since: realTime.monotonic(), speed };
  const marketClock = marketClockOf(pace);
  marketClock.hold(slotAfter(startAt));
  return { marketClock, pace };
}

/** What decides who can reach the service and be believed. */
function startDetails(
  { host, publicLookups, trustProxy, tlsCert, corsOrigins }: Settings,
  { port, demo }: { readonly port: number; readonly demo: boolean },
): Readonly<Record<string, unknown>> {
  const tls = tlsCert !== undefined;
  return { version: readVersion(), host, port, tls, demo, publicLookups, trustProxy, corsOrigins };
}

function restSettingsOf(settings: Settings, demo: boolean) {
  return {
    acceptedHosts: acceptedHosts(settings, demo),
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

/** So that the first curl works. It is never stored, and live data never has it. */
function demoClient(clock: Clock): BuiltInClient {
  return {
    client: {
      id: 'demo',
      name: 'Built-in demo client',
      scopes: DATA_SCOPES,
      createdAt: clock.now(),
      disabled: false,
    },
    secret: 'demo',
  };
}
