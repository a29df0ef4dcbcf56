import type { LinkProxy } from '../../support/link-proxy.ts';
import { lasting, ONE_LEASE_MS, type Fault, type Scene } from './fault.ts';
import { untilLeader } from './leader.ts';

const leaderOf = ({ cluster }: Scene) => untilLeader(cluster.of('compute'));
const longerThanALease = (scene: Scene) => lasting(scene, 12, 25);
/** Timed so that a slot is due before, or just after, another node notices. */
const OVER_A_SLOT = [500, 9000] as const;

/** Cuts one direction: requests arrive but no answers, or the reverse. */
async function cutOneWay(scene: Scene, links: readonly LinkProxy[]): Promise<void> {
  const direction = scene.random.chance(0.5) ? 'there' : 'back';
  scene.note(direction);
  for (const link of links) link.shape({ [direction]: { isHeld: true } });
  await longerThanALease(scene);
  for (const link of links) link.heal();
}

/** Faults of the links between nodes and servers. */
export const LINK_FAULTS: readonly Fault[] = [
  {
    name: 'one-way-store',
    summary: 'between the leading compute node and PostgreSQL one direction is cut, the other one flows',
    group: 'compute',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: OVER_A_SLOT,
    inject: async (scene) => cutOneWay(scene, [(await leaderOf(scene)).links.store]),
  },
  {
    name: 'one-way-bus',
    summary: 'between the leading compute node and NATS one direction is cut, the other one flows',
    group: 'compute',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: OVER_A_SLOT,
    inject: async (scene) => cutOneWay(scene, (await leaderOf(scene)).links.bus),
  },
  {
    name: 'one-way-server',
    summary: 'between a serving node and PostgreSQL and NATS one direction is cut, the other one flows',
    group: 'serve',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: OVER_A_SLOT,
    inject: async (scene) => {
      const [node] = scene.random.shuffled(scene.cluster.of('serve'));
      scene.cutOff(node!.name);
      await cutOneWay(scene, [node!.links.store, ...node!.links.bus]);
    },
  },
  {
    name: 'partition',
    summary: 'the leading compute node is cut off from everything for longer than its lease',
    group: 'compute',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: OVER_A_SLOT,
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
    group: 'compute',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: OVER_A_SLOT,
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
    group: 'compute',
    times: 10,
    quickTimes: 1,
    testedBy: 'test/postgres/leader-without-bus.test.ts',
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: OVER_A_SLOT,
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
    group: 'serve',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: OVER_A_SLOT,
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
    group: 'collect',
    times: 5,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: OVER_A_SLOT,
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
    group: 'compute',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: OVER_A_SLOT,
    inject: async (scene) => {
      const { store, bus } = (await leaderOf(scene)).links;
      const flow = { delayMs: scene.random.between(20, 200), bytesPerSecond: 512 * 1024 };
      for (const link of [store, ...bus]) link.shape({ there: flow, back: flow });
      await longerThanALease(scene);
      for (const link of [store, ...bus]) link.heal();
    },
  },
];
