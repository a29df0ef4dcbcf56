import type { Logger } from 'pino';
import { Registry } from 'prom-client';
import { metricsAnswer } from '../../api/http/answers/metrics-answer.ts';
import { HostNames } from '../../api/http/host-names.ts';
import { Deferred } from '../../core/async/deferred.ts';
import { OperatorError } from '../../core/errors.ts';
import { SECOND_MS } from '../../core/time.ts';
import { whyAway } from '../postgres/store-away.ts';
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
import { bindPorts, type BoundPorts } from '../../app/compose/bound-ports.ts';
import {
  closedOnFailure,
  takeDirectory,
  type ComposeInput,
  type Service,
} from '../../app/compose/compose.ts';
import type { Lifecycle } from '../../app/process/lifecycle.ts';
import { processMetrics } from '../../app/operate/watch/process-metrics.ts';
import type { Surroundings } from '../../app/process/surroundings.ts';
import { unlessStopped } from '../../app/compose/unless-stopped.ts';
import { NODE_COMMAND } from '../../app/operate/status/node-status.ts';
import { withoutPassword } from '../servers.ts';
import { KnownRevocations, REVOCATIONS_FILE } from '../secrets/known-revocations.ts';
import { SecretsAge } from '../secrets/secrets-age.ts';
import { secretTables } from '../secrets/secret-tables.ts';
import { clusterMetrics, watchSecretsAge, type ClusterMetrics } from './cluster-metrics.ts';
import { openCluster, type Cluster } from './cluster.ts';
import { ComputeNode } from './compute/compute-node.ts';
import { openCollecting } from './collect/collect-node.ts';
import { nodeAnswer } from './node-answer.ts';
import { NodeRegistry } from './node-registry.ts';
import { NodeTime } from './node-time.ts';
import { NodeState } from './node-state.ts';
import { openServeNode } from './serve/serve-node.ts';

/** One process of a service that runs in several. */
export interface Node extends Omit<Surroundings, 'readiness'> {
  /** The data directory of this node. */
  readonly folder: string;
  readonly directory: OwnedDirectory;
  readonly cluster: Cluster;
  readonly time: NodeTime;
  readonly metrics: ClusterMetrics;
  readonly ports: BoundPorts;
  readonly state: NodeState;
  /** Of what is known of clients, keys and tokens. */
  readonly secretsAge: SecretsAge;
  /** Whether the built-in client exists. */
  readonly demo: boolean;
  readonly webFolder?: string | undefined;
}

/** What a node without clients does. */
export interface RunningRole {
  /** Resolves when it does its work. */
  readonly ready: Promise<void>;
  /** Metrics of what it does at the moment, beside those of the process. */
  readonly registry?: Registry | undefined;
  /** For the operator, on `/readyz`. */
  describe(): object;
  /** What keeps it from its work; empty when it is ready. */
  missing(): string[];
  close(): Promise<void>;
}

/** A node that finds no database looks for it again. */
const LOOK_AGAIN_MS = SECOND_MS;

/** Starts the role that settings name. */
export function composeNode(input: ComposeInput): Promise<Service> {
  return closedOnFailure(input, startOnceThere);
}

/** Where the database is away the node waits for it, and its ports say so: what ends a start otherwise is for the operator. */
async function startOnceThere(input: ComposeInput, lifecycle: Lifecycle): Promise<Service> {
  const { settings, wallClock, log, stop } = input;
  const ports = input.ports ?? (await bindPorts(settings, wallClock, log));
  lifecycle.started('ports', () => ports.close());
  for (let isTold = false; ; isTold = true) {
    try {
      const service = await closedOnFailure(input, (_, parts) => start(input, parts, ports));
      if (isTold) log.info('the database of --store answers: this node has started');
      const close = async () => {
        await service.close();
        await lifecycle.close();
      };
      return { ...service, close };
    } catch (error) {
      const reason = whyAway(error);
      // A part that serves has closed its port when it failed.
      if (reason === undefined || !ports.api.server.listening) throw error;
      ports.tellStep(() => `waiting for the database of --store, which does not answer (${reason})`);
      if (!isTold)
        log.warn({ reason }, 'the database of --store does not answer: this node starts once it does');
      await wallClock.wait(LOOK_AGAIN_MS, stop).catch(() => undefined);
      stop?.throwIfAborted();
    }
  }
}

async function start(input: ComposeInput, lifecycle: Lifecycle, ports: BoundPorts): Promise<Service> {
  const { settings, wallClock, log, stop, sources } = input;
  const source = sources.named(settings.source);
  const registry = new Registry();
  const metrics = clusterMetrics(registry);
  const cluster = await openCluster({ settings, wallClock, log, lifecycle, metrics });
  processMetrics(registry, readVersion());
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
    sharedSecrets: secretTables(cluster.database, { age, openRevocations, role: cluster.restrictedTo }),
    stored,
  });
  owned.resolve(directory);
  const identity = nodeIdentity(settings, cluster.credentials);
  writeNode(folder, identity);
  const state = new NodeState(identity, cluster.node, wallClock);
  ports.tellStep(() => state.step);
  directory.commands.set(NODE_COMMAND, () => state.status());
  const { webFolder } = input;
  directory.commands.set(BACKUP_COMMAND, () => {
    throw new OperatorError(
      'history, recorded inputs, clients and keys of this node are in the database of --store: back that up (pg_dump, pg_basebackup), and ' +
        'copy the data directory of a compute node for kept receipts',
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
  };
  // Clients have no business with other nodes, whose probes call them directly.
  const urls = (settings.role === 'serve' ? publicUrls : ownUrls)(settings, ports.api.port);
  let served = registry;
  if (settings.role === 'serve') await openServeNode(node);
  else served = await openWorkingNode(node);
  const hosts = new HostNames(isLoopback(settings.metricsHost) ? [] : undefined);
  ports.metrics?.open(metricsAnswer({ registry: served, hosts, wallClock, log }));
  return {
    ...urls,
    ...(ports.metrics && { metricsPort: ports.metrics.port }),
    // What ends a role makes it begin again.
    failure: new Promise(() => undefined),
    close: () => lifecycle.close(),
  };
}

function tooOldLine(log: Logger): (isTooOld: boolean) => void {
  return (isTooOld) => {
    if (isTooOld)
      log.error(
        'clients and tokens in the database have not been seen for longer than --max-secrets-age: tokens that were not accepted before are refused',
      );
    else log.info('clients and tokens in the database are seen again: new tokens are accepted');
  };
}

/** What is revoked again is in the log and in the audit log, which is there once the directory is. */
function knownRevocations(folder: string, owned: Promise<OwnedDirectory>, log: Logger): KnownRevocations {
  return new KnownRevocations({
    folder,
    onRevokedAgain: (topic, changes) => {
      log.error(
        { topic, changes },
        'the database was restored to an earlier moment: what this node knows to be revoked since is revoked again',
      );
      void owned.then((directory) =>
        recordIfPossible(directory, { event: 'secrets.revoked-again', details: { topic, changes } }),
      );
    },
    onProblem: (problem) =>
      log.error(
        { problem: `${REVOCATIONS_FILE} ${problem}` },
        'a restored database may make revoked tokens good again',
      ),
  });
}

/** Addresses without users and passwords. */
function nodeIdentity({ role, store, bus }: Settings, credentials: Cluster['credentials']): NodeIdentity {
  const shown = credentials?.shown() ?? { store: store?.address ?? '', bus: bus?.address ?? '' };
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
  node.state.reached(() => `getting ready to ${settings.role}`);
  const role = settings.role === 'compute' ? new ComputeNode(node) : await openCollecting(node);
  lifecycle.started(settings.role!, () => role.close());
  await unlessStopped(role.ready, stop);
  node.state.opened(role);
  const servesMetrics = ports.metrics === undefined;
  const registry = new NodeRegistry(node.registry, role);
  ports.api.open(nodeAnswer({ role, registry, wallClock, log, servesMetrics }));
  return registry;
}
