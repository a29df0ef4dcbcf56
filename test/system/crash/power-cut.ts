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

/** Processes run compiled files; tests run the sources, and the build is beside them. */
const BUILT = import.meta.url.endsWith('.ts') ? '../../../dist/test/system/crash/' : './';
const WRITER = fileURLToPath(new URL(`${BUILT}crash-writer.js`, import.meta.url));
const CHECKER = fileURLToPath(new URL(`${BUILT}crash-checker.js`, import.meta.url));
const IMAGE_BYTES = 320 * 2 ** 20;

const LEAVING_OUT_FSYNC =
  'strace -f -qq -o /dev/null -e trace=fsync,fdatasync -e inject=fsync,fdatasync:retval=0'.split(' ');

/** How a writer is started: unchanged, or without any wait for the disk, to prove that the test would notice. */
export type Writer = 'sound' | 'without fsync';

/** Result of one crash. */
export interface Crash {
  readonly acknowledged: number;
  readonly ticks: number;
  readonly problems: readonly string[];
}

/**
 * A file system on a loop device that can lose power: data that was not written to the device is lost, other data is there after
 * mounting it again. Needs root, and `mkfs.xfs` and `xfs_io` of xfsprogs.
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
   * Lets a writer write for a while, cuts the power, and checks the store afterwards. The writer is stopped first: XFS may report
   * success for an fsync during a shutdown, which no power cut does.
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

  /** Fills the disk except for `leaveBytes`, with a file that `makeRoom` removes. */
  fill(leaveBytes: number): void {
    const { bavail, bsize } = statfsSync(this.#mounted);
    run('fallocate', '-l', String(bavail * bsize - leaveBytes), join(this.#mounted, 'ballast'));
  }

  /** XFS frees blocks shortly after their file is removed. */
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

/** Kills a writer without warning. Its writes stay in the page cache, so this proves less than a power cut. */
export async function kill(folder: string, afterMs: number): Promise<Crash> {
  const acknowledged = await writeUntil(folder, 'sound', afterMs, () => undefined);
  return { acknowledged, ...checkStore(folder, acknowledged) };
}

/** Runs in a separate process, because the store of an unsound writer may crash the process that opens it. */
export function checkStore(folder: string, acknowledged: number): Omit<Crash, 'acknowledged'> {
  const { stdout, signal } = spawnSync(process.execPath, [CHECKER, folder, String(acknowledged)], {
    encoding: 'utf8',
  });
  if (stdout.trim() === '')
    return { ticks: 0, problems: [`the store cannot be opened: ${signal ?? 'it failed'}`] };
  return JSON.parse(stdout) as Omit<Crash, 'acknowledged'>;
}

/** Resolves with the number of ticks that the writer had acknowledged when it ended. */
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

/**
 * Returns when no thread of the process can acknowledge anything: each is stopped, or waits in the kernel and stops when it
 * returns.
 */
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
