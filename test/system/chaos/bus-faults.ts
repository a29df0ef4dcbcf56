import { setTimeout as delay } from 'node:timers/promises';
import { SECOND_MS } from '../../../src/core/time.ts';
import { ONE_LEASE_MS, type Fault, type Scene } from './fault.ts';

/** Ends some of the three servers, keeps them away for a while and starts them again. */
async function killSome({ cluster, random }: Scene, count: number): Promise<void> {
  const servers = random.shuffled(cluster.nats.servers).slice(0, count);
  await Promise.all(servers.map((server) => server.kill()));
  await delay(random.between(1, 6) * SECOND_MS);
  await Promise.all(servers.map((server) => server.begin()));
}

/** What happens to the servers of the bus. */
export const BUS_FAULTS: readonly Fault[] = [
  {
    name: 'nats',
    summary: 'one of three NATS servers is killed',
    times: 100,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: (scene) => killSome(scene, 1),
  },
  {
    name: 'two-nats',
    summary: 'two of three NATS servers are killed',
    times: 50,
    quickTimes: 0,
    limitMs: ONE_LEASE_MS,
    inject: (scene) => killSome(scene, 2),
  },
  {
    name: 'nats-paused',
    summary: 'a NATS server stands still with its connections open',
    times: 10,
    quickTimes: 0,
    limitMs: ONE_LEASE_MS,
    inject: async ({ cluster, random }) => {
      const [server] = random.shuffled(cluster.nats.servers);
      await server!.pause();
      try {
        await delay(random.between(3, 15) * SECOND_MS);
      } finally {
        server!.resume();
      }
    },
  },
  {
    name: 'wipe',
    summary: 'all NATS servers are killed and lose everything that they kept',
    times: 20,
    quickTimes: 1,
    limitMs: ONE_LEASE_MS,
    inject: ({ cluster }) => cluster.nats.wipe(),
  },
];
