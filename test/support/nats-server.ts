import { once } from 'node:events';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect } from 'node:net';
import { freePort } from './free-port.ts';

const PROGRAM = ['/usr/sbin/nats-server', '/usr/bin/nats-server'].find((path) => existsSync(path));

export interface NatsServerOptions {
  readonly jetStream?: boolean;
  /** Maximum size of a message. */
  readonly maxPayload?: number;
  /** More flags, such as for TLS. */
  readonly flags?: readonly string[];
  /** user:password */
  readonly login?: string;
  readonly cluster?: NatsMembership;
  /** Replaces all of these by a configuration file, with the port in it. */
  readonly config?: { readonly file: string; readonly port: number };
}

/** For one of several servers. */
export interface NatsMembership {
  readonly name: string;
  /** Port for the other servers. */
  readonly port: number;
  /** Ports of all servers. */
  readonly routes: readonly number[];
}

/** A NATS server for a test. It keeps its port when it is started again. */
export class NatsServer {
  readonly url: string;
  readonly #args: readonly string[];
  readonly #port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, folder: string, options: NatsServerOptions) {
    this.url = `nats://127.0.0.1:${port}`;
    this.#port = port;
    this.#folder = folder;
    const { jetStream = false, login, cluster, config } = options;
    this.#args = config
      ? ['-c', config.file]
      : [
          '-a',
          '127.0.0.1',
          '-p',
          String(port),
          ...(jetStream ? ['-js', '-sd', folder] : []),
          ...(cluster ? clusterFlags(cluster) : []),
          ...(options.flags ?? []),
          ...(login === undefined ? [] : ['--user', login.split(':')[0]!, '--pass', login.split(':')[1]!]),
        ];
  }

  static async start(options: NatsServerOptions = {}): Promise<NatsServer> {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-nats-'));
    const server = new NatsServer(options.config?.port ?? (await freePort()), folder, options);
    await server.begin();
    return server;
  }

  async begin(): Promise<void> {
    if (PROGRAM === undefined) throw new Error('NATS is missing: apt-get install nats-server');
    const server = spawn(PROGRAM, this.#args, { stdio: 'ignore' });
    this.#process = server;
    for (;;) {
      if (server.exitCode !== null) throw new Error(`nats-server ended with ${server.exitCode}`);
      if (await accepts(this.#port)) return;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null;
  }

  /** Also deletes its data on disk. Only while it is stopped. */
  wipe(): void {
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(this.#folder);
  }

  /** As in a power failure: data in memory is lost. */
  async kill(): Promise<void> {
    const server = this.#process;
    if (!server || server.exitCode !== null) return;
    const exited = once(server, 'exit');
    server.kill('SIGKILL');
    await exited;
    this.#process = undefined;
  }

  /** It stops answering while its connections stay open. */
  async pause(): Promise<void> {
    this.#process?.kill('SIGSTOP');
    // The signal takes effect a little later.
    while (stateOf(this.#process?.pid) !== 'T') await new Promise((resolve) => setTimeout(resolve, 1));
  }

  resume(): void {
    this.#process?.kill('SIGCONT');
  }

  async stop(): Promise<void> {
    await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

function clusterFlags({ name, port, routes }: NatsMembership): string[] {
  return [
    '--name',
    name,
    '--cluster_name',
    'tidemark',
    '--cluster',
    `nats://127.0.0.1:${port}`,
    '--routes',
    routes.map((route) => `nats://127.0.0.1:${route}`).join(),
    // Otherwise clients would bypass the proxies that they were given.
    '--no_advertise',
  ];
}

/** State of a process, as Linux abbreviates it: T is stopped. */
function stateOf(pid: number | undefined): string | undefined {
  return readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.[0];
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
