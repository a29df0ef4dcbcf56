import { OperatorError } from '../core/errors.ts';
import { UnusableFile } from './regular-file.ts';

const PREFIX = 'cannot be read: ';
/** The file is missing, or the process or machine has run out of a resource: this says nothing about the file. */
const NOT_FILE_ERRORS = new Set(['ENOENT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'EBADF']);

/** Why a file cannot be read, such as a bad sector or a named pipe in its place; undefined for any other error. */
export function readFailureOf(error: unknown): string | undefined {
  if (error instanceof UnusableFile) return `${PREFIX}it ${error.reason}`;
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined || typeof errno !== 'number' || NOT_FILE_ERRORS.has(code)) return undefined;
  return PREFIX + code;
}

/** Whether a file counts as damaged only because it cannot be read: it may be sound, and readable later. */
export function isReadFailure(reason: string): boolean {
  return reason.startsWith(PREFIX);
}

/** Reads a file. Throws an `OperatorError` if there is a folder in its place or the disk fails to read it. */
export function readOrOperatorError<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = readFailureOf(error);
    if (reason === undefined) throw error;
    throw new OperatorError(`${path} ${reason}`);
  }
}
