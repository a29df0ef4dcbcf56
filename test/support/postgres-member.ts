import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, chownSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import pg from 'pg';
import { freePort } from './free-port.ts';
import { postgresPrograms, postgresUser, POSTGRES_USER } from './postgres-server.ts';
import { processTree, signalAll, untilGone, untilStopped } from './process-tree.ts';

const POLL_MS = 50;
const READY_WITHIN_MS = 60_000;
/** Read after all other settings, and again with SIGHUP. */
const CHANGING = 'changing.conf';

/** One of several PostgreSQL servers that belong together. It keeps its port and its folder, whatever data it has. */
export class PostgresMember {
  readonly port: number;
  /** URL of an existing database. */
  readonly url: string;
  readonly #data: string;
  readonly #sockets: string;
  readonly #settings: Readonly<Record<string, string>>;
  #process: ChildProcess | undefined;
  #paused: readonly number[] = [];
  #said = '';

  private constructor(port: number, place: string, settings: Readonly<Record<string, string>>) {
    this.port = port;
    this.url = `postgres://${POSTGRES_USER}@127.0.0.1:${port}/postgres`;
    this.#data = join(place, 'data');
    this.#sockets = place;
    this.#settings = settings;
  }

  /** The caller's folder `place` contains the server's data. */
  static async at(place: string, settings: Readonly<Record<string, string>>): Promise<PostgresMember> {
    mkdirSync(place, { recursive: true });
    const { uid, gid } = postgresUser();
    chownSync(place, uid, gid);
    return new PostgresMember(await freePort(), place, settings);
  }

  get isRunning(): boolean {
    return (
      this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null
    );
  }

  /** End of its log. */
  get log(): string {
    return this.#said;
  }

  /** Creates an empty database. */
  async initialise(): Promise<void> {
    const flags = ['-U', POSTGRES_USER, '-A', 'trust', '-E', 'UTF8', '--no-sync', '--data-checksums'];
    await this.#run('initdb', ['-D', this.#data, ...flags]);
    appendFileSync(join(this.#data, 'postgresql.conf'), `\ninclude_if_exists '${CHANGING}'\n`);
  }

  /** Replaces its data with a copy of the other server, which it will follow with a slot of this name. */
  async copyFrom(primary: PostgresMember, slot: string): Promise<void> {
    rmSync(this.#data, { recursive: true, force: true });
    const flags = ['-X', 'stream', '-c', 'fast', '-R', '-S', slot, '--no-sync'];
    await this.#run('pg_basebackup', ['-D', this.#data, '-d', primary.url, ...flags]);
  }

  async start(): Promise<void> {
    const given = {
      port: String(this.port),
      unix_socket_directories: this.#sockets,
      listen_addresses: '127.0.0.1',
      ...this.#settings,
    };
    const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const server = spawn(join(programs(), 'postgres'), ['-D', this.#data, ...args], {
      ...postgresUser(),
      cwd: this.#sockets,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#process = server;
    server.stderr.on('data', (chunk: Buffer) => (this.#said = (this.#said + chunk.toString()).slice(-8192)));
    await this.#untilReady();
  }

  /** Replaces the settings that were changed this way before. */
  configure(settings: Readonly<Record<string, string>>): void {
    const path = join(this.#data, CHANGING);
    writeFileSync(
      path,
      Object.entries(settings)
        .map(([name, value]) => `${name} = '${value}'\n`)
        .join(''),
    );
    const { uid, gid } = postgresUser();
    chownSync(path, uid, gid);
    if (this.isRunning) this.#process?.kill('SIGHUP');
  }

  /** Like a power failure, except for data that the kernel has accepted. */
  async kill(): Promise<void> {
    const pid = this.#process?.pid;
    if (pid === undefined) return;
    // Its children have sessions of their own.
    const all = processTree(pid);
    signalAll(all, 'SIGKILL');
    signalAll(this.#paused, 'SIGKILL');
    await untilGone(all);
    this.#paused = [];
    this.#process = undefined;
  }

  /** Stops all of its processes; connections stay open. */
  async pause(): Promise<void> {
    this.#paused = processTree(this.#process!.pid!);
    signalAll(this.#paused, 'SIGSTOP');
    await untilStopped(this.#paused);
  }

  resume(): void {
    signalAll(this.#paused, 'SIGCONT');
    this.#paused = [];
  }

  /** Queries this server directly, bypassing every proxy. */
  async rows<T>(sql: string): Promise<T[]> {
    const client = new pg.Client({ connectionString: this.url, connectionTimeoutMillis: 5000 });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql)).rows as T[];
    } finally {
      await client.end();
    }
  }

  async #untilReady(): Promise<void> {
    const deadline = performance.now() + READY_WITHIN_MS;
    for (;;) {
      if (!this.isRunning) throw new Error(`postgres ended: ${this.#said}`);
      try {
        await this.rows('select 1');
        return;
      } catch (error) {
        if (performance.now() > deadline) throw error;
        await delay(POLL_MS);
      }
    }
  }

  /** Does not block this process, whose clients may be under measurement. */
  async #run(program: string, args: readonly string[]): Promise<void> {
    await promisify(execFile)(join(programs(), program), args, { ...postgresUser(), cwd: this.#sockets });
  }
}

function programs(): string {
  const folder = postgresPrograms();
  if (folder === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  return folder;
}
