import { randomBytes } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { connect, createInbox, type NatsConnection } from 'nats';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ROLES, type Role } from '../../src/app/config/settings.ts';
import type { Bus } from '../../src/bus/bus.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { credentialsAddress } from '../../src/cluster/credentials/addresses.ts';
import { Credentials, inboxesOf } from '../../src/cluster/credentials/credentials.ts';
import { writeCluster } from '../../src/cluster/setup/write-cluster.ts';
import { NatsRpc } from '../../src/cluster/nats/nats-rpc.ts';
import { NatsBus } from '../../src/cluster/nats/nats-bus.ts';
import { NatsLink } from '../../src/cluster/nats/nats-link.ts';
import { Subjects } from '../../src/cluster/nats/subjects.ts';
import {
  topicPurpose,
  type MessageTrust,
  type TrustRefusal,
} from '../../src/cluster/nats/messages/message-trust.ts';
import { packMessage } from '../../src/cluster/nats/messages/packing.ts';
import { cutIntoPieces } from '../../src/cluster/nats/messages/pieces.ts';
import { QUESTION_ROLES, type NodeQuestions } from '../../src/cluster/remote/node-questions.ts';
import { BusLink } from '../../src/cluster/roles/collect/bus-link.ts';
import {
  publishersOf,
  RETAINED_CLUSTER_TOPICS,
  SENDERS,
  TOPIC_ROLES,
  type ClusterTopics,
} from '../../src/cluster/roles/cluster-topics.ts';
import { temporaryFolders } from '../support/data-folder.ts';
import { freePort } from '../support/free-port.ts';
import { NatsServer } from '../support/nats-server.ts';
import { selfSigned } from '../support/self-signed.ts';

// Every role tries every subject of the bus, with the credentials written by `tidemark cluster init`.

const SERVICE = 'tidemark';
const folder = temporaryFolders(afterAll)();
const clock = new SystemClock();
const subjects = new Subjects(SERVICE);
const connections = new Map<Role, NatsConnection>();
const ends: (() => unknown)[] = [];
let server: NatsServer;

const credentials = (role: Role) => Credentials.read(join(folder, 'cluster', role));

async function connected(role: Role, servername?: string): Promise<NatsConnection> {
  const { servers, user, pass, ca, inboxes } = credentials(role).bus();
  return connect({
    servers: [...servers],
    user: user!,
    pass: pass!,
    inboxPrefix: inboxes!,
    reconnect: false,
    tls: { caFile: ca!, ...(servername !== undefined && { servername }) },
  });
}

beforeAll(async () => {
  const certificates = join(folder, 'certificates');
  mkdirSync(certificates);
  const { cert, key } = selfSigned(certificates);
  for (const [name, from] of [
    ['server.pem', cert],
    ['server-key.pem', key],
    ['ca.pem', cert],
  ] as const)
    writeFileSync(join(certificates, name), readFileSync(from));
  const port = await freePort();
  writeCluster(join(folder, 'cluster'), {
    service: SERVICE,
    database: { host: 'localhost', name: SERVICE, schema: SERVICE },
    nats: [`127.0.0.1:${port}`],
    tls: { ca: readFileSync(cert, 'utf8'), hasClientCertificates: false },
    natsFiles: certificates,
    natsData: join(folder, 'data'),
    natsMonitorPort: 0,
  });
  const file = join(folder, 'cluster', 'nats', 'nats.conf');
  server = await NatsServer.start({ config: { file, port } });
  for (const role of ROLES) connections.set(role, await connected(role));
});
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});
afterAll(async () => {
  await Promise.all([...connections.values()].map((connection) => connection.close()));
  await server.stop();
});

type Act = readonly ['publish' | 'subscribe', string];

/** Tries all these acts and returns those that the server denied. */
async function denied(role: Role, acts: readonly Act[]): Promise<ReadonlySet<string>> {
  const connection = await connected(role);
  const refused = new Set<string>();
  // Does not always end when the connection does.
  void (async () => {
    for await (const { permissionContext } of connection.status())
      if (permissionContext) {
        const { operation, subject } = permissionContext;
        refused.add(`${operation === 'publish' ? operation : 'subscribe'} ${subject}`);
      }
  })();
  for (const [kind, subject] of acts) {
    if (kind === 'publish') connection.publish(subject, 'x');
    else connection.subscribe(subject, { callback: () => undefined });
  }
  // Denials are reported before this is answered, and read before the next turn.
  await connection.flush();
  await setImmediate();
  await connection.close();
  return refused;
}

/** All subjects of the bus, with the acts that a role may do on each. */
function actsOf(role: Role): { readonly act: Act; readonly isAllowed: boolean }[] {
  const all: { act: Act; isAllowed: boolean }[] = [];
  const add = (kind: Act[0], subject: string, isAllowed: boolean) =>
    all.push({ act: [kind, subject], isAllowed });
  for (const [topic, { publishes, subscribes }] of Object.entries(TOPIC_ROLES)) {
    const isRetained = (RETAINED_CLUSTER_TOPICS as readonly string[]).includes(topic);
    const [own, other] = [subjects.retained(topic, 0), subjects.passing(topic, 0)];
    const [subject, unused] = isRetained ? [own, other] : [other, own];
    add('publish', subject, publishes === role);
    add('subscribe', subject, subscribes.includes(role));
    add('publish', unused, false);
    add('subscribe', unused, false);
    add('publish', subjects.ask(topic), isRetained && subscribes.includes(role));
    add('subscribe', subjects.ask(topic), isRetained && publishes === role);
  }
  for (const [question, { asks, answers }] of Object.entries(QUESTION_ROLES))
    for (const to of ['any', 'all'] as const) {
      add('publish', subjects.question(question, to), asks.includes(role));
      add('subscribe', subjects.question(question, to), answers.includes(role));
    }
  for (const other of ROLES) {
    add('subscribe', `${inboxesOf(SERVICE, other)}.>`, other === role);
    // Serving nodes also reply to compute nodes, but only to small requests.
    const answersRole = role === 'compute' || (role === 'serve' && other === 'compute');
    add('publish', `${inboxesOf(SERVICE, other)}.x`, answersRole);
  }
  add('publish', `${SERVICE}.rest.x`, true);
  add('subscribe', `${SERVICE}.rest.*`, role === 'compute');
  const stream = subjects.stream;
  const calls = ['UPDATE', 'DELETE', 'PURGE', 'SNAPSHOT', 'RESTORE', 'INFO', 'MSG.DELETE'];
  for (const call of calls) add('publish', `$JS.API.STREAM.${call}.${stream}`, false);
  add('publish', `$JS.API.STREAM.CREATE.${stream}`, role === 'compute');
  add('publish', '$JS.API.INFO', role === 'compute');
  add('publish', '$JS.API.STREAM.CREATE.other', false);
  add('publish', `$JS.API.CONSUMER.CREATE.${stream}`, false);
  add('publish', '$JS.API.STREAM.NAMES', false);
  add('publish', `$JS.API.STREAM.MSG.GET.${stream}`, role !== 'collect');
  for (const call of ['STREAM.MSG.GET.other', `DIRECT.GET.${stream}`, `DIRECT.GET.${stream}.x`])
    add('publish', `$JS.API.${call}`, false);
  for (const call of [
    `CONSUMER.MSG.NEXT.${stream}.x`,
    `CONSUMER.LIST.${stream}`,
    'STREAM.LIST',
    'ACCOUNT.PURGE.x',
  ])
    add('publish', `$JS.API.${call}`, false);
  add('publish', `$JS.ACK.${stream}.x`, false);
  for (const subject of ['>', '*', `${SERVICE}.>`, '_INBOX.>', '$JS.>', '$SYS.>', 'other'])
    add('subscribe', subject, false);
  for (const subject of ['other', '$SYS.REQ.SERVER.PING', '_INBOX.x']) add('publish', subject, false);
  return all;
}

describe.each(ROLES)('%s', (role) => {
  test('may publish and subscribe to the subjects that it needs, and to no others', async () => {
    const acts = actsOf(role);
    const refused = await denied(
      role,
      acts.map(({ act }) => act),
    );
    const wanted = acts.filter(({ isAllowed }) => !isAllowed).map(({ act }) => act.join(' '));
    expect([...refused].toSorted()).toEqual(wanted.toSorted());
    expect(acts.some(({ isAllowed }) => isAllowed)).toBe(true);
  });
});

test('only compute nodes announce alerts of clients, and collecting nodes do not see them', async () => {
  const subject = subjects.passing('alerts', 0);
  const publish: Act = ['publish', subject];
  expect([...(await denied('serve', [publish, ['subscribe', subject]]))]).toEqual([`publish ${subject}`]);
  expect([...(await denied('collect', [publish, ['subscribe', subject]]))]).toEqual([
    `publish ${subject}`,
    `subscribe ${subject}`,
  ]);
});

describe('logins', () => {
  test('there is no connection without TLS, without its authority or with another password', async () => {
    const { servers, user, pass, ca } = credentials('serve').bus();
    const once = { servers: [...servers], user: user!, maxReconnectAttempts: 0, reconnect: false };
    await expect(connect({ ...once, pass: pass! })).rejects.toThrow();
    await expect(connect({ ...once, pass: pass!, tls: {} })).rejects.toThrow();
    await expect(connect({ ...once, pass: 'other', tls: { caFile: ca! } })).rejects.toThrow(/authorization/i);
    await expect(connect({ servers: once.servers, tls: { caFile: ca! } })).rejects.toThrow(/authorization/i);
  });

  test('a server whose certificate is for another name is refused', async () => {
    await expect(connected('serve', 'other.example.com')).rejects.toThrow(/altnames/i);
  });
});

interface TestedBus {
  readonly bus: Bus<ClusterTopics>;
  readonly publisher: string;
  readonly refused: [string, string][];
}

/** A bus as in a node. `as`: the role whose keys it signs with, if not its own. */
function busOf(
  role: Role,
  { as = role, now = () => clock.now() }: { readonly as?: Role; readonly now?: () => number } = {},
): TestedBus {
  const refused: [string, string][] = [];
  const bus = new NatsBus<ClusterTopics>({
    address: credentials(role).bus(),
    clock,
    name: SERVICE,
    retained: RETAINED_CLUSTER_TOPICS,
    trust: credentials(as).trust(now),
    roles: publishersOf,
    senders: SENDERS,
    makesStream: role === 'compute',
    watch: { refused: (topic, refusal) => refused.push([topic, refusal]) },
  });
  ends.push(() => bus.close());
  return { bus, publisher: bus.publisher, refused };
}

/** Publishes with the login and the key of a role, under a name and a number chosen by the attacker. */
async function forge(
  role: Role,
  topic: keyof ClusterTopics,
  message: unknown,
  { publisher, number, trust = credentials(role).trust(() => clock.now()) }: ForgedOptions,
): Promise<void> {
  const purpose = topicPurpose(SERVICE, topic);
  const forged = { publisher: publisher ?? trust.publisher!, number, purpose, trust };
  const [piece] = cutIntoPieces(await packMessage(message, forged), 1024 * 1024);
  const connection = connections.get(role)!;
  connection.publish(subjects.passing(topic, 0), piece);
  await connection.flush();
}

interface ForgedOptions {
  readonly publisher?: string;
  readonly number: number;
  readonly trust?: MessageTrust;
}

/** Publishes until the message is received or refused, because connecting takes time. */
async function publishUntil(
  bus: Bus<ClusterTopics>,
  message: ClusterTopics['sources'],
  isDone: () => boolean,
) {
  await expect
    .poll(
      async () => {
        await bus.publish('sources', message).catch(() => undefined);
        return isDone();
      },
      { timeout: 10_000 },
    )
    .toBe(true);
}

describe('messages', () => {
  test('of a compute node reach a serving node, also one that connects later', async () => {
    const [compute, serve] = [busOf('compute'), busOf('serve')];
    const [first, later]: [unknown[], unknown[]] = [[], []];
    serve.bus.subscribe('sources', (message) => first.push(message));
    await publishUntil(compute.bus, { fence: 1, degraded: null }, () => first.length > 0);
    const second = busOf('serve');
    second.bus.subscribe('sources', (message) => later.push(message));
    await expect.poll(() => later.length, { timeout: 10_000 }).toBeGreaterThan(0);
    expect(later.at(-1)).toEqual({ fence: 1, degraded: null });
    expect([...serve.refused, ...second.refused]).toEqual([]);
  });

  test('of a collector reach compute nodes and other collectors', async () => {
    const [collect, other, compute] = [busOf('collect'), busOf('collect'), busOf('compute')];
    const [read, collected]: [unknown[], unknown[]] = [[], []];
    other.bus.subscribe('reading', (message) => read.push(message));
    compute.bus.subscribe('collected', (message) => collected.push(message));
    await expect
      .poll(
        async () => {
          const collector = `c-${collect.publisher}`;
          await collect.bus.publish('reading', { collector, units: {} }).catch(() => undefined);
          await collect.bus
            .publish('collected', { collector, messages: [], units: [], own: [] })
            .catch(() => undefined);
          return read.length > 0 && collected.length > 0;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  });

  const FORGERIES: readonly (readonly [string, Role, () => number, TrustRefusal])[] = [
    ['signed with the key of a serving node', 'serve', () => clock.now(), 'wrong-role'],
    ['signed with the key of a collector', 'collect', () => clock.now(), 'wrong-role'],
    ['dated in the future', 'compute', () => clock.now() + 3_600_000, 'future'],
  ];

  // As if the NATS user of a compute node, or the servers, were compromised.
  test.each(FORGERIES)('that are %s are refused', async (_, as, now, reason) => {
    const [forger, serve] = [busOf('compute', { as, now }), busOf('serve')];
    const received: unknown[] = [];
    serve.bus.subscribe('indices', (message) => received.push(message));
    await expect
      .poll(
        async () => {
          await forger.bus.publish('indices', {} as ClusterTopics['indices']).catch(() => undefined);
          return serve.refused.some(([topic, refusal]) => topic === 'indices' && refusal === reason);
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    expect(received).toEqual([]);
  });

  test('that were recorded are refused when they are replayed later', async () => {
    let aheadMs = 0;
    const compute = busOf('compute');
    const serve = busOf('serve', { now: () => clock.now() + aheadMs });
    const thief = connections.get('serve')!;
    const recorded: Uint8Array[] = [];
    thief.subscribe(subjects.passing('trades', '*'), { callback: (_, { data }) => void recorded.push(data) });
    const received: number[] = [];
    let sent = 0;
    serve.bus.subscribe('trades', ({ receivedAt }) => received.push(receivedAt));
    await expect
      .poll(
        async () => {
          await compute.bus.publish('trades', { receivedAt: ++sent, trades: [] }).catch(() => undefined);
          return received.length > 0 && recorded.length > 0;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    const replaying = connections.get('compute')!;
    replaying.publish(subjects.passing('trades', 0), recorded[0]);
    await replaying.flush();
    aheadMs = 120_000;
    replaying.publish(subjects.passing('trades', 0), recorded[0]);
    await replaying.flush();
    await expect.poll(() => serve.refused).toContainEqual(['trades', 'old']);
    // Each message counts once, however often it arrives.
    expect(received).toEqual([...new Set(received)]);
  });

  test('of a collector are received, even if another collector sends in its name or with any number', async () => {
    const [victim, compute] = [busOf('collect'), busOf('compute')];
    const collector = `c-${victim.publisher}`;
    const batch = (own: readonly unknown[]) => ({ collector, messages: [], units: [], own });
    const received: unknown[] = [];
    compute.bus.subscribe('collected', ({ own }) => received.push(...own));
    await expect
      .poll(
        async () => {
          await victim.bus.publish('collected', batch(['first'])).catch(() => undefined);
          return received.length > 0;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    const number = Number.MAX_SAFE_INTEGER;
    await forge('collect', 'collected', batch(['forged']), { publisher: victim.publisher, number });
    await forge('collect', 'collected', batch(['forged']), { number: 1 });
    const trust = credentials('collect').trust(() => clock.now());
    const own = { ...batch(['thief']), collector: `c-${trust.publisher}` };
    await forge('collect', 'collected', own, { number: 1, trust });
    await forge('collect', 'collected', own, { number, trust });
    await forge('collect', 'collected', own, { number: 1, trust });
    await victim.bus.publish('collected', batch(['last']));
    await expect.poll(() => received.at(-1), { timeout: 10_000 }).toBe('last');
    expect(new Set(received)).toEqual(new Set(['first', 'thief', 'last']));
    expect(compute.refused).toEqual([
      ['collected', 'wrong-publisher'],
      ['collected', 'wrong-publisher'],
      ['collected', 'jump'],
      ['collected', 'out-of-order'],
    ]);
  });

  test('of a collector whose clock is wrong are refused by compute nodes, by name', async () => {
    const refused: [string, string][] = [];
    const address = credentialsAddress(join(folder, 'cluster', 'compute'));
    const link = BusLink.open({ address, name: SERVICE }, clock, {
      refused: (topic, reason) => refused.push([topic, reason]),
      missed: () => undefined,
      unhandled: () => undefined,
    });
    ends.push(() => link.close());
    const received: unknown[] = [];
    link.subscribe((batch) => received.push(batch));
    const { bus, publisher } = busOf('collect', { now: () => clock.now() + 300_000 });
    const batch = { collector: `c-${publisher}`, messages: [], units: [], own: [] };
    await expect
      .poll(
        async () => {
          await bus.publish('collected', batch).catch(() => undefined);
          return refused.length > 0;
        },
        { timeout: 10_000 },
      )
      .toBe(true);
    expect(refused[0]).toEqual(['collected', 'future']);
    expect(received).toEqual([]);
  });

  test('of version 1.0 are reported as such', async () => {
    const serve = busOf('serve');
    serve.bus.subscribe('trades', () => undefined);
    const compute = connections.get('compute')!;
    await expect
      .poll(
        async () => {
          compute.publish(
            subjects.passing('trades', 0),
            Buffer.concat([Buffer.from('TMP1'), Buffer.alloc(100)]),
          );
          await compute.flush();
          return serve.refused.some(([, refusal]) => refusal === 'other-version');
        },
        { timeout: 10_000 },
      )
      .toBe(true);
  });
});

// The servers send the reply to such a call to any subject, whatever the user may publish.
describe('the reply to a JetStream call that a compromised serving node redirects', () => {
  const thief = () => connections.get('serve')!;
  const sendAnswerTo = async (subject: string) => {
    const call = `$JS.API.STREAM.MSG.GET.${subjects.stream}`;
    thief().publish(call, JSON.stringify({ last_by_subj: subjects.retained('sources', 0) }), {
      reply: subject,
    });
    await thief().flush();
  };
  const message = { fence: 1, degraded: 'the true one' };

  /** A compute node that has published, and a serving node that has received it. */
  async function published(): Promise<{ readonly compute: TestedBus; readonly serve: TestedBus }> {
    const [compute, serve] = [busOf('compute'), busOf('serve')];
    const received: unknown[] = [];
    serve.bus.subscribe('sources', (each) => received.push(each));
    await publishUntil(compute.bus, message, () => received.length > 0);
    return { compute, serve };
  }

  test('is refused and counted on every topic by its subscribers', async () => {
    await published();
    const received: unknown[] = [];
    for (const role of ROLES) {
      const topics = (Object.keys(TOPIC_ROLES) as (keyof ClusterTopics)[]).filter((topic) =>
        TOPIC_ROLES[topic].subscribes.includes(role),
      );
      const { bus, refused } = busOf(role);
      for (const topic of topics)
        bus.subscribe(topic, (each) => {
          if ((each as unknown) !== null && !('degraded' in (each as object))) received.push([topic, each]);
        });
      for (const topic of topics) {
        const isRetained = (RETAINED_CLUSTER_TOPICS as readonly string[]).includes(topic);
        const subject = isRetained ? subjects.retained(topic, 0) : subjects.passing(topic, 0);
        await expect
          .poll(
            async () => {
              await sendAnswerTo(subject);
              return refused.some(([at, refusal]) => at === topic && refusal === 'foreign');
            },
            { timeout: 10_000 },
          )
          .toBe(true);
        // The call itself needs a retained message.
        if (topic === 'sources') await published();
      }
    }
    expect(received).toEqual([]);
  });

  test.each([
    ['in place of the last message', subjects.retained('sources', 0)],
    ['as a call that removes it', `$JS.API.STREAM.PURGE.${subjects.stream}`],
  ])('%s does not prevent a later node from receiving the true one', async (_, subject) => {
    const { serve } = await published();
    await sendAnswerTo(subject);
    const isMessage = subject.startsWith(SERVICE);
    const isRefused = ({ refused }: TestedBus, meanwhile = async () => {}) =>
      expect
        .poll(async () => (await meanwhile(), refused), { timeout: 30_000 })
        .toContainEqual(['sources', 'foreign']);
    // The servers have accepted the call. They store its reply at some later time, or not at all: then it is sent again.
    if (isMessage) await isRefused(serve, () => sendAnswerTo(subject));
    const later = busOf('serve');
    const received: unknown[] = [];
    later.bus.subscribe('sources', (each) => received.push(each));
    await expect.poll(() => received, { timeout: 10_000 }).toEqual([message]);
    if (isMessage) await isRefused(later);
  });

  test('executes no command', async () => {
    await published();
    const carriedOut: unknown[] = [];
    const leader = rpcOf('compute');
    leader.rpc.answer('command', async (asked) => (carriedOut.push(asked), {}));
    await expect.poll(leader.isUp, { timeout: 10_000 }).toBe(true);
    for (const to of ['any', 'all'] as const) await sendAnswerTo(subjects.question('command', to));
    const other = rpcOf('compute');
    await expect.poll(other.isUp, { timeout: 10_000 }).toBe(true);
    await other.rpc.ask('command', COMMAND);
    expect(carriedOut).toEqual([COMMAND]);
  });
});

/** Sends and answers requests like a node. */
function rpcOf(role: Role, as: Role = role) {
  const refused: [string, string][] = [];
  const link = new NatsLink({ address: credentials(role).bus(), clock, name: SERVICE });
  const rpc = new NatsRpc<NodeQuestions>({
    link,
    clock,
    name: SERVICE,
    trust: credentials(as).trust(() => clock.now()),
    roles: QUESTION_ROLES,
    watch: { refused: (question, refusal) => refused.push([question, refusal]) },
  });
  ends.push(async () => {
    await rpc.close();
    await link.close();
  });
  return { rpc, refused, isUp: () => link.connection !== undefined };
}

const COMMAND: NodeQuestions['command']['asks'] = { command: 'backfill', arguments: {} };

describe('requests', () => {
  test('of every role about the state of the service are answered, with small and large replies', async () => {
    const leader = rpcOf('compute');
    leader.rpc.answer('report', async () => ({ result: 'x'.repeat(3_000_000) }));
    for (const role of ROLES) {
      const { rpc, isUp } = rpcOf(role);
      await expect.poll(() => isUp() && leader.isUp(), { timeout: 10_000 }).toBe(true);
      // Large enough for several chunks, which are sent after the first.
      const large = { command: 'status', arguments: { text: randomText(2_000_000) } };
      expect((await rpc.ask('report', large)).result?.length).toBe(3_000_000);
    }
  });

  test('a command of a compute node is executed, and one of another role is not', async () => {
    const carriedOut: unknown[] = [];
    const leader = rpcOf('compute');
    leader.rpc.answer('command', async (asked) => (carriedOut.push(asked), {}));
    for (const [role, as, reason] of [
      ['serve', 'serve', undefined],
      ['collect', 'collect', undefined],
      // As if the NATS user of a compute node were compromised through a serving node.
      ['compute', 'serve', 'wrong-role'],
      ['compute', 'collect', 'wrong-role'],
    ] as const) {
      const { rpc, isUp } = rpcOf(role, as);
      await expect.poll(() => isUp() && leader.isUp(), { timeout: 10_000 }).toBe(true);
      await expect(rpc.ask('command', COMMAND, { timeoutMs: 500 })).rejects.toThrow('no answer');
      if (reason) expect(leader.refused).toContainEqual(['command', reason]);
    }
    expect(carriedOut).toEqual([]);
    const other = rpcOf('compute');
    await expect.poll(() => other.isUp(), { timeout: 10_000 }).toBe(true);
    await other.rpc.ask('command', COMMAND);
    expect(carriedOut).toEqual([COMMAND]);
  });

  test('a replayed command is not executed again', async () => {
    let carriedOut = 0;
    const [leader, other] = [rpcOf('compute'), rpcOf('compute')];
    const thief = connections.get('compute')!;
    const recorded: Uint8Array[] = [];
    thief.subscribe(subjects.question('command', 'any'), {
      callback: (_, { data }) => void recorded.push(data),
    });
    await thief.flush();
    leader.rpc.answer('command', async () => (carriedOut++, {}));
    await expect.poll(() => leader.isUp() && other.isUp(), { timeout: 10_000 }).toBe(true);
    await other.rpc.ask('command', COMMAND);
    await expect.poll(() => recorded.length, { timeout: 10_000 }).toBeGreaterThan(0);
    thief.publish(subjects.question('command', 'any'), recorded[0], {
      reply: createInbox(inboxesOf(SERVICE, 'compute')),
    });
    await thief.flush();
    await expect.poll(() => leader.refused, { timeout: 10_000 }).toContainEqual(['command', 'repeated']);
    expect(carriedOut).toBe(1);
  });

  test('a reply of a process that is not a compute node is not accepted', async () => {
    const forger = rpcOf('compute', 'serve');
    forger.rpc.answer('receipt', async () => 'not-kept');
    const { rpc, refused, isUp } = rpcOf('serve');
    await expect.poll(() => isUp() && forger.isUp(), { timeout: 10_000 }).toBe(true);
    const question = { indexType: 'GWA', indexId: 'x', at: 0 } as NodeQuestions['receipt']['asks'];
    await expect(rpc.ask('receipt', question, { timeoutMs: 500 })).rejects.toThrow('no answer');
    expect(refused).toContainEqual(['receipt', 'wrong-role']);
  });
});

/** Incompressible text. */
function randomText(length: number): string {
  return randomBytes(length / 2).toString('hex');
}
