import { dirname } from 'node:path';
import { mkdirSync } from './files.ts';
import { DurableWriter } from './durable-writer.ts';
import { giveToOwnerOf } from './folder-owner.ts';
import { readRegularFile } from './regular-file.ts';

export { syncFolder } from './sync-folder.ts';

/** For files that hold secrets, and for everything beside them. */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Replaces a file so that a crash at any moment leaves the old content or the new, never a mixture:
 * temporary file, fsync, rename, fsync of the folder. Where it throws, no temporary file is left. What root writes belongs
 * to the owner of the folder.
 */
export function writeFileDurably(path: string, content: string | Uint8Array): void {
  const writer = new DurableWriter(path, PRIVATE_FILE_MODE);
  try {
    writer.giveToFolderOwner();
    writer.write(Buffer.from(content));
    writer.commit(true);
  } catch (error) {
    writer.abandon();
    throw error;
  }
}

/** Makes a folder and those above it that are not among the `made` ones, which it joins: all are to be synced. */
export function makeFolders(path: string, made: Set<string>): void {
  if (made.has(path)) return;
  makeFolders(dirname(path), made);
  mkdirSync(path, { mode: PRIVATE_FOLDER_MODE });
  giveToOwnerOf(dirname(path), path);
  made.add(path);
}

/** Undefined if there is no such file. Throws `UnusableFile` for a folder, a pipe or a device. */
export function readFileIfExists(path: string): string | undefined {
  return readBytesIfExists(path)?.toString('utf8');
}

/** The same as bytes. */
export function readBytesIfExists(path: string): Buffer | undefined {
  try {
    return readRegularFile(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
