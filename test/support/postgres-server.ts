import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { once } from 'node:events';
import pg from 'pg';
import { freePort } from './free-port.ts';

const INSTALLED = '/usr/lib/postgresql';
/** Debian creates this user with the package; PostgreSQL does not run as root. */
export const POSTGRES_USER = 'postgres';

/** A PostgreSQL server for a test, with its own folder. */
export interface PostgresServer {
  readonly port: number;
  /** URL of an existing database. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Folder with the programs of Debian's newest PostgreSQL; undefined if it is not installed. */
export function postgresPrograms(): string | undefined {
  if (!existsSync(INSTALLED)) return undefined;
  const versions = readdirSync(INSTALLED).toSorted((a, b) => Number(b) - Number(a));
  return versions
    .map((version) => join(INSTALLED, version, 'bin'))
    .find((folder) => existsSync(join(folder, 'initdb')));
}

export async function startPostgres(
  settings: Readonly<Record<string, string>> = {},
): Promise<PostgresServer> {
  const programs = postgresPrograms();
  if (programs === undefined) throw new Error('PostgreSQL is missing: apt-get install postgresql');
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-postgres-'));
  const owner = postgresUser();
  chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(programs, 'initdb'),
    ['-D', data, '-U', POSTGRES_USER, '-A', 'trust', '-E', 'UTF8', '--no-sync', '--data-checksums'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const given = {
    port: String(port),
    unix_socket_directories: folder,
    listen_addresses: '127.0.0.1',
    ...settings,
  };
  const server = spawn(
    join(programs, 'postgres'),
    ['-D', data, ...Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`])],
    { ...owner, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] },
  );
  const url = `postgres://${POSTGRES_USER}@127.0.0.1:${port}/postgres`;
  await untilReady(server, url);
  return {
    port,
    url,
    stop: async () => {
      const exited = once(server, 'exit');
      // A fast shutdown: connections are ended.
      server.kill('SIGINT');
      await exited;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function untilReady(server: ChildProcess, url: string): Promise<void> {
  let said = '';
  server.stderr!.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-4096)));
  for (;;) {
    if (server.exitCode !== null) throw new Error(`postgres ended: ${said}`);
    const client = new pg.Client({ connectionString: url });
    try {
      await client.connect();
      await client.end();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** User that it runs as. */
export function postgresUser(): { uid: number; gid: number } {
  if (process.getuid?.() !== 0) return { uid: process.getuid!(), gid: process.getgid!() };
  const idOf = (flag: string) => Number(spawnSync('id', [flag, POSTGRES_USER], { encoding: 'utf8' }).stdout);
  return { uid: idOf('-u'), gid: idOf('-g') };
}
