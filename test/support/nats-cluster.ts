import { setTimeout as delay } from 'node:timers/promises';
import { connect } from 'nats';
import { freePort } from './free-port.ts';
import { NatsServer } from './nats-server.ts';

const SERVERS = 3;
const POLL_MS = 50;
const READY_WITHIN_MS = 60_000;

/** A cluster of three NATS servers. Clients do not learn of other servers than those they were given. */
export class NatsCluster {
  readonly servers: readonly NatsServer[];
  readonly #hasJetStream: boolean;

  private constructor(servers: readonly NatsServer[], hasJetStream: boolean) {
    this.servers = servers;
    this.#hasJetStream = hasJetStream;
  }

  static async start({ jetStream = false }: { readonly jetStream?: boolean } = {}): Promise<NatsCluster> {
    const ports: number[] = [];
    for (let i = 0; i < SERVERS; i++) ports.push(await freePort());
    const servers = await Promise.all(
      ports.map((port, i) =>
        NatsServer.start({ jetStream, cluster: { name: `server-${i + 1}`, port, routes: ports } }),
      ),
    );
    const cluster = new NatsCluster(servers, jetStream);
    await cluster.untilReady();
    return cluster;
  }

  get url(): string {
    return this.servers.map(({ url }) => url).join();
  }

  /** Waits until all running servers know each other and, with JetStream, have a leader that answers. */
  async untilReady(withinMs = READY_WITHIN_MS): Promise<void> {
    const deadline = performance.now() + withinMs;
    for (const server of this.servers.filter(({ isRunning }) => isRunning))
      while (!(await this.#isReady(server))) {
        if (performance.now() > deadline) throw new Error(`${server.url} is not ready`);
        await delay(POLL_MS);
      }
  }

  async #isReady({ url }: NatsServer): Promise<boolean> {
    const connection = await connect({ servers: url, timeout: 1000, reconnect: false }).catch(
      () => undefined,
    );
    if (!connection) return false;
    try {
      if (this.#hasJetStream) await (await connection.jetstreamManager({ timeout: 1000 })).getAccountInfo();
      else await connection.flush();
      return true;
    } catch {
      return false;
    } finally {
      await connection.close();
    }
  }

  /** Ends all servers and deletes everything that they stored; they start again once `away` resolves. */
  async wipe(away: () => Promise<void> = async () => undefined): Promise<void> {
    await Promise.all(this.servers.map((server) => server.kill()));
    for (const server of this.servers) server.wipe();
    await away();
    await Promise.all(this.servers.map((server) => server.begin()));
  }

  async stop(): Promise<void> {
    await Promise.all(this.servers.map((server) => server.stop()));
  }
}
