import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '../../../src/core/time.ts';
import type { ClusterNode } from './cluster-node.ts';
import { lasting, ONE_LEASE_MS, type Fault, type Scene } from './fault.ts';
import { untilLeader } from './leader.ts';

/** More than a node's clock may differ from the database's. */
const CLOCK_OFF_MS = 20 * SECOND_MS;

const leaderOf = ({ cluster }: Scene) => untilLeader(cluster.of('compute'));

function anyOf({ random }: Scene, nodes: readonly ClusterNode[]): ClusterNode {
  return nodes[Math.floor(random.next() * nodes.length)]!;
}

/** Kills a node and restarts it after a while. */
async function killFor(node: ClusterNode, ms: number): Promise<void> {
  await node.kill();
  await delay(ms);
  await node.start();
}

/** Faults of the nodes themselves. */
export const NODE_FAULTS: readonly Fault[] = [
  {
    name: 'leader',
    summary: 'the leading compute node is killed',
    group: 'compute',
    times: 100,
    quickTimes: 2,
    limitMs: ONE_LEASE_MS,
    beforeSlotMs: [0, 4000],
    inject: async (scene) => {
      const { cluster, note } = scene;
      const leader = await leaderOf(scene);
      const killedAt = performance.now();
      await leader.kill();
      const next = await untilLeader(cluster.of('compute'), [leader]);
      note(`${leader.name} to ${next.name} in ${Math.round(performance.now() - killedAt)} ms`);
      await leader.start();
    },
  },
  {
    name: 'leader-paused',
    summary: 'the leading compute node stands still for longer than its lease, then goes on',
    group: 'compute',
    times: 20,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: async (scene) => {
      const { cluster, note } = scene;
      const leader = await leaderOf(scene);
      leader.pause();
      try {
        const next = await untilLeader(cluster.of('compute'), [leader]);
        note(`${leader.name} to ${next.name}`);
        await lasting(scene, 0, 5);
      } finally {
        leader.resume();
      }
    },
  },
  {
    name: 'collector',
    summary: 'a collecting node is killed',
    group: 'collect',
    times: 20,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: (scene) =>
      killFor(anyOf(scene, scene.cluster.of('collect')), scene.random.between(1, 5) * SECOND_MS),
  },
  {
    name: 'server',
    summary: 'a serving node is killed; clients of the balancer go on with another one',
    group: 'serve',
    times: 20,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: async (scene) => {
      const { cluster, random, excuse } = scene;
      const serving = cluster.of('serve');
      const node = anyOf(scene, serving);
      excuse(node.name);
      cluster.balance(serving.indexOf(node) + 1);
      await killFor(node, random.between(1, 3) * SECOND_MS);
    },
  },
  {
    name: 'clock',
    summary: 'the clock of the leading compute node jumps, and back',
    group: 'compute',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    isPossible: (cluster) => cluster.nodes.some(({ clock }) => clock),
    inject: async (scene) => {
      const { random, note } = scene;
      const clock = (await leaderOf(scene)).clock!;
      const stepMs = Math.round(random.between(-5, 5) * 60) * SECOND_MS;
      note(`${stepMs / SECOND_MS} s`);
      clock.step(stepMs);
      await lasting(scene, 5, 20);
      clock.step(-stepMs);
    },
  },
  {
    name: 'clock-off',
    summary: 'the standby starts with a clock that is 20 s off, and must not say that it could lead',
    group: 'compute',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    isPossible: (cluster) => cluster.nodes.some(({ clock }) => clock),
    inject: async (scene) => {
      const { cluster, random, note, reportViolation } = scene;
      const leader = await leaderOf(scene);
      const standby = cluster.of('compute').find((node) => node !== leader);
      if (!standby) throw new Error('there is no standby');
      const stepMs = random.chance(0.5) ? CLOCK_OFF_MS : -CLOCK_OFF_MS;
      note(`${standby.name}: ${stepMs / SECOND_MS} s`);
      await standby.kill();
      standby.clock!.step(stepMs);
      try {
        // The node must not become ready.
        await standby.start().catch(() => undefined);
        await lasting(scene, 8, 12);
        if (await isReady(standby))
          reportViolation(`${standby.name} is ready, and its clock is ${stepMs / SECOND_MS} s off`);
      } finally {
        await standby.kill();
        standby.clock!.step(-stepMs);
        await standby.start();
      }
    },
  },
];

async function isReady(node: ClusterNode): Promise<boolean> {
  const answer = await node.ask('/readyz').catch(() => undefined);
  return answer?.status === 200;
}
