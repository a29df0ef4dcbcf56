import { promisify } from 'node:util';
import { constants, deflateRaw, inflateRaw } from 'node:zlib';
import { parseNatsAddress } from '../../src/cluster/nats/nats-address.ts';
import { NatsBus } from '../../src/cluster/nats/nats-bus.ts';
import { decode, encode } from '../../src/cluster/nats/messages/wire.ts';
import { SystemClock } from '../../src/core/clocks/clock.ts';
import { Deferred } from '../../src/core/async/deferred.ts';
import { RETAINED_TOPICS, type MarketTopics } from '../../src/latest/market/market-topics.ts';
import type { WorldSize } from '../../src/simulator/world-identity.ts';
import { NatsServer } from '../../test/support/nats-server.ts';
import { median } from '../support/statistics.ts';
import { formatTable, rounded } from '../support/table.ts';
import { SubscribedNode } from './subscribed-node.ts';
import { worldRefreshes, type Refresh } from './world-refreshes.ts';

export interface BusPlan {
  readonly world: WorldSize;
  readonly ticks: number;
  /** One case is measured for each number of subscribed nodes. */
  readonly nodes: readonly number[];
}

interface TopicFigures {
  readonly topic: keyof Refresh;
  readonly plainBytes: number;
  readonly sentBytes: number;
  /** Milliseconds of CPU, all threads. */
  readonly packMs: number;
  readonly unpackMs: number;
  /** The part on the event loop of the node, which delays its other work. */
  readonly packLoopMs: number;
  readonly unpackLoopMs: number;
}

interface NodesFigures {
  readonly nodes: number;
  readonly jetStream: boolean;
  /** From the first `publish` of a tick until the last node has received its last message. */
  readonly allReceivedMs: number;
  /** The same until the index values were received. */
  readonly indicesReceivedMs: number;
  readonly nodeCpuMs: number;
  readonly publisherCpuMs: number;
}

export interface BusFigures {
  readonly topics: readonly TopicFigures[];
  readonly nodes: readonly NodesFigures[];
}

const TOPICS = ['tickers', 'marketCaps', 'indices', 'quality'] as const;
const deflated = promisify<Buffer, { level: number }, Buffer>(deflateRaw);
const inflated = promisify<Buffer, Buffer>(inflateRaw);
const wallMs = () => performance.timeOrigin + performance.now();

export async function measureBus({ world, ticks, nodes }: BusPlan): Promise<BusFigures> {
  const refreshes = worldRefreshes(world, ticks);
  const topics: TopicFigures[] = [];
  for (const topic of TOPICS) topics.push(await measureTopic(topic, refreshes));
  const cases: NodesFigures[] = [];
  for (const jetStream of [true, false])
    for (const count of nodes) cases.push(await measureNodes(count, jetStream, refreshes));
  return { topics, nodes: cases };
}

/** Sizes and CPU times of packing a message as the bus does. */
async function measureTopic(topic: keyof Refresh, refreshes: readonly Refresh[]): Promise<TopicFigures> {
  const rows: Omit<TopicFigures, 'topic'>[] = [];
  for (const refresh of refreshes) {
    const encoding = await cpuOf(async () => encode(refresh[topic]));
    const deflating = await cpuOf(() => deflated(encoding.result, { level: constants.Z_BEST_SPEED }));
    const inflating = await cpuOf(() => inflated(deflating.result));
    const decoding = await cpuOf(async () => decode(inflating.result));
    rows.push({
      plainBytes: encoding.result.length,
      sentBytes: deflating.result.length,
      packMs: encoding.ms + deflating.ms,
      unpackMs: inflating.ms + decoding.ms,
      packLoopMs: encoding.ms,
      unpackLoopMs: decoding.ms,
    });
  }
  const medianOf = (key: keyof (typeof rows)[number]) => median(rows.map((row) => row[key]));
  return {
    topic,
    plainBytes: medianOf('plainBytes'),
    sentBytes: medianOf('sentBytes'),
    packMs: medianOf('packMs'),
    unpackMs: medianOf('unpackMs'),
    packLoopMs: medianOf('packLoopMs'),
    unpackLoopMs: medianOf('unpackLoopMs'),
  };
}

async function cpuOf<T>(work: () => Promise<T>): Promise<{ readonly result: T; readonly ms: number }> {
  const before = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(before);
  return { result, ms: (user + system) / 1000 };
}

/** Publishes to `count` processes; each tick follows after all have received the previous one. */
async function measureNodes(
  count: number,
  jetStream: boolean,
  refreshes: readonly Refresh[],
): Promise<NodesFigures> {
  const server = await NatsServer.start({ jetStream });
  const isUp = new Deferred<void>();
  const bus = new NatsBus<MarketTopics>({
    address: parseNatsAddress(server.url),
    clock: new SystemClock(),
    retained: RETAINED_TOPICS,
    watch: { up: () => isUp.resolve() },
  });
  await isUp.promise;
  const nodes = await Promise.all(Array.from({ length: count }, () => SubscribedNode.start(server.url)));
  try {
    const rows: Omit<NodesFigures, 'nodes' | 'jetStream'>[] = [];
    let cpuBefore: readonly number[] = [];
    for (const refresh of refreshes) {
      const startedAt = wallMs();
      const publishing = await cpuOf(async () => {
        for (const topic of TOPICS) await bus.publish(topic, refresh[topic]);
      });
      const received = await Promise.all(
        nodes.map((node) => node.messagesOf(refresh.tickers.at, TOPICS.length)),
      );
      const all = received.flat();
      const cpu = received.map((own) => Math.max(...own.map(({ cpuMicros }) => cpuMicros)));
      const last = (topic?: keyof Refresh) =>
        Math.max(
          ...all.filter((one) => topic === undefined || one.topic === topic).map((one) => one.receivedAt),
        );
      // The first tick is slower, because its code is not compiled yet.
      if (cpuBefore.length > 0)
        rows.push({
          allReceivedMs: last() - startedAt,
          indicesReceivedMs: last('indices') - startedAt,
          nodeCpuMs: median(cpu.map((micros, i) => (micros - cpuBefore[i]!) / 1000)),
          publisherCpuMs: publishing.ms,
        });
      cpuBefore = cpu;
    }
    const medianOf = (key: keyof (typeof rows)[number]) => median(rows.map((row) => row[key]));
    return {
      nodes: count,
      jetStream,
      allReceivedMs: medianOf('allReceivedMs'),
      indicesReceivedMs: medianOf('indicesReceivedMs'),
      nodeCpuMs: medianOf('nodeCpuMs'),
      publisherCpuMs: medianOf('publisherCpuMs'),
    };
  } finally {
    await Promise.all(nodes.map((node) => node.stop()));
    await bus.close();
    await server.stop();
  }
}

export function busTables({ topics, nodes }: BusFigures): string {
  const sum = (key: Exclude<keyof TopicFigures, 'topic'>) => topics.reduce((all, one) => all + one[key], 0);
  const row = (name: string, of: (key: Exclude<keyof TopicFigures, 'topic'>) => number) => [
    name,
    rounded(of('plainBytes') / 1e6, 2),
    rounded(of('sentBytes') / 1e6, 2),
    rounded(of('packMs'), 1),
    rounded(of('packLoopMs'), 1),
    rounded(of('unpackMs'), 1),
    rounded(of('unpackLoopMs'), 1),
  ];
  return [
    formatTable(
      [
        'topic',
        'MB',
        'sent MB',
        'pack CPU ms',
        'of which in the loop',
        'unpack CPU ms',
        'of which in the loop',
      ],
      [...topics.map((one) => row(one.topic, (key) => one[key])), row('all', sum)],
    ),
    formatTable(
      [
        'nodes',
        'JetStream',
        'index values received ms',
        'all received ms',
        'CPU ms per node',
        'CPU ms of the publisher',
      ],
      nodes.map((one) => [
        one.nodes,
        one.jetStream ? 'yes' : 'no',
        rounded(one.indicesReceivedMs, 0),
        rounded(one.allReceivedMs, 0),
        rounded(one.nodeCpuMs, 0),
        rounded(one.publisherCpuMs, 0),
      ]),
    ),
  ].join('\n\n');
}
