import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import type { WebhookTransport } from '../../alerts/delivery/webhook-transport.ts';
import { metricsAnswer } from '../../api/http/answers/metrics-answer.ts';
import { HostNames } from '../../api/http/host-names.ts';
import { readinessMetric } from '../../api/resources/health.ts';
import { Deferred } from '../../core/async/deferred.ts';
import { OperatorError } from '../../core/errors.ts';
import { SECOND_MS } from '../../core/time.ts';
import { storeAwayCode } from '../postgres/store-away.ts';
import { hasDemoClient, isLoopback, ownUrls, publicUrls } from '../../app/config/public-urls.ts';
import type { Settings } from '../../app/config/settings.ts';
import { openDataDirectory } from '../../app/directory/data-directory.ts';
import { writeNode, type NodeIdentity } from '../../app/directory/node-file.ts';
import { identityFrom } from '../../app/directory/source-identity.ts';
import { refuseOtherStore, storedIdentity } from '../files/store-identity.ts';
import { StartProgress } from '../../app/operate/status/start-progress.ts';
import { BACKUP_COMMAND } from '../../app/operate/control/operator-commands.ts';
import { recordIfPossible } from '../../app/operate/control/admin.ts';
import type { OwnedDirectory } from '../../app/operate/control/admin-access.ts';
import { readVersion } from '../../app/process/version.ts';
import { bindPorts, certificateMetric, type BoundPorts } from '../../app/compose/bound-ports.ts';
import {
  closedOnFailure,
  takeDirectory,
  type ComposeInput,
  type Service,
} from '../../app/compose/compose.ts';
import type { Lifecycle } from '../../app/process/lifecycle.ts';
import { processMetrics } from '../../app/operate/watch/process-metrics.ts';
import type { ServiceContext } from '../../app/process/service-context.ts';
import { unlessStopped } from '../../app/compose/unless-stopped.ts';
import { NODE_COMMAND } from '../../app/operate/status/node-status.ts';
import { withoutPassword } from '../servers.ts';
import { resolveBusAddress } from '../credentials/addresses.ts';
import { KnownRevocations, REVOCATIONS_FILE } from '../secrets/known-revocations.ts';
import { SecretsAge } from '../secrets/secrets-age.ts';
import { secretTables } from '../secrets/secret-tables.ts';
import { clusterMetrics, watchSecretsAge, type ClusterMetrics } from './cluster-metrics.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { ComputeNode } from './compute/compute-node.ts';
import { openCollecting } from './collect/collect-node.ts';
import { nodeAnswer } from './node-answer.ts';
import { NodeCertificates } from './node-certificates.ts';
import { NodeRegistry } from './node-registry.ts';
import { NodeTime } from './node-time.ts';
import { NodeState } from './node-state.ts';
import { openServeNode } from './serve/serve-node.ts';

/** One process of a service that runs in several processes. */
export interface Node extends Omit<ServiceContext, 'readiness'> {
  /** The data directory of this node. */
  readonly folder: string;
  readonly directory: OwnedDirectory;
  readonly cluster: Cluster;
  readonly time: NodeTime;
  readonly metrics: ClusterMetrics;
  readonly ports: BoundPorts;
  readonly state: NodeState;
  /** How old the known state of clients, keys and tokens is. */
  readonly secretsAge: SecretsAge;
  /** Whether the built-in client exists. */
  readonly demo: boolean;
  readonly webFolder?: string | undefined;
  /** Sends webhooks; by default over https. */
  readonly webhooks?: WebhookTransport | undefined;
}

/** The running role of a node that serves no clients. */
export interface RunningRole {
  /** Resolves when it works. */
  readonly ready: Promise<void>;
  /** Metrics of its current work, in addition to those of the process. */
  readonly registry?: Registry | undefined;
  /** For the operator, on `/readyz`. */
  describe(): object;
  /** Why it is not ready; empty when it is. */
  missing(): string[];
  close(): Promise<void>;
}

/** Retry interval if the database is unreachable at the start. */
const RETRY_MS = SECOND_MS;
/** Pause after another failure of the start, which would probably happen again at once. */
const AGAIN_MS = 5 * SECOND_MS;

/** Starts the role that settings name. */
export function composeNode(input: ComposeInput): Promise<Service> {
  return closedOnFailure(input, startOnceThere);
}

/**
 * If the database is unreachable, waits for it; the ports report that meanwhile. After an error that no operator has to repair, such as a
 * message of the bus that cannot be handled, starts again. An error for the operator ends the start.
 */
async function startOnceThere(input: ComposeInput, lifecycle: Lifecycle): Promise<Service> {
  const { settings, wallClock, log, stop } = input;
  const ports = input.ports ?? (await bindPorts(settings, wallClock, log));
  lifecycle.started('ports', () => ports.close());
  for (let isWaiting = false; ;) {
    try {
      const service = await closedOnFailure(input, (_, parts) => start(input, parts, ports));
      if (isWaiting) log.info('the database of --store responds: this node has started');
      const close = async () => {
        await service.close();
        await lifecycle.close();
      };
      return { ...service, close };
    } catch (error) {
      const reason = storeAwayCode(error);
      if (reason === undefined) await waitAfterFailure(error, input, ports);
      else {
        ports.reportStep(() => `waiting for the database of --store, which does not respond (${reason})`);
        if (!isWaiting)
          log.warn({ reason }, 'the database of --store does not respond: this node starts once it does');
        isWaiting = true;
        await wallClock.wait(RETRY_MS, stop).catch(() => undefined);
        stop?.throwIfAborted();
      }
    }
  }
}

/** Rejects with an error that ends the start. */
async function waitAfterFailure(
  error: unknown,
  { wallClock, log, stop }: ComposeInput,
  ports: BoundPorts,
): Promise<void> {
  if (error instanceof OperatorError) throw error;
  stop?.throwIfAborted();
  log.error({ err: error }, 'the start failed: trying again');
  ports.reportStep(() => 'starting again after a failure, which is in the log of this node');
  await wallClock.wait(AGAIN_MS, stop);
}

async function start(input: ComposeInput, lifecycle: Lifecycle, ports: BoundPorts): Promise<Service> {
  const { settings, wallClock, log, stop, sources } = input;
  const source = sources.get(settings.source);
  const registry = new Registry();
  const metrics = clusterMetrics(registry);
  const cluster = await openCluster({ settings, wallClock, log, lifecycle, metrics });
  processMetrics(registry, readVersion());
  const certificates = new NodeCertificates(ports, resolveBusAddress(settings.bus!.address).cert, wallClock);
  lifecycle.started('certificates', () => certificates.close());
  certificateMetric(registry, certificates);
  const time = new NodeTime({ database: cluster.quick, machine: wallClock, log });
  lifecycle.started('time', () => time.close());
  cluster.dateBy(time.clock);
  const stored = await storedIdentity(cluster.database);
  await refuseOtherStore(cluster.database, identityFrom(source, settings, stored));
  const folder = openDataDirectory(settings.data);
  const demo = settings.role === 'serve' && hasDemoClient(settings, source.origin);
  const age = new SecretsAge(wallClock, settings.maxSecretsAge, tooOldLine(log));
  watchSecretsAge(registry, age);
  const owned = new Deferred<OwnedDirectory>();
  const openRevocations = () => knownRevocations(folder, owned.promise, log);
  const directory = await takeDirectory(input, source, lifecycle, folder, {
    progress: new StartProgress(wallClock, folder),
    port: ports.api.port,
    demo,
    sharedSecrets: secretTables(cluster.database, {
      age,
      openRevocations,
      progress: cluster.progress,
      role: cluster.restrictedTo,
    }),
    stored,
  });
  owned.resolve(directory);
  const identity = nodeIdentity(settings, cluster.credentials);
  writeNode(folder, identity);
  const state = new NodeState(identity, cluster.node, wallClock);
  ports.reportStep(() => state.step);
  directory.commands.set(NODE_COMMAND, () => state.status());
  const { webFolder, webhooks } = input;
  directory.commands.set(BACKUP_COMMAND, () => {
    throw new OperatorError(
      'history, recorded inputs, clients and keys of this node are in the database of --store: back up the database (pg_dump, pg_basebackup), and copy ' +
        'the data directory of a compute node for its kept receipts',
    );
  });
  const node: Node = {
    settings,
    sources,
    wallClock,
    log,
    lifecycle,
    registry,
    stop,
    folder,
    directory,
    cluster,
    time,
    metrics,
    ports,
    state,
    secretsAge: age,
    demo,
    webFolder,
    webhooks,
  };
  // Clients do not connect to other nodes; probes call those directly.
  const urls = (settings.role === 'serve' ? publicUrls : ownUrls)(settings, ports.api.port);
  let served = registry;
  if (settings.role === 'serve') await openServeNode(node);
  else served = await openWorkingNode(node);
  const hosts = new HostNames(isLoopback(settings.metricsHost) ? [] : undefined);
  ports.metrics?.open(metricsAnswer({ registry: served, hosts, wallClock, log }));
  return {
    ...urls,
    ...(ports.metrics && { metricsPort: ports.metrics.port }),
    // A role that fails starts again by itself.
    failure: new Promise(() => undefined),
    // A node of another role may be ready only when other nodes have started.
    ...(settings.role === 'serve' && { missing: () => state.missing }),
    close: () => lifecycle.close(),
  };
}

function tooOldLine(log: Logger): (isTooOld: boolean) => void {
  return (isTooOld) => {
    if (isTooOld)
      log.error(
        'clients and tokens in the database could not be read for longer than --max-secrets-age: tokens not accepted before are rejected',
      );
    else log.info('clients and tokens in the database can be read again: new tokens are accepted');
  };
}

/** Repeated revocations are written to the log, and to the audit log once the directory is open. */
function knownRevocations(folder: string, owned: Promise<OwnedDirectory>, log: Logger): KnownRevocations {
  return new KnownRevocations({
    folder,
    onRevokedAgain: (topic, changes) => {
      log.error(
        { topic, changes },
        'the database was restored to an earlier moment: the revocations that this node knows were applied again',
      );
      void owned.then((directory) =>
        recordIfPossible(directory, { event: 'secrets.revoked-again', details: { topic, changes } }),
      );
    },
    onProblem: (problem) =>
      log.error(
        { problem: `${REVOCATIONS_FILE} ${problem}` },
        'if the database is restored, revoked tokens may become valid again',
      ),
  });
}

/** Addresses without users and passwords. */
function nodeIdentity({ role, store, bus }: Settings, credentials: Cluster['credentials']): NodeIdentity {
  const shown = credentials?.displayAddresses() ?? { store: store?.address ?? '', bus: bus?.address ?? '' };
  return {
    role: String(role),
    store: withoutPassword(shown.store),
    bus: withoutPassword(shown.bus),
    version: readVersion(),
  };
}

/** Resolves with the metrics of the node. */
async function openWorkingNode(node: Node): Promise<Registry> {
  const { settings, lifecycle, ports, wallClock, log, stop } = node;
  node.state.setStep(() => `getting ready to ${settings.role}`);
  const role = settings.role === 'compute' ? new ComputeNode(node) : await openCollecting(node);
  lifecycle.started(settings.role!, () => role.close());
  await unlessStopped(role.ready, stop);
  node.state.setOpen(role);
  readinessMetric(node.registry, role);
  const servesMetrics = ports.metrics === undefined;
  const registry = new NodeRegistry(node.registry, role);
  ports.api.open(nodeAnswer({ role, registry, wallClock, log, servesMetrics }));
  return registry;
}
