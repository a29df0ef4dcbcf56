import { join } from 'node:path';
import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { connectionMetrics } from '../../api/http/limits/connection-metrics.ts';
import { HostNames } from '../../api/http/host-names.ts';
import { metricsAnswer } from '../../api/http/answers/metrics-answer.ts';
import { Readiness, readinessMetric } from '../../api/resources/health.ts';
import { pageClient } from '../../auth/page-client.ts';
import { InProcessBus } from '../../bus/in-process-bus.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import type { OperatorError } from '../../core/errors.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../latest/market/market-topics.ts';
import { earlierVersions } from '../../reference/versions/earlier-versions.ts';
import { ReferenceLogReader } from '../../reference/versions/reference-log.ts';
import type { SourceDefinition } from '../../sources/source-definition.ts';
import type { SourceTable } from '../../sources/source-table.ts';
import type { Backfill } from '../pipeline/backfill/backfill.ts';
import type { BackfillDepth } from '../pipeline/backfill/backfill-plan.ts';
import type { Terminal } from '../pipeline/backfill/progress-reports.ts';
import { removeLeftCuts } from '../operate/backup/cut.ts';
import { hasDemoClient, isLoopback, publicUrls } from '../config/public-urls.ts';
import type { Settings } from '../config/settings.ts';
import { acquireDirectory, type OwnedDirectory } from '../operate/control/admin-access.ts';
import { recordIfPossible } from '../operate/control/admin.ts';
import type { OpenSharedSecrets } from '../operate/control/secret-stores.ts';
import { operatorCommands, startingCommands } from '../operate/control/operator-commands.ts';
import {
  claimIdentity,
  openDataDirectory,
  readableIdentity,
  type Identity,
} from '../directory/data-directory.ts';
import { ListingThread } from '../serve/coverage/listing-thread.ts';
import { REFERENCE_FILE } from '../directory/data-format.ts';
import { quarantineOf } from '../directory/quarantine-of.ts';
import { diskPlan, type DiskPlan } from '../directory/disk-plan.ts';
import { identityFrom } from '../directory/source-identity.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { DEFAULT_SEED_DAYS, type Seeding } from '../pipeline/seeding/seeding.ts';
import type { StorageHealth } from '../directory/health/storage-health.ts';
import { Maintenance } from '../operate/maintenance/maintenance.ts';
import { maintenanceCommands } from '../operate/maintenance/maintenance-commands.ts';
import { maintenanceMetrics } from '../operate/maintenance/maintenance-metrics.ts';
import { historyMetrics } from '../operate/status/history-metrics.ts';
import { operationsStatus } from '../operate/status/operations-status.ts';
import { alertCommands } from '../operate/control/alert-commands.ts';
import { StartProgress } from '../operate/status/start-progress.ts';
import { openAlerts } from '../serve/alerts/open-alerts.ts';
import type { WebhookTransport } from '../../alerts/delivery/webhook-transport.ts';
import { readVersion } from '../process/version.ts';
import { bindPorts, certificateMetric, type BoundPorts } from './bound-ports.ts';
import { openCompute, type Compute } from './compute.ts';
import { demoClient } from './demo-client.ts';
import { Lifecycle } from '../process/lifecycle.ts';
import { processMetrics } from '../operate/watch/process-metrics.ts';
import { degradedSources, Serving } from './serve.ts';
import type { Opening, PastProgress } from './serve-ports.ts';
import { checkStorage, openStorageHealth } from './storage.ts';
import type { ServiceContext } from '../process/service-context.ts';
import { unlessStopped } from './unless-stopped.ts';

export interface Service {
  readonly baseUrl: string;
  readonly wsUrl: string;
  /** Set if metrics have their own port. */
  readonly metricsPort?: number;
  /** Resolves with the reason if the service cannot continue: the caller must then close it. */
  readonly failure: Promise<OperatorError>;
  /** What `/readyz` says is missing; absent if a service is ready as soon as it is open. */
  readonly missing?: () => readonly string[];
  /** Drains and stops everything; a second call waits for the first. */
  close(): Promise<void>;
}

export interface ComposeInput {
  readonly settings: Settings;
  readonly wallClock: Clock;
  readonly log: Logger;
  readonly sources: SourceTable;
  /** Set if standard error is a terminal. */
  readonly terminal?: Terminal;
  /** Set if it was started before this module was loaded. A service that has started closes it. */
  readonly pipeline?: Pipeline;
  /**
   * Set if they were bound before this module was loaded. They are closed with the service, or if the start
   * fails.
   */
  readonly ports?: BoundPorts;
  /** Folder of the built page; by default the build's output. */
  readonly webFolder?: string;
  /** Sends webhooks; by default over https. */
  readonly webhooks?: WebhookTransport;
  /** Aborts a start in progress: closes started parts, and `compose` rejects with the signal's reason. */
  readonly stop?: AbortSignal;
}

/** Starts the service: collect, compute and serve in one process. */
export function compose(input: ComposeInput): Promise<Service> {
  return closedOnFailure(input, start);
}

/** Closes all started parts if the start fails. */
export async function closedOnFailure(
  input: ComposeInput,
  begin: (input: ComposeInput, lifecycle: Lifecycle) => Promise<Service>,
): Promise<Service> {
  const lifecycle = new Lifecycle(input.log);
  try {
    return await begin(input, lifecycle);
  } catch (error) {
    await lifecycle.close();
    throw error;
  }
}

async function start(input: ComposeInput, lifecycle: Lifecycle): Promise<Service> {
  const { settings, wallClock, log, stop, sources } = input;
  const source = sources.get(settings.source);
  const disk = diskPlan(settings.maxDisk, source.diskUse(settings));
  // Before the data directory: if a port is in use, nothing is left behind.
  const ports = input.ports ?? (await bindPorts(settings, wallClock, log));
  lifecycle.started('ports', () => ports.close());
  if (disk.warning !== undefined) log.warn(disk.warning);
  const folder = openDataDirectory(settings.data);
  const demo = hasDemoClient(settings, source.origin);
  const progress = new StartProgress(wallClock, folder);
  const reached = { port: ports.api.port, demo };
  const directory = await takeDirectory(input, source, lifecycle, folder, { progress, ...reached });
  progress.reached('storage');

  const registry = new Registry();
  processMetrics(registry, readVersion());
  const readiness = new Readiness();
  readiness.add({ name: 'keys', ready: () => directory.keys.current.kid !== '' });
  const surroundings: ServiceContext = {
    settings,
    sources,
    wallClock,
    log,
    lifecycle,
    registry,
    readiness,
    stop,
  };
  const { compute, serving, health } = await openParts(input, surroundings, { folder, disk, directory });
  const { history, backfill, seeding } = compute;
  progress.reached('firstTick');
  // If the clock is behind the stored ticks, the first tick may take hours.
  await unlessStopped(compute.first, stop);
  progress.reached('answers');
  addReadiness(readiness, compute);
  directory.commands.set('backfill', ({ days, replace }) =>
    (seeding.isPossible ? seeding : backfill).extend(days, replace === true),
  );
  const operated = { ...compute, marketClock: serving.clock, folder, health, readiness };
  historyMetrics(registry, history, serving.clock, health);
  readinessMetric(registry, readiness);
  certificateMetric(registry, ports);
  const maintenance = new Maintenance(folder);
  maintenanceMetrics(registry, maintenance);

  const { connections } = ports;
  connectionMetrics(registry, connections, ports.connectionCounts);
  const { server, drain, port } = ports.api;
  // Notifying websocket clients uses part of the drain timeout.
  lifecycle.started('http server', () => drain.close(settings.drainTimeoutMs - serving.streamDrainMs));
  const urls = publicUrls(settings, port);
  const opening = await unlessStopped(
    serving.open({ server, connections, ...urls, demo, webFolder: input.webFolder }),
    stop,
  );
  // Started now, so that the first read does not wait for it.
  compute.onDemand
    ?.loadSeries()
    .catch((error: unknown) => log.error({ err: error }, 'the past cannot be modelled for requests'));
  fillIn(compute, settings);
  // Without modelling on demand, the first requests would find no complete day.
  if (!compute.onDemand) await unlessStopped(backfill.lastDayStored(), stop);
  // No await from here on: a client sees the service either starting or complete.
  openPorts(ports, opening, surroundings);
  for (const [name, command] of [
    ...operatorCommands(operated),
    ...maintenanceCommands(maintenance, input.wallClock),
  ])
    directory.commands.set(name, command);
  if (directory.clients.list().length === 0) log.info(NO_CLIENT);
  checkStorage(folder, health, surroundings);
  lifecycle.started('readiness', () => readiness.stop());
  return {
    baseUrl: urls.baseUrl,
    wsUrl: urls.wsUrl,
    ...(ports.metrics && { metricsPort: ports.metrics.port }),
    failure: compute.publisher.takenOver,
    close: () => lifecycle.close(),
  };
}

export const NO_CLIENT =
  'no client exists yet, so no data can be read: add one with tidemark clients add --name NAME';

/** Opens compute and serve, connected by the bus, and starts computing ticks. */
async function openParts(
  { terminal, pipeline, webhooks }: ComposeInput,
  surroundings: ServiceContext,
  {
    folder,
    disk,
    directory,
  }: { readonly folder: string; readonly disk: DiskPlan; readonly directory: OwnedDirectory },
): Promise<{ compute: Compute; serving: Serving; health: StorageHealth }> {
  const health = openStorageHealth(folder, surroundings);
  const bus = new InProcessBus<MarketTopics>({ retained: RETAINED_TOPICS });
  surroundings.lifecycle.started('bus', () => bus.close());
  const { clients, keys, integrityKeys, longLived, usage } = directory;
  const computing = { ...surroundings, folder, disk, health, bus, terminal, pipeline, integrityKeys };
  const compute = await openCompute(computing);
  const { history, onDemand, receipts, kept, contracts, heads, gaps, marketClock, backfill, seeding } =
    compute;
  const listings = new ListingThread({ referenceFile: join(folder, REFERENCE_FILE) });
  surroundings.lifecycle.started('listings', () => listings.close());
  const references = new ReferenceLogReader(join(folder, REFERENCE_FILE));
  const damagedParts = () => health.damage.length + health.lostTicks;
  const { lastStored } = compute.publisher;
  const alerts = await openAlerts(
    {
      folder,
      clients,
      history,
      marketClock,
      damagedParts,
      onDamage: (damage) => health.recordDamagedFile(damage),
      publishedBefore: Number.isFinite(lastStored) ? lastStored : undefined,
      publishedSlot: () => compute.publisher.lastShown,
      transport: webhooks,
    },
    surroundings,
  );
  for (const [name, command] of alertCommands({
    store: alerts.store,
    rules: alerts.served.rules,
    marketClock,
  }))
    directory.commands.set(name, command);
  const serving = new Serving(
    {
      bus,
      history,
      onDemand,
      folder,
      quarantine: quarantineOf(folder, (taken) => health.recordQuarantined(taken)),
      receipts,
      kept,
      contracts,
      dayHeads: heads,
      marketClock,
      listings: (series, reference) => listings.changesOf(series, reference),
      notedGaps: () => gaps.recordedGaps(),
      past: pastOf(backfill, seeding),
      clients,
      keys,
      integrityKeys,
      longLived,
      usage,
      alerts: alerts.served,
      evaluation: alerts.evaluation,
      degraded: () => degradedSources(compute.sourceHealth.degraded),
      findReference: async (hash) => references.byHash(hash),
      earlierReferences: (hash) => earlierVersions(references, hash),
      operations: (summary) =>
        operationsStatus(
          { ...compute, health, maxDiskBytes: surroundings.settings.maxDisk },
          summary,
          marketClock.now(),
        ),
    },
    surroundings,
  );
  compute.begin();
  return { compute, serving, health };
}

/** How far history may still change through back-fill or seeding. */
function pastOf(backfill: Backfill, seeding: Seeding): PastProgress {
  return {
    settledFrom: () => backfill.settledFrom(),
    recordsSettledFrom: () => Math.max(backfill.candlesSettledFrom(), seeding.candlesSettledFrom()),
    revision: () => backfill.revision(),
    openSeamDay: () => backfill.openSeamDay(),
    changesStored: () => backfill.changesStored(),
    lastDayStored: () => backfill.lastDayStored(),
  };
}

function openPorts(
  ports: BoundPorts,
  opening: Opening,
  { settings, registry, wallClock, log }: ServiceContext,
): void {
  opening.openStream();
  const hosts = new HostNames(isLoopback(settings.metricsHost) ? [] : undefined);
  ports.metrics?.open(metricsAnswer({ registry, hosts, wallClock, log }));
  ports.api.open(opening.handle);
}

interface DirectoryTaken {
  readonly port: number;
  readonly demo: boolean;
  readonly progress: StartProgress;
  /** Set if clients and keys are not files of the directory. */
  readonly sharedSecrets?: OpenSharedSecrets;
  /** The identity in the shared store, if there is one. */
  readonly stored?: Identity | undefined;
}

/**
 * Owns the data directory until the service is closed. The audit log records start and stop, and how the
 * service could be reached.
 */
export async function takeDirectory(
  { settings, wallClock, log }: ComposeInput,
  source: SourceDefinition,
  lifecycle: Lifecycle,
  folder: string,
  { progress, sharedSecrets, stored, ...reached }: DirectoryTaken,
): Promise<OwnedDirectory> {
  const builtIn = [
    ...(reached.demo ? [demoClient(wallClock)] : []),
    ...(settings.publicPage ? [pageClient(wallClock)] : []),
  ];
  const directory = await acquireDirectory(folder, wallClock, builtIn, {
    urls: publicUrls(settings, reached.port),
    commands: startingCommands(progress),
    ...(sharedSecrets && { sharedSecrets }),
    issuesTokens: settings.role === undefined || settings.role === 'serve',
    onFailure: (error, command) => log.error({ err: error, command }, 'a command failed'),
    onAudit: (entry) => log.info({ audit: entry }, 'audit'),
    onAuditProblem: (problem) => log.error({ problem }, 'the audit log is not intact'),
    onSecretsProblem: (problem) =>
      log.error({ problem }, 'files of clients and keys were changed from outside'),
  });
  lifecycle.started('data directory', () => directory.close());
  removeLeftCuts(folder, wallClock);
  claimIdentity(folder, identityFrom(source, settings, stored ?? readableIdentity(folder)), source);
  await recordIfPossible(directory, { event: 'service.start', details: startDetails(settings, reached) });
  lifecycle.started('audit', async () => {
    await directory.recordUsage();
    await recordIfPossible(directory, { event: 'service.stop', details: {} });
  });
  return directory;
}

export function addReadiness(readiness: Readiness, { clockWatch, publisher }: Compute): void {
  readiness.add({
    name: 'clock',
    ready: () => clockWatch.behindMs === 0,
    why: () => clockWatch.describe(),
  });
  readiness.add({ name: 'history', ready: () => publisher.isStoring, why: () => publisher.whyNotStoring });
}

export function fillIn({ backfill, seeding }: Compute, settings: Settings): void {
  const depth = settings.backfill === 'off' ? undefined : depthOf(settings.backfill);
  backfill.resume(depth);
  seeding.resume(depth === 'auto' ? DEFAULT_SEED_DAYS : depth);
}

function depthOf(backfill: string): BackfillDepth {
  return backfill === 'auto' ? 'auto' : Number.parseInt(backfill, 10);
}

function startDetails(
  { host, publicLookups, compat, rapidapi, publicPage, trustProxy, tlsCert, corsOrigins }: Settings,
  { port, demo }: { readonly port: number; readonly demo: boolean },
): Readonly<Record<string, unknown>> {
  const tls = tlsCert !== undefined;
  return {
    version: readVersion(),
    host,
    port,
    tls,
    demo,
    publicLookups,
    compat,
    rapidapi,
    publicPage,
    trustProxy,
    corsOrigins,
  };
}
