import { join } from 'node:path';
import { Readiness, readinessMetric } from '../../../api/resources/health.ts';
import type { SecretsWatch } from '../../../auth/secrets-watch.ts';
import { connectionMetrics } from '../../../api/http/limits/connection-metrics.ts';
import { SECOND_MS, SLOT_MS } from '../../../core/time.ts';
import { NO_CLIENT } from '../../../app/compose/compose.ts';
import { ListingThread } from '../../../app/serve/coverage/listing-thread.ts';
import { publicUrls } from '../../../app/config/public-urls.ts';
import { REFERENCE_FILE } from '../../../app/directory/data-format.ts';
import { ThrottledLine } from '../../../app/operate/terminal/throttled-line.ts';
import { quarantineOf } from '../../../app/directory/quarantine-of.ts';
import { CopiedRecords } from '../../files/copied-records.ts';
import { answerPublishedHeads } from '../../remote/remote-inputs.ts';
import { RemoteKept } from '../../remote/remote-kept.ts';
import { RemoteReceipts } from '../../remote/remote-receipts.ts';
import { remoteCommands } from '../../remote/remote-commands.ts';
import { SharedFiles } from '../../files/shared-files.ts';
import { SharedLosses } from '../../files/shared-losses.ts';
import { degradedSources, Serving } from '../../../app/compose/serve.ts';
import { openStorageHealth } from '../../../app/compose/storage.ts';
import { unlessStopped } from '../../../app/compose/unless-stopped.ts';
import { ClockCheck } from '../clock-check.ts';
import { COPY_EVERY_MS, openStoredHistory } from '../cluster.ts';
import { slotAtOrBefore } from '../../postgres/history/grid.ts';
import { PublishedHeads } from '../published-heads.ts';
import { FirstPrices } from './first-prices.ts';
import { RemotePastState } from './remote-past.ts';
import type { Node } from '../node.ts';
import { FutureRefreshFilter } from './future-refresh-filter.ts';
import { NotOutdated } from './not-outdated.ts';
import { openServeAlerts } from './serve-alerts.ts';
import { ReceivedSources } from './received-sources.ts';
import { TradeDeduplicator } from './trade-deduplicator.ts';
import { WarmHistory } from './warm-history.ts';

/** Query timeout: a client gets an error rather than a long wait. */
const ANSWER_MS = 8 * SECOND_MS;

/** Answers clients from the bus, from history and from copies of the logs. Any number of serving nodes can run; none has state of its own. */
export async function openServeNode(node: Node): Promise<void> {
  const { settings, sources, wallClock, log, lifecycle, registry, stop, folder, directory, cluster, ports } =
    node;
  const { time } = node;
  const readiness = new Readiness();
  readinessMetric(registry, readiness);
  const surroundings = { settings, sources, wallClock, log, lifecycle, registry, readiness, stop };
  readiness.describe('degraded', () => {
    const degraded = degradedRevocations(node.secretsAge);
    return degraded.length > 0 ? degraded : undefined;
  });
  const clockCheck = await ClockCheck.open({
    database: cluster.quick,
    time: time.clock,
    clock: time.clock,
    log,
  });
  lifecycle.started('check of the clock', () => clockCheck.close());
  readiness.add({
    name: 'clock',
    ready: () => clockCheck.problem === undefined,
    why: () => clockCheck.problem ?? '',
  });
  readiness.add({ name: 'keys', ready: () => directory.keys.current.kid !== '' });
  node.state.setStep(() => 'reading the store');
  const losses = new SharedLosses(folder, time.clock);
  const health = openStorageHealth(folder, surroundings, () => losses.ticks);
  const files = new SharedFiles({
    folder,
    database: cluster.database,
    quarantine: quarantineOf(folder, (taken) => health.recordQuarantined(taken)),
    log,
  });
  lifecycle.started('copies', () => files.close());
  lifecycle.started(
    'losses',
    files.onCopyChange(({ name }) => name === 'gaps' && losses.refresh()),
  );
  await files.catchUp();
  losses.refresh();
  files.follow(wallClock, COPY_EVERY_MS);
  const copied = new CopiedRecords({ folder, files, log });
  lifecycle.started('copied records', () => copied.close());
  const history = await openStoredHistory(cluster, (damage) => health.recordDamage(damage), ANSWER_MS);
  history.progress = cluster.progress;
  const past = new RemotePastState(cluster.bus);
  lifecycle.started('past', () => past.close());
  const dropLostTicks = () => {
    node.metrics.storeLostTicks.inc();
    log.error('the store has lost ticks that were read here: their cached values are dropped');
    past.forget();
  };
  history.onLostTicks = dropLostTicks;
  const outdated = new ThrottledLine<undefined>(wallClock, (reads) =>
    log.error({ reads }, 'the database of --store is older than what this node has read: it is not read'),
  );
  history.onOutdated = () => outdated.log(undefined);
  lifecycle.started('history', () => history.close());
  const heads = new PublishedHeads({
    folder,
    service: cluster.busName,
    bus: cluster.bus,
    clock: time.clock,
    log,
  });
  lifecycle.started('published heads', () => heads.close());
  lifecycle.started('answers', answerPublishedHeads(cluster.rpc, heads));
  const received = new ReceivedSources(cluster.bus);
  lifecycle.started('source state', () => received.close());
  const warm = new WarmHistory({ history, bus: cluster.bus, past, log });
  lifecycle.started('warm history', () => warm.close());
  await unlessStopped(warm.opened(), stop);
  const listings = new ListingThread({ referenceFile: join(folder, REFERENCE_FILE) });
  lifecycle.started('listings', () => listings.close());
  const { clients, keys, integrityKeys, longLived, usage } = directory;
  const lastStored = await history.lastTick();
  const possible = new FutureRefreshFilter(cluster.bus, time.clock, log);
  let published = -Infinity;
  const noted = possible.subscribe('indices', ({ at }) => {
    published = at;
    cluster.progress.published(slotAtOrBefore(at));
  });
  lifecycle.started('published ticks', noted);
  const { commands: alertCommands, ...alerts } = openServeAlerts(
    { database: cluster.database, bus: cluster.bus, marketClock: time.clock, transport: node.webhooks },
    surroundings,
  );
  const serving = new Serving(
    {
      bus: new TradeDeduplicator(new NotOutdated(possible, lastStored?.at, time.clock, log), time.clock),
      pollsStoreForTicks: true,
      history,
      folder,
      quarantine: quarantineOf(folder, (taken) => health.recordQuarantined(taken)),
      receipts: new RemoteReceipts(cluster.rpc),
      kept: new RemoteKept(cluster.rpc),
      contracts: copied.contracts,
      dayHeads: copied.heads,
      notedGaps: () => copied.notedGaps(),
      findReference: (hash) => copied.findReference(hash),
      earlierReferences: (hash) => copied.earlierReferences(hash),
      listings: (series, reference) => listings.changesOf(series, reference),
      past,
      marketClock: time.clock,
      clients,
      keys,
      integrityKeys,
      longLived,
      usage,
      alerts,
      degraded: () => [...degradedSources(received.degraded), ...degradedRevocations(node.secretsAge)],
    },
    surroundings,
  );
  history.onLostTicks = () => {
    dropLostTicks();
    serving.storeLostTicks();
  };
  const { rpc, restrictedTo } = cluster;
  // Without the right to see leases: ticks arrive only from a node that leads.
  const hasTicks = () => (time.clock.now() - published < 2 * SLOT_MS ? true : undefined);
  const leads = async () => (await cluster.isLed()) ?? hasTicks();
  const remote = remoteCommands({ rpc, folder, role: restrictedTo, leads });
  for (const [name, command] of [...remote, ...alertCommands]) directory.commands.set(name, command);
  const { server, drain, port } = ports.api;
  connectionMetrics(registry, ports.connections, ports.connectionCounts);
  let isOpen = false;
  // A start that fails before it is open is tried again on the same port.
  lifecycle.started('http server', async () => {
    if (isOpen) await drain.close(settings.drainTimeoutMs - serving.streamDrainMs);
  });
  const at = { server, connections: ports.connections, ...publicUrls(settings, port), demo: node.demo };
  const waiting = new FirstPrices(node, () => clockCheck.problem);
  const opening = await unlessStopped(serving.open({ ...at, webFolder: node.webFolder }), stop).finally(() =>
    waiting.end(),
  );
  node.state.setOpen({ missing: () => readiness.missing(), describe: () => readiness.details() });
  isOpen = true;
  opening.openStream();
  ports.api.open(opening.handle);
  if (clients.list().length === 0) log.info(NO_CLIENT);
  lifecycle.started('readiness', () => readiness.stop());
}

function degradedRevocations({ ageMs, isTooOld }: SecretsWatch): string[] {
  if (!isTooOld) return [];
  const seconds = Math.floor(ageMs / SECOND_MS);
  return [`revocations (not read for ${seconds} s: tokens not accepted before are rejected)`];
}
