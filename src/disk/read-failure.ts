import { OperatorError } from '../core/errors.ts';
import { UnusableFile } from './regular-file.ts';

const PREFIX = 'cannot be read: ';
/** The file is gone, or the process or the machine has run out of something: that says nothing of the file. */
const NOT_OF_THE_FILE = new Set(['ENOENT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'EBADF']);

/** Why a file cannot be read, such as a bad sector, or a named pipe in its place; undefined for any other error. */
export function readFailureOf(error: unknown): string | undefined {
  if (error instanceof UnusableFile) return `${PREFIX}it ${error.reason}`;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined || typeof errno !== 'number' || NOT_OF_THE_FILE.has(code)) return undefined;
  return PREFIX + code;
}

/** Whether that is why a file is damaged: it may be sound, and read later. */
export function isReadFailure(reason: string): boolean {
  return reason.startsWith(PREFIX);
}

/** Reads a file. A folder in its place, or a disk that refuses to read it, is an `OperatorError`. */
export function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = readFailureOf(error);
    if (reason === undefined) throw error;
    throw new OperatorError(`${path} ${reason}`);
  }
}
