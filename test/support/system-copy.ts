import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An overlay of `/` whose changes are in memory. The process that holds its namespaces says `ready` and waits for the end of its input. */
const MAKE = `
set -e
mount -t tmpfs -o mode=0755 tmpfs "$1"
mkdir "$1/changes" "$1/work" "$1/root"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/changes,workdir=$1/work" "$1/root"
mount --rbind /proc "$1/root/proc"
mount --rbind /dev "$1/root/dev"
mount -t tmpfs tmpfs "$1/root/tmp"
mount -t tmpfs tmpfs "$1/root/run"
mount --bind "$2" "$1/root/mnt"
ip link set lo up
echo ready
read -r _ || true
`;

const LIMIT_MS = 240_000;

/**
 * A copy of this Debian system that can be changed without a trace: with mounts and a network of its own. Needs root.
 * `shared` is its /mnt.
 */
export class SystemCopy {
  readonly root: string;
  readonly #folder: string;
  readonly #holder: ChildProcess;

  private constructor(folder: string, holder: ChildProcess) {
    this.#folder = folder;
    this.#holder = holder;
    this.root = join(`/proc/${holder.pid}/root`, folder, 'root');
  }

  static async open(shared: string): Promise<SystemCopy> {
    const folder = mkdtempSync(join(tmpdir(), 'tidemark-system-'));
    const args = ['--mount', '--net', '--propagation', 'private', 'sh', '-c', MAKE, 'sh', folder, shared];
    const holder = spawn('unshare', args, { stdio: ['pipe', 'pipe', 'inherit'] });
    const isReady = await new Promise<boolean>((resolve) => {
      holder.stdout.once('data', () => resolve(true));
      holder.once('exit', () => resolve(false));
    });
    if (!isReady) throw new Error('no overlay of / could be mounted');
    return new SystemCopy(folder, holder);
  }

  /** A program in the copy, in the same process that is started. */
  command(...args: string[]): [string, string[]] {
    const own = ['--target', String(this.#holder.pid), '--mount', '--net'];
    return ['nsenter', [...own, '--', 'chroot', join(this.#folder, 'root'), ...args]];
  }

  run(...args: string[]): { status: number | null; stdout: string; stderr: string } {
    const [program, all] = this.command(...args);
    const env = {
      PATH: '/usr/sbin:/usr/bin:/sbin:/bin',
      LC_ALL: 'C.UTF-8',
      DEBIAN_FRONTEND: 'noninteractive',
    };
    // It blocks this process, so the limit of the test could not end it.
    return spawnSync(program, all, { encoding: 'utf8', env, timeout: LIMIT_MS, killSignal: 'SIGKILL' });
  }

  /** What a program prints that has to succeed. */
  output(...args: string[]): string {
    const { status, stdout, stderr } = this.run(...args);
    if (status !== 0) throw new Error(`${args.join(' ')} ended with ${status}: ${stderr}${stdout}`);
    return stdout;
  }

  /** Its processes have ended before. */
  async close(): Promise<void> {
    this.#holder.stdin?.end();
    if (this.#holder.exitCode === null) await new Promise((resolve) => this.#holder.once('exit', resolve));
    // Its content was in the namespace of the holder.
    rmdirSync(this.#folder);
  }
}
