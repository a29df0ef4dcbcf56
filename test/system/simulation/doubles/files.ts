// Takes the place of src/disk/files.ts in a simulation: the same operations, on the disk of the simulated process whose code calls
// them. Paths outside of simulated disks, such as those of modules, are those of the real machine.
import * as real from 'node:fs';
import * as realAsync from 'node:fs/promises';
import { ProcessDied, SimulatedProcess } from '../core/simulated-process.ts';
import { diskError } from '../disk/disk-error.ts';
import { FIRST_DESCRIPTOR, OPEN_FILES } from '../disk/open-files.ts';
import { SIMULATED_ROOT, type Operation } from '../disk/simulated-disk.ts';
import { SimulatedHandle, waitForDisk } from '../disk/simulated-handle.ts';
import { SimulatedStats } from '../disk/simulated-stats.ts';

export const constants = real.constants;
export type { Dirent, Stats } from 'node:fs';
export type { FileHandle } from 'node:fs/promises';

type Path = Parameters<typeof real.existsSync>[0] | number;

function isSimulated(path: Path): path is string | number {
  if (typeof path === 'number') return path >= FIRST_DESCRIPTOR;
  return typeof path === 'string' && path.startsWith(SIMULATED_ROOT);
}

function running(): SimulatedProcess {
  const process = SimulatedProcess.running;
  if (!process) throw new Error('a simulated file was used outside of a simulated process');
  if (process.isDead) throw new ProcessDied();
  return process;
}

function changing(operation: Operation, path: string, change: (process: SimulatedProcess) => void): void {
  const process = running();
  process.operate(() => {
    process.disk.begin(operation, path);
    change(process);
  });
}

/** A file system operation that takes over for simulated paths. */
function either<Args extends readonly [Path, ...unknown[]], Result>(
  original: (...args: Args) => Result,
  simulated: (...args: Args) => unknown,
): (...args: Args) => Result {
  return (...args) => (isSimulated(args[0]) ? (simulated(...args) as Result) : original(...args));
}

const anyFile = (name: string) =>
  (real as unknown as Record<string, (...args: [Path, ...unknown[]]) => unknown>)[name]!;
const anyAsync = (name: string) =>
  (realAsync as unknown as Record<string, (...args: [Path, ...unknown[]]) => unknown>)[name]!;

export const existsSync = either(
  anyFile('existsSync'),
  (path) => running().disk.find(path as string) !== undefined,
);

export const statSync = either(anyFile('statSync'), (path, options) => {
  const entry = running().disk.find(path as string);
  if (entry) return new SimulatedStats(entry);
  if ((options as { throwIfNoEntry?: boolean } | undefined)?.throwIfNoEntry === false) return undefined;
  throw diskError('ENOENT', 'stat', path as string);
});
export const lstatSync = statSync;
export const fstatSync = either(
  anyFile('fstatSync'),
  (descriptor) => new SimulatedStats(OPEN_FILES.get(descriptor as number, 'fstat').entry),
);
export const statfsSync = either(anyFile('statfsSync'), () => ({
  bavail: running().disk.freeBytes,
  bsize: 1,
}));
export const accessSync = either(
  anyFile('accessSync'),
  (path) => void running().disk.get(path as string, 'access'),
);
export const realpathSync = either(anyFile('realpathSync'), (path) => path);
export const chmodSync = either(anyFile('chmodSync'), () => undefined);
export const fchownSync = either(anyFile('fchownSync'), () => undefined);
export const lchownSync = either(anyFile('lchownSync'), () => undefined);

export const openSync = either(anyFile('openSync'), (path, flags) =>
  OPEN_FILES.open(running(), path as string, flags as string | number | undefined),
);
export const closeSync = either(anyFile('closeSync'), (descriptor) => {
  if (OPEN_FILES.get(descriptor as number, 'close').process.isDead) throw new ProcessDied();
  OPEN_FILES.close(descriptor as number);
});
export const readSync = either(anyFile('readSync'), (descriptor, into, offset, length, position) =>
  OPEN_FILES.read(
    descriptor as number,
    (into as Uint8Array).subarray(offset as number, (offset as number) + (length as number)),
    (position ?? null) as number | null,
  ),
);
export const writeSync = either(anyFile('writeSync'), (descriptor, bytes, offset = 0, length, position) => {
  const content = bytes as Uint8Array;
  const from = offset as number;
  const part = content.subarray(from, from + ((length ?? content.length - from) as number));
  return OPEN_FILES.write(descriptor as number, part, (position ?? null) as number | null);
});
export const fsyncSync = either(anyFile('fsyncSync'), (descriptor) => OPEN_FILES.sync(descriptor as number));
export const fdatasyncSync = fsyncSync;
export const ftruncateSync = either(anyFile('ftruncateSync'), (descriptor, size = 0) =>
  OPEN_FILES.truncate(descriptor as number, size as number),
);

export const readFileSync = either(anyFile('readFileSync'), (file, options) => {
  const encoding = typeof options === 'string' ? options : undefined;
  const descriptor = typeof file === 'number' ? file : OPEN_FILES.open(running(), file as string);
  const { entry } = OPEN_FILES.file(descriptor, 'read');
  const bytes = Buffer.alloc(entry.size);
  OPEN_FILES.read(descriptor, bytes, 0);
  if (typeof file !== 'number') OPEN_FILES.close(descriptor);
  return encoding ? bytes.toString(encoding as BufferEncoding) : bytes;
});
export const writeFileSync = either(anyFile('writeFileSync'), (path, content) => {
  const descriptor = OPEN_FILES.open(running(), path as string, 'w');
  OPEN_FILES.write(descriptor, Buffer.from(content as string), 0);
  OPEN_FILES.close(descriptor);
});
export const copyFileSync = either(anyFile('copyFileSync'), (from, to) => {
  const bytes = readFileSync(from, undefined) as Buffer;
  const descriptor = OPEN_FILES.open(running(), to as string, 'wx');
  OPEN_FILES.write(descriptor, bytes, 0);
  OPEN_FILES.close(descriptor);
});
export const renameSync = either(anyFile('renameSync'), (from, to) =>
  changing('rename', from as string, ({ disk }) => disk.rename(from as string, to as string)),
);
export const linkSync = either(anyFile('linkSync'), (from, to) =>
  changing('link', from as string, ({ disk }) => {
    const entry = disk.get(from as string, 'link');
    if (entry.kind !== 'file') throw diskError('EISDIR', 'link', from as string);
    disk.link(entry, to as string);
  }),
);
export const unlinkSync = either(anyFile('unlinkSync'), (path) =>
  changing('unlink', path as string, ({ disk }) => disk.unlink(path as string)),
);
export const rmSync = either(anyFile('rmSync'), (path, options) => {
  const { force = false } = (options ?? {}) as { force?: boolean };
  if (force && !running().disk.find(path as string)) return;
  unlinkSync(path);
});
export const mkdirSync = either(anyFile('mkdirSync'), (path, options) => {
  const { recursive = false } = (options ?? {}) as { recursive?: boolean };
  const { disk } = running();
  const parts = (path as string).slice(SIMULATED_ROOT.length + 1).split('/');
  if (!recursive) return changing('mkdir', path as string, () => disk.makeFolder(path as string));
  for (let i = 1; i <= parts.length; i++) {
    const each = `${SIMULATED_ROOT}/${parts.slice(0, i).join('/')}`;
    if (!disk.find(each)) changing('mkdir', each, () => disk.makeFolder(each));
  }
});
export const readdirSync = either(anyFile('readdirSync'), (path, options) => {
  const process = running();
  process.disk.begin('readdir', path as string);
  const { entries } = process.disk.folder(path as string, 'scandir');
  const names = [...entries.keys()].toSorted();
  if (!(options as { withFileTypes?: boolean } | undefined)?.withFileTypes) return names;
  return names.map((name) =>
    Object.assign(new SimulatedStats(entries.get(name)!), { name, parentPath: path }),
  );
});

/** Reads on the thread pool. */
export const read = Object.assign(
  (
    descriptor: number,
    into: Uint8Array,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number, buffer?: Uint8Array) => void,
  ) => {
    if (!isSimulated(descriptor)) return real.read(descriptor, into, offset, length, position, done);
    const process = running();
    void waitForDisk(process).then(() => {
      try {
        done(null, OPEN_FILES.read(descriptor, into.subarray(offset, offset + length), position), into);
      } catch (error) {
        done(error as Error);
      }
    });
  },
  {
    // `promisify` of the original resolves with both results.
    [Symbol.for('nodejs.util.promisify.custom')]: async (
      descriptor: number,
      into: Uint8Array,
      offset: number,
      length: number,
      position: number,
    ) => {
      await waitForDisk(running());
      const bytesRead = OPEN_FILES.read(descriptor, into.subarray(offset, offset + length), position);
      return { bytesRead, buffer: into };
    },
  },
);

const soon =
  (work: (...args: [Path, ...unknown[]]) => unknown) =>
  async (...args: [Path, ...unknown[]]) => {
    await waitForDisk(running());
    return work(...args);
  };
export const open = either(anyAsync('open'), (path, flags) =>
  SimulatedHandle.open(path as string, flags as string | number | undefined),
);
export const mkdir = either(anyAsync('mkdir'), soon(mkdirSync));
export const readdir = either(anyAsync('readdir'), soon(readdirSync));
export const rm = either(anyAsync('rm'), soon(rmSync));
export const stat = either(anyAsync('stat'), soon(statSync));
export const createReadStream = real.createReadStream;
export const opendirSync = real.opendirSync;
