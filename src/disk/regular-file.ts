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

/** A path names something other than a regular file, such as a named pipe, which may have no end; or a file that is too large. */
export class UnusableFile extends OperatorError {
  /** For example `is a named pipe, not a regular file`. */
  readonly reason: string;

  constructor(path: string, reason: string) {
    super(`${path} ${reason}`);
    this.reason = reason;
  }
}

/** Reads a regular file whole. Never waits for another program: a pipe, a socket or a device is refused. */
export function readRegularFile(path: string, maxBytes = Infinity): Buffer {
  const file = openRegularFile(path);
  try {
    if (fstatSync(file).size > maxBytes) throw new UnusableFile(path, `is larger than ${maxBytes} bytes`);
    return readFileSync(file);
  } finally {
    closeSync(file);
  }
}

/** The same for a file that may also be a pipe, such as of `<(...)` in a shell: it is read until its writer has closed it. */
export function readFileOrPipe(path: string): Buffer {
  return statSync(path).isFIFO() ? readFileSync(path) : readRegularFile(path);
}

/** The descriptor of a regular file, by default for reading. The caller closes it. */
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

/** The same for a file that was written by Tidemark itself: a symbolic link in its place is refused, too (ELOOP). */
export async function openOwnFile(path: string): Promise<FileHandle> {
  return refuseHandle(
    path,
    await open(path, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOFOLLOW),
  );
}

/** Opening a device may already have an effect, so its kind is checked first. */
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
