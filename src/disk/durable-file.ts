import { dirname } from 'node:path';
import { randomBytes } from 'node:crypto';
import {
  mkdirSync,
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  renameSync,
  rmSync,
  writeSync,
} from './files.ts';
import { inheritOwner } from './folder-owner.ts';
import { ignoreMissing } from './ignore-missing.ts';
import { readRegularFile } from './regular-file.ts';

/** Modes for files that hold secrets, and for everything next to them. */
export const PRIVATE_FILE_MODE = 0o600;
export const PRIVATE_FOLDER_MODE = 0o700;

/**
 * Replaces a file so that a crash at any moment leaves the old content or the new, never a mixture: temporary file, fsync,
 * rename, fsync of the folder. If it throws, no temporary file remains. A file written by root gets the owner of its folder.
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

/** Creates a folder and its missing parents, and adds them to `made`, which lists the folders that the caller has to sync. */
export function createFolders(path: string, made: Set<string>): void {
  if (made.has(path)) return;
  createFolders(dirname(path), made);
  mkdirSync(path, { mode: PRIVATE_FOLDER_MODE });
  inheritOwner(dirname(path), path);
  made.add(path);
}

/** Undefined if there is no such file. Throws `UnusableFile` for a folder, a pipe or a device. */
export function readFileIfExists(path: string): string | undefined {
  return readBytesIfExists(path)?.toString('utf8');
}

export function readBytesIfExists(path: string): Buffer | undefined {
  return ignoreMissing(() => readRegularFile(path));
}

/** Error codes of file systems that do not support links. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Writes a file piece by piece. The file gets its name when it is complete and durable; a crash leaves a `.tmp` file. */
export class DurableWriter {
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: number;
  #isOpen = true;

  constructor(path: string, mode: number) {
    this.#path = path;
    // An unpredictable name and O_EXCL: a file or link planted by someone else is neither followed nor overwritten.
    this.#temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
    this.#file = openSync(this.#temporary, 'wx', mode);
  }

  /** For root writing into another user's folder. */
  giveToFolderOwner(): void {
    inheritOwner(dirname(this.#path), this.#file);
  }

  /** A nearly full disk may write only a part at a time. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
  }

  /**
   * Gives the file its name. Returns false if a file with that name exists and must not be replaced; then this file is removed.
   */
  commit(replace: boolean): boolean {
    fsyncSync(this.#file);
    this.#close();
    if (replace) renameSync(this.#temporary, this.#path);
    else if (!this.#takeFreeName()) return false;
    syncFolder(dirname(this.#path));
    return true;
  }

  /** Removes the temporary file after a failure. */
  abandon(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (!this.#isOpen) return;
    // Even if closing fails, as it may on a full disk: a descriptor must not be closed twice.
    this.#isOpen = false;
    closeSync(this.#file);
  }

  /** Creating a link fails if the name is taken. */
  #takeFreeName(): boolean {
    try {
      linkSync(this.#temporary, this.#path);
    } catch (error) {
      const { code = '' } = error as NodeJS.ErrnoException;
      if (NO_LINKS.has(code) && !existsSync(this.#path)) {
        renameSync(this.#temporary, this.#path);
        return true;
      }
      rmSync(this.#temporary, { force: true });
      if (code === 'EEXIST' || NO_LINKS.has(code)) return false;
      throw error;
    }
    rmSync(this.#temporary);
    return true;
  }
}

/** Makes the names of new, renamed and removed files in a folder durable. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
