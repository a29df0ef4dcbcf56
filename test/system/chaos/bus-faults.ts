import { lasting, ONE_LEASE_MS, type Fault, type Scene } from './fault.ts';

/** Kills some of the three servers and restarts them after a while. */
async function killSome(scene: Scene, count: number): Promise<void> {
  const { cluster, random } = scene;
  const servers = random.shuffled(cluster.nats.servers).slice(0, count);
  await Promise.all(servers.map((server) => server.kill()));
  await lasting(scene, 1, 6);
  await Promise.all(servers.map((server) => server.begin()));
}

/** Faults of the bus servers. */
export const BUS_FAULTS: readonly Fault[] = [
  {
    name: 'nats',
    summary: 'one of three NATS servers is killed',
    group: 'bus',
    times: 100,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: (scene) => killSome(scene, 1),
  },
  {
    name: 'two-nats',
    summary: 'two of three NATS servers are killed',
    group: 'bus',
    times: 50,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: (scene) => killSome(scene, 2),
  },
  {
    name: 'nats-paused',
    summary: 'a NATS server stands still with its connections open',
    group: 'bus',
    times: 10,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: async (scene) => {
      const { cluster, random } = scene;
      const [server] = random.shuffled(cluster.nats.servers);
      await server!.pause();
      try {
        await lasting(scene, 3, 15);
      } finally {
        server!.resume();
      }
    },
  },
  {
    name: 'wipe',
    summary: 'all NATS servers are killed and lose everything that they kept',
    group: 'bus',
    times: 20,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: (scene) => scene.cluster.nats.wipe(() => lasting(scene, 1, 2)),
  },
];
