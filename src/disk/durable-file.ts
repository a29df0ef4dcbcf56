import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';

/** For files that hold secrets, and for everything beside them. */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Replaces a file so that a crash at any moment leaves the old content or the new, never a mixture:
 * temporary file, fsync, rename, fsync of the folder.
 */
export function writeFileDurably(path: string, content: string): void {
  // A name that nobody can foresee, and only if it is not there: nothing planted is followed or overwritten.
  const temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
  const file = openSync(temporary, 'wx', PRIVATE_FILE_MODE);
  try {
    writeSync(file, content);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  renameSync(temporary, path);
  syncFolder(dirname(path));
}

/** Makes a folder and those above it that are not among the `made` ones, which it joins: all are to be synced. */
export function makeFolders(path: string, made: Set<string>): void {
  if (made.has(path)) return;
  makeFolders(dirname(path), made);
  mkdirSync(path, { mode: PRIVATE_FOLDER_MODE });
  made.add(path);
}

export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** Undefined where there is no such file. */
export function readFileIfExists(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
