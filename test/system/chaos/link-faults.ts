import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '../../../src/core/time.ts';
import { ONE_LEASE_MS, type Fault, type Scene } from './fault.ts';
import { untilLeader } from './leader.ts';

const leaderOf = ({ cluster }: Scene) => untilLeader(cluster.of('compute'));
const longerThanALease = ({ random }: Scene) => delay(random.between(12, 25) * SECOND_MS);

/** What happens between nodes and servers. */
export const LINK_FAULTS: readonly Fault[] = [
  {
    name: 'partition',
    summary: 'the leading compute node is cut off from everything for longer than its lease',
    times: 10,
    quickTimes: 0,
    limitMs: ONE_LEASE_MS,
    inject: async (scene) => {
      const leader = await leaderOf(scene);
      await leader.partition();
      await longerThanALease(scene);
      await leader.heal();
    },
  },
  {
    name: 'partition-store',
    summary: 'the leading compute node is cut off from PostgreSQL alone',
    times: 10,
    quickTimes: 0,
    limitMs: ONE_LEASE_MS,
    inject: async (scene) => {
      const leader = await leaderOf(scene);
      leader.links.store.partition();
      await longerThanALease(scene);
      leader.links.store.heal();
    },
  },
  {
    name: 'partition-bus',
    summary: 'the leading compute node is cut off from NATS alone',
    times: 10,
    quickTimes: 0,
    limitMs: ONE_LEASE_MS,
    inject: async (scene) => {
      const leader = await leaderOf(scene);
      for (const link of leader.links.bus) link.partition();
      await longerThanALease(scene);
      for (const link of leader.links.bus) link.heal();
    },
  },
  {
    name: 'partition-server',
    summary: 'a serving node is cut off from PostgreSQL and NATS; it answers with what it holds',
    times: 10,
    quickTimes: 0,
    limitMs: ONE_LEASE_MS,
    inject: async (scene) => {
      const [node] = scene.random.shuffled(scene.cluster.of('serve'));
      scene.cutOff(node!.name);
      await node!.partition();
      await longerThanALease(scene);
      await node!.heal();
    },
  },
  {
    name: 'partition-collector',
    summary: 'a collecting node is cut off from everything',
    times: 5,
    quickTimes: 0,
    limitMs: ONE_LEASE_MS,
    inject: async (scene) => {
      const [node] = scene.random.shuffled(scene.cluster.of('collect'));
      await node!.partition();
      await longerThanALease(scene);
      await node!.heal();
    },
  },
  {
    name: 'slow',
    summary: 'the links of the leading compute node are slow in both directions',
    times: 10,
    quickTimes: 0,
    limitMs: ONE_LEASE_MS,
    inject: async (scene) => {
      const { store, bus } = (await leaderOf(scene)).links;
      const flow = { delayMs: scene.random.between(20, 200), bytesPerSecond: 512 * 1024 };
      for (const link of [store, ...bus]) link.shape({ there: flow, back: flow });
      await longerThanALease(scene);
      for (const link of [store, ...bus]) link.heal();
    },
  },
];
