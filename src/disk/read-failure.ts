import { OperatorError } from '../core/errors.ts';

const PREFIX = 'cannot be read: ';
/** The file is gone, or the process or the machine has run out of something: that says nothing of the file. */
const NOT_OF_THE_FILE = new Set(['ENOENT', 'EMFILE', 'ENFILE', 'ENOMEM', 'EAGAIN', 'EINTR', 'EBADF']);

/** Where the disk refused to read a file, such as for a bad sector, that in words; undefined for any other error. */
export function readFailureOf(error: unknown): string | undefined {
  const { code, errno } = error as NodeJS.ErrnoException;
  if (code === undefined || typeof errno !== 'number' || NOT_OF_THE_FILE.has(code)) return undefined;
  return PREFIX + code;
}

/** Whether that is why a file is damaged: it may be sound, and read later. */
export function isReadFailure(reason: string): boolean {
  return reason.startsWith(PREFIX);
}

/** Reads a file; that it is a folder, or that the disk refuses to read it, is told without a stack. */
export function readable<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    const reason = readFailureOf(error);
    if (reason === undefined) throw error;
    throw new OperatorError(`${path} ${reason}`);
  }
}
