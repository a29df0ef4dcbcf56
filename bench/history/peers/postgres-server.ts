import { execFileSync, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const VERSIONS = '/usr/lib/postgresql';
const PORT = 54_329;

/** A separate PostgreSQL server in a folder, from the Debian package, with default settings. */
export class PostgresServer {
  readonly #programs: string;
  readonly #data: string;
  readonly #user: { readonly uid: number; readonly gid: number } | undefined;

  private constructor(folder: string, programs: string) {
    this.#programs = programs;
    this.#data = join(folder, 'postgres');
    mkdirSync(this.#data);
    this.#user = process.getuid?.() === 0 ? userNamed('postgres') : undefined;
    if (this.#user) chownSync(this.#data, this.#user.uid, this.#user.gid);
  }

  /** Undefined if PostgreSQL is not installed and cannot be installed. */
  static start(folder: string): PostgresServer | undefined {
    const programs = programsFolder() ?? (install() ? programsFolder() : undefined);
    if (!programs) return undefined;
    const server = new PostgresServer(folder, programs);
    server.#run('initdb', '-D', server.#data, '-A', 'trust', '-U', 'bench', '-E', 'UTF8', '--no-locale');
    const options = `-c listen_addresses= -c unix_socket_directories=${server.#data} -p ${PORT}`;
    server.#run('pg_ctl', '-D', server.#data, '-w', '-l', join(server.#data, 'log'), '-o', options, 'start');
    return server;
  }

  get connection(): { host: string; port: number; user: string; database: string } {
    return { host: this.#data, port: PORT, user: 'bench', database: 'postgres' };
  }

  /** The main process and the current backends, without short-lived maintenance processes. */
  get pids(): number[] {
    const main = Number.parseInt(readFileSync(join(this.#data, 'postmaster.pid'), 'latin1'), 10);
    const children = readFileSync(`/proc/${main}/task/${main}/children`, 'latin1').trim().split(' ');
    const lasting = children.map(Number).filter((pid) => !commandOf(pid).includes('autovacuum worker'));
    return [main, ...lasting];
  }

  stop(): void {
    this.#run('pg_ctl', '-D', this.#data, '-w', '-m', 'immediate', 'stop');
  }

  #run(program: string, ...args: readonly string[]): void {
    execFileSync(join(this.#programs, program), args, {
      stdio: ['ignore', 'ignore', 'inherit'],
      cwd: this.#data,
      ...this.#user,
    });
  }
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
}

function programsFolder(): string | undefined {
  if (!existsSync(VERSIONS)) return undefined;
  const [newest] = readdirSync(VERSIONS).toSorted((a, b) => Number(b) - Number(a));
  return newest === undefined ? undefined : join(VERSIONS, newest, 'bin');
}

function install(): boolean {
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) return false;
  console.error('installing PostgreSQL');
  const apt = (...args: readonly string[]) =>
    spawnSync('apt-get', ['-qq', '-y', '--no-install-recommends', ...args], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    }).status === 0;
  return apt('update') && apt('install', 'postgresql');
}

/** PostgreSQL refuses to run as root. */
function userNamed(name: string): { uid: number; gid: number } {
  const idOf = (flag: string) => Number(execFileSync('id', [flag, name], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}
