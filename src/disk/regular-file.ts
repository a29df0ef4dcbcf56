import {
  type FileHandle,
  type Stats,
  closeSync,
  constants,
  fstatSync,
  open,
  openSync,
  readFileSync,
  statSync,
} from './files.ts';
import { OperatorError } from '../core/errors.ts';

/** The path is not a regular file (for example a named pipe, which may never end), or the file is too large. */
export class UnusableFile extends OperatorError {
  /** For example `is a named pipe, not a regular file`. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} ${reason}`);
    this.reason = reason;
  }
}

/** Reads a whole regular file. Never waits for another program: rejects pipes, sockets and devices. */
export function readRegularFile(path: string, maxBytes = Infinity): Buffer {
  const file = openRegularFile(path);
  try {
    if (fstatSync(file).size > maxBytes) throw new UnusableFile(path, `is larger than ${maxBytes} bytes`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same for a file that may be a pipe, such as `<(...)` in a shell: reads until the writer closes it. */
export function readFileOrPipe(path: string): Buffer {
  return statSync(path).isFIFO() ? readFileSync(path) : readRegularFile(path);
}

/** Opens a regular file, by default for reading. The caller closes the descriptor. */
export function openRegularFile(path: string, flags = constants.O_RDONLY, mode?: number): number {
  refuseExisting(path);
  const file = openSync(path, flags | constants.O_NONBLOCK, mode);
  try {
    refuse(path, fstatSync(file));
    return file;
  } catch (error) {
    closeSync(file);
    throw error;
  }
}

export async function openRegularHandle(
  path: string,
  flags = constants.O_RDONLY,
  mode?: number,
): Promise<FileHandle> {
  refuseExisting(path);
  return refuseHandle(path, await open(path, flags | constants.O_NONBLOCK, mode));
}

/** The same for a file that Tidemark itself wrote: also rejects a symbolic link in its place (ELOOP). */
export async function openOwnFile(path: string): Promise<FileHandle> {
  return refuseHandle(
    path,
    await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW),
  );
}

/** Opening a device may have side effects, so the kind of file is checked first. */
function refuseExisting(path: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats) refuse(path, stats);
}

async function refuseHandle(path: string, file: FileHandle): Promise<FileHandle> {
  try {
    refuse(path, await file.stat());
    return file;
  } catch (error) {
    await file.close();
    throw error;
  }
}

function refuse(path: string, stats: Stats): void {
  if (!stats.isFile()) throw new UnusableFile(path, `is ${kindOf(stats)}, not a regular file`);
}

function kindOf(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a named pipe';
  if (stats.isSocket()) return 'a socket';
  return stats.isCharacterDevice() || stats.isBlockDevice() ? 'a device' : 'something else';
}
