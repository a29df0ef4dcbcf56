import type { WorldSize } from '../../src/simulator/world-identity.ts';
import { NatsServer } from '../../test/support/nats-server.ts';
import { startPostgres } from '../../test/support/postgres-server.ts';
import { startServiceProcess, type ServiceProcess } from '../support/service-process.ts';

/**
 * Exchanges have no faults: each index has a value in each tick, as the benchmark's clients expect. These all connect as one
 * client of the service.
 */
export const steadyWorld = (world: WorldSize) => [
  '--world',
  world,
  '--fault-rate',
  '0',
  '--stream-connections',
  '20000',
];

/** A service in several processes on this machine, with its own servers. Serving nodes are added one by one. */
export class Roles {
  readonly compute: ServiceProcess;
  readonly collect: ServiceProcess;
  readonly serving: ServiceProcess[] = [];
  readonly #flags: readonly string[];
  readonly #stopServers: () => Promise<void>;

  private constructor(
    [compute, collect]: readonly [ServiceProcess, ServiceProcess],
    flags: readonly string[],
    stopServers: () => Promise<void>,
  ) {
    this.compute = compute;
    this.collect = collect;
    this.#flags = flags;
    this.#stopServers = stopServers;
  }

  static async start(world: WorldSize): Promise<Roles> {
    const [postgres, nats] = await Promise.all([startPostgres(), NatsServer.start({ jetStream: true })]);
    const stopServers = async () => {
      await nats.stop();
      await postgres.stop();
    };
    const flags = ['--store', postgres.url, '--bus', nats.url, ...steadyWorld(world)];
    const start = (role: string) => startServiceProcess({ flags: ['--role', role, ...flags] });
    try {
      return new Roles(await Promise.all([start('compute'), start('collect')]), flags, stopServers);
    } catch (error) {
      await stopServers();
      throw error;
    }
  }

  async addServing(): Promise<void> {
    this.serving.push(await startServiceProcess({ flags: ['--role', 'serve', ...this.#flags] }));
  }

  async stop(): Promise<void> {
    await Promise.all([...this.serving, this.collect, this.compute].map((role) => role.stop()));
    await this.#stopServers();
  }
}
