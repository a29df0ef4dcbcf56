import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Bus } from '../../bus/bus.ts';
import { GuardedBus } from '../nats/guarded-bus.ts';
import { NatsRpc } from '../nats/nats-rpc.ts';
import { NatsBus, type BusWatch } from '../nats/nats-bus.ts';
import type { MessageRefusal } from '../nats/messages/pieces.ts';
import { NatsLink } from '../nats/nats-link.ts';
import { resolveBusAddress, credentialsIn, resolveStoreAddress } from '../credentials/addresses.ts';
import type { Credentials } from '../credentials/credentials.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { SECOND_MS, type Millis } from '../../core/time.ts';
import type { OnDamage } from '../../history/history-backend.ts';
import { PostgresHistoryBackend } from '../postgres/history/postgres-history-backend.ts';
import type { PostgresHistoryReader } from '../postgres/history/read/postgres-history-reader.ts';
import { COMPUTE_LEASE } from '../postgres/leases/leases.ts';
import { PostgresLeases } from '../postgres/leases/postgres-leases.ts';
import { Database, type DatabaseOptions } from '../postgres/database.ts';
import { isServerTrouble } from '../postgres/store-away.ts';
import { KnownProgress } from '../postgres/known-progress.ts';
import { isNewest, migrate } from '../postgres/migrations.ts';
import { QUESTION_ROLES, type NodeQuestions } from '../remote/node-questions.ts';
import type { ServerAddress } from '../../app/config/server-address.ts';
import type { Role, Settings } from '../../app/config/settings.ts';
import { ThrottledLine } from '../../app/operate/terminal/throttled-line.ts';
import type { Lifecycle } from '../../app/process/lifecycle.ts';
import type { ClusterMetrics } from './cluster-metrics.ts';
import { publishersOf, RETAINED_CLUSTER_TOPICS, SENDERS, type ClusterTopics } from './cluster-topics.ts';
import { agreeOnMessageFormat } from './message-format.ts';
import { MAX_MESSAGE_BYTES, MAX_QUESTION_BYTES, MAX_QUESTIONS_PER_SECOND } from './message-limits.ts';

/** How long the compute lease lasts. A tick is late by at most this and the duration of a takeover. */
export const LEASE_MS: Millis = 6 * SECOND_MS;
/** Short, so that a dead connection is dropped and another one tried before the lease expires. */
const LEASE_STATEMENT_MS = SECOND_MS / 2;
const LEASE_CONNECT_MS = SECOND_MS;
const CONNECTIONS = 4;
/** The log whose only record is the name of the service. */
const SERVICE_LOG = 'service';
/** All queries are small. A process that takes over waits for them, and connections to a machine without power never answer. */
const STATEMENT_MS = 5 * SECOND_MS;
const BUS_EXPECTED_MS = 5 * SECOND_MS;
/** How often nodes copy new records of the shared logs. */
export const COPY_EVERY_MS: Millis = 2 * SECOND_MS;

/** The connections of one node to what all nodes of a service share. */
export interface Cluster {
  /** The address of the database, for threads that open it themselves. */
  readonly store: ServerAddress;
  readonly database: Database;
  /** The same database with short timeouts. */
  readonly quick: Database;
  /** What this process has read of the database. */
  readonly progress: KnownProgress;
  readonly bus: Bus<ClusterTopics>;
  readonly rpc: NatsRpc<NodeQuestions>;
  /** Name of this service on the bus servers. */
  readonly busName: string;
  /** Counts and logs what buses of this process reject or miss. */
  readonly busWatch: Required<BusWatch>;
  /** The id of this process in its messages on the bus. */
  readonly publisher: string;
  /** From now on, published messages are not sent again. */
  readonly forgetPublished: () => void;
  /** Whether the bus has a connection. */
  readonly isBusUp: () => boolean;
  readonly leases: PostgresLeases;
  /** Whether a compute node leads, by its lease; undefined if this role may not see that. */
  readonly isLed: () => Promise<boolean | undefined>;
  /** Name of this node, for the operator. */
  readonly node: string;
  /** Credentials of this process; undefined if nodes trust each other. */
  readonly credentials: Credentials | undefined;
  /** The role to which credentials restrict this process. */
  readonly restrictedTo: Role | undefined;
  /** Sets the clock that dates messages. */
  readonly dateBy: (clock: Clock) => void;
}

export interface ClusterParts {
  readonly settings: Settings;
  readonly wallClock: Clock;
  readonly log: Logger;
  readonly lifecycle: Lifecycle;
  readonly metrics: ClusterMetrics;
}

/** Connects this process with the others. Creates missing tables. */
export async function openCluster({
  settings,
  wallClock,
  log,
  lifecycle,
  metrics,
}: ClusterParts): Promise<Cluster> {
  const { role, store, bus: server } = settings;
  if (!role || !store || !server) throw new OperatorError('--role, --store and --bus must be given together');
  const credentials = credentialsIn(store.address);
  if (credentials && credentials.role !== role)
    throw new OperatorError(
      `--cluster-credentials ${credentials.folder} has the credentials of the role ${credentials.role}, but --role is ${role}: use the folder of the role ${role}`,
    );
  let dating = wallClock;
  const trust = credentials?.trust(() => dating.now());
  const node = `${role} ${hostname()} ${process.pid} ${randomBytes(3).toString('hex')}`;
  const place = resolveStoreAddress(store.address);
  await migrated(place, credentials);
  if (!trust)
    log.warn(
      'nodes trust each other: any process with the passwords of --store and --bus can publish prices and give commands. tidemark cluster init creates credentials for each role',
    );
  const database = new Database({ ...place, connections: CONNECTIONS, statementTimeoutMs: STATEMENT_MS });
  lifecycle.started('database', () => database.close());
  await agreeOnMessageFormat(database, role);
  const quick = new Database({
    ...place,
    connections: 2,
    statementTimeoutMs: LEASE_STATEMENT_MS,
    connectTimeoutMs: LEASE_CONNECT_MS,
  });
  lifecycle.started('database of leases', () => quick.close());
  const leases = new PostgresLeases({ database: quick, clock: wallClock, holder: node, lastsMs: LEASE_MS });
  lifecycle.started('leases', () => leases.close());
  const name = credentials?.service ?? (await busName(database));
  let isRefused = false;
  const onRefused = (reason: string) => {
    isRefused = true;
    log.error(`the bus cannot be used: ${reason}`);
  };
  const openLink = () =>
    new NatsLink({ address: resolveBusAddress(server.address), clock: wallClock, name, onRefused });
  const link = openLink();
  lifecycle.started('link', () => link.close());
  // However many questions other nodes send, messages of the bus do not wait behind them.
  const questionLink = openLink();
  lifecycle.started('link for questions', () => questionLink.close());
  const watch = watched(log, wallClock, metrics.bus);
  const nats = new NatsBus<ClusterTopics>({
    link,
    clock: wallClock,
    name,
    retained: RETAINED_CLUSTER_TOPICS,
    maxBytes: MAX_MESSAGE_BYTES,
    senders: SENDERS,
    ...(trust && { trust, roles: publishersOf, makesStream: role === 'compute' }),
    watch,
  });
  const unhandled = new ThrottledLine<object>(wallClock, (count, last) =>
    log.error({ count, ...last }, 'messages of the bus could not be handled'),
  );
  const bus = new GuardedBus(nats, (topic, error) => {
    metrics.bus.refused(topic, 'foreign');
    unhandled.log({ topic, err: error });
  });
  lifecycle.started('bus', () => bus.close());
  if (trust) log.info({ sender: `${role} ${nats.publisher}` }, 'messages of this node carry this name');
  const expecting = new AbortController();
  lifecycle.started('expectation of the bus', () => expecting.abort());
  void logBus({ isExpected: () => !nats.isUp && !isRefused }, wallClock, log, expecting.signal);
  const unanswered = new ThrottledLine<object>(wallClock, (count, last) =>
    log.error({ count, ...last }, 'requests of other nodes could not be answered'),
  );
  const rpc = new NatsRpc<NodeQuestions>({
    link: questionLink,
    clock: wallClock,
    name,
    maxBytes: MAX_QUESTION_BYTES,
    maxPerSecond: MAX_QUESTIONS_PER_SECOND,
    ...(trust && { trust, roles: QUESTION_ROLES }),
    watch: {
      failed: (question, error) => unanswered.log({ question, err: error }),
      refused: watch.refused,
    },
  });
  lifecycle.started('requests to other nodes', () => rpc.close());
  const forgetPublished = () => nats.forget();
  // A node that cannot ask others does not know what they have published.
  const isBusUp = () => nats.isUp && rpc.isUp;
  const isLed = async () =>
    credentials === undefined || role === 'compute'
      ? (await leases.holders(COMPUTE_LEASE)).has(COMPUTE_LEASE)
      : undefined;
  return {
    store,
    database,
    quick,
    progress: new KnownProgress(),
    bus,
    rpc,
    busName: name,
    busWatch: watch,
    publisher: nats.publisher,
    forgetPublished,
    isBusUp,
    leases,
    isLed,
    node,
    credentials,
    restrictedTo: credentials && role,
    dateBy: (clock) => {
      dating = clock;
    },
  };
}

/** The history of the store, for reading. `statementTimeoutMs`: how long a query may take. */
export function openStoredHistory(
  { store }: Pick<Cluster, 'store'>,
  onDamage: OnDamage,
  statementTimeoutMs?: number,
): Promise<PostgresHistoryReader> {
  const options = statementTimeoutMs === undefined ? {} : { statementTimeoutMs };
  const backend = new PostgresHistoryBackend({ ...resolveStoreAddress(store.address), ...options });
  return backend.openReader(onDamage);
}

/** Creates missing tables, without a timeout. A node with credentials may not create tables, and only checks them. */
async function migrated(place: DatabaseOptions, credentials: Credentials | undefined): Promise<void> {
  const database = new Database({ ...place, connections: 1 });
  try {
    if (!credentials) await migrate(database);
    else if (!(await isNewest(database)))
      throw new OperatorError(
        'the database lacks the tables of this version: first run tidemark cluster migrate with the credentials of the operator',
      );
  } catch (error) {
    throw unreachable(error);
  } finally {
    await database.close();
  }
}

/**
 * The name of a service on the bus servers, so that several services can share them. All nodes of one store are one service. The first
 * node stores a random name.
 */
async function busName(database: Database): Promise<string> {
  await database.run(
    'insert into shared_log (log, number, content) values ($1, 1, $2) on conflict do nothing',
    [SERVICE_LOG, Buffer.from(randomBytes(6).toString('hex'))],
  );
  const [named] = await database.rows<{ content: Buffer }>(
    'select content from shared_log where log = $1 and number = 1',
    [SERVICE_LOG],
  );
  return `tidemark-${named!.content.toString()}`;
}

/** Warns if there is no connection to the bus after the start, so that an operator need not guess. A server that rejects this node was already logged. */
async function logBus(
  { isExpected }: { readonly isExpected: () => boolean },
  clock: Clock,
  log: Logger,
  signal: AbortSignal,
): Promise<void> {
  // Rejects only when the node closes.
  await clock.wait(BUS_EXPECTED_MS, signal).catch(() => undefined);
  if (!signal.aborted && isExpected())
    log.warn(
      'this node has not connected to a server of --bus yet: check that the servers run and that this machine can reach them',
    );
}

/** Counts events of the bus. Logs when it is lost and when it is back, and unusable messages once a minute for each reason. */
export function watched(log: Logger, clock: Clock, counted: Required<BusWatch>): Required<BusWatch> {
  const unusable = new Map<MessageRefusal, ThrottledLine<object>>();
  const unusableBy = (refusal: MessageRefusal) => {
    const line =
      unusable.get(refusal) ??
      new ThrottledLine<object>(clock, (count, last) =>
        log.warn({ count, ...last }, 'messages of the bus cannot be used'),
      );
    unusable.set(refusal, line);
    return line;
  };
  const otherVersion = new ThrottledLine<object>(clock, (count, last) =>
    log.error(
      { count, ...last },
      'a node of an incompatible version sends messages on this bus: stop all nodes of one of the two versions',
    ),
  );
  let isUp: boolean | undefined;
  return {
    ...counted,
    up: () => {
      counted.up();
      if (isUp === false) log.info('the bus is connected again');
      isUp = true;
    },
    down: () => {
      counted.down();
      if (isUp !== false)
        log.warn('the bus is disconnected: ticks published meanwhile are read from the store later');
      isUp = false;
    },
    refused: (topic, refusal, sender) => {
      counted.refused(topic, refusal, sender);
      const from = sender && { sender: `${sender.role} ${sender.publisher}` };
      (refusal === 'other-version' ? otherVersion : unusableBy(refusal)).log({ topic, refusal, ...from });
    },
  };
}

/** The driver's message may contain an address, but no password. */
function unreachable(error: unknown): Error {
  if (error instanceof OperatorError || isServerTrouble(error)) return error as Error;
  const { code, message } = error as NodeJS.ErrnoException;
  return new OperatorError(`the database of --store cannot be used: ${code ?? message}`);
}
