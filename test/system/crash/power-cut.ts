import { execFileSync, spawn, spawnSync } from 'node:child_process';
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statfsSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** Processes run compiled files; where the sources themselves are run (tests), the build stands beside them. */
const BUILT = import.meta.url.endsWith('.ts') ? '../../../dist/test/system/crash/' : './';
const WRITER = fileURLToPath(new URL(`${BUILT}crash-writer.js`, import.meta.url));
const CHECKER = fileURLToPath(new URL(`${BUILT}crash-checker.js`, import.meta.url));
const IMAGE_BYTES = 320 * 2 ** 20;

const LEAVING_OUT_FSYNC =
  'strace -f -qq -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:retval=0'.split(' ');

/** How a writer is started: as it is, or with every wait for the disk left out, to show that the test would notice. */
export type Writer = 'sound' | 'without fsync';

/** What one crash left. */
export interface Crash {
  readonly acknowledged: number;
  readonly ticks: number;
  readonly problems: readonly string[];
}

/**
 * A file system on a loop device that can lose its power: what was not written to the device by then is lost, what
 * was is found again when it is mounted. Needs root, and `mkfs.xfs` and `xfs_io` of xfsprogs.
 */
export class PowerCutDisk {
  readonly #image: string;
  readonly #mounted: string;

  constructor(folder: string) {
    this.#image = join(folder, 'disk.img');
    this.#mounted = join(folder, 'disk');
    mkdirSync(this.#mounted);
    writeFileSync(this.#image, '');
    truncateSync(this.#image, IMAGE_BYTES);
    run('mkfs.xfs', '-q', this.#image);
    run('mount', '-o', 'loop', this.#image, this.#mounted);
    mkdirSync(this.store);
    run('sync', '-f', this.#mounted);
  }

  get store(): string {
    return join(this.#mounted, 'store');
  }

  /**
   * Lets a writer write for a while, cuts the power, and looks at what is there afterwards. The writer stands still by
   * then: XFS may answer an fsync that a shutdown overtakes as if it had succeeded, which no power cut does.
   */
  async crash(writer: Writer, afterMs: number): Promise<Crash> {
    const acknowledged = await writeUntil(this.store, writer, afterMs, (pid) => {
      if (writer === 'sound') haltProcess(pid);
      run('xfs_io', '-x', '-c', 'shutdown', this.#mounted);
    });
    run('umount', this.#mounted);
    run('mount', '-o', 'loop', this.#image, this.#mounted);
    return { acknowledged, ...checkStore(this.store, acknowledged) };
  }

  /** Leaves so much room on it, by a file that `makeRoom` takes away. */
  fill(leaveBytes: number): void {
    const { bavail, bsize } = statfsSync(this.#mounted);
    run('fallocate', '-l', String(bavail * bsize - leaveBytes), join(this.#mounted, 'ballast'));
  }

  /** XFS gives blocks back a moment after their file is gone. */
  async makeRoom(): Promise<void> {
    const before = statfsSync(this.#mounted).bavail;
    rmSync(join(this.#mounted, 'ballast'));
    while (statfsSync(this.#mounted).bavail <= before) {
      run('sync', '-f', this.#mounted);
      await setTimeout(10);
    }
  }

  remove(): void {
    run('umount', this.#mounted);
    rmSync(this.#image);
  }
}

/** Ends a writer without warning. What it wrote stays in the memory of the machine: this proves less. */
export async function kill(folder: string, afterMs: number): Promise<Crash> {
  const acknowledged = await writeUntil(folder, 'sound', afterMs, () => undefined);
  return { acknowledged, ...checkStore(folder, acknowledged) };
}

/** In a process of its own: what an unsound writer leaves may end the process that opens it. */
export function checkStore(folder: string, acknowledged: number): Omit<Crash, 'acknowledged'> {
  const { stdout, signal } = spawnSync(process.execPath, [CHECKER, folder, String(acknowledged)], {
    encoding: 'utf8',
  });
  if (stdout.trim() === '')
    return { ticks: 0, problems: [`the store cannot be opened: ${signal ?? 'it failed'}`] };
  return JSON.parse(stdout) as Omit<Crash, 'acknowledged'>;
}

/** How many ticks the writer had acknowledged when it ended. */
function writeUntil(
  folder: string,
  writer: Writer,
  afterMs: number,
  cut: (pid: number) => void,
): Promise<number> {
  const command = [
    ...(writer === 'without fsync' ? LEAVING_OUT_FSYNC : []),
    process.execPath,
    WRITER,
    folder,
  ];
  const child = spawn(command[0]!, command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  let said = '';
  let complaint = '';
  child.stderr.on('data', (text: Buffer) => (complaint += text.toString()));
  child.stdout.on('data', (text: Buffer) => {
    if (said === '') {
      globalThis.setTimeout(() => {
        if (child.pid === undefined || child.exitCode !== null) return;
        cut(child.pid);
        if (child.exitCode === null) process.kill(-child.pid, 'SIGKILL');
      }, afterMs);
    }
    said += text.toString();
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      const last = /(\d+)\n[^\n]*$/.exec(said)?.[1];
      if (last === undefined) reject(new Error(`the writer stored nothing: ${signal ?? code} ${complaint}`));
      else resolve(Number(last));
    });
  });
}

/** Returns when no thread of it can acknowledge anything: each is stopped, or waits in the kernel and stops then. */
function haltProcess(pid: number): void {
  process.kill(pid, 'SIGSTOP');
  const stateOf = (thread: string) =>
    / ([A-Za-z]) /.exec(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8').split(')').at(-1)!)?.[1];
  const isHalted = () => readdirSync(`/proc/${pid}/task`).every((thread) => 'TD'.includes(stateOf(thread)!));
  while (!isHalted());
}

function run(program: string, ...args: readonly string[]): void {
  execFileSync(program, args, { stdio: ['ignore', 'ignore', 'pipe'] });
}
