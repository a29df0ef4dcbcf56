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
import { giveToOwnerOf } from './folder-owner.ts';
import { ignoreMissing } from './ignore-missing.ts';
import { readRegularFile } from './regular-file.ts';

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

export function readBytesIfExists(path: string): Buffer | undefined {
  return ignoreMissing(() => readRegularFile(path));
}

/** File systems that know no links say one of these. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/** Writes a file piece by piece. It gets its name when it is whole and durable; a crash leaves a `.tmp` file. */
export class DurableWriter {
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: number;
  #isOpen = true;

  constructor(path: string, mode: number) {
    this.#path = path;
    // A name that cannot be foreseen, and only if it is not there: nothing planted is followed or overwritten.
    this.#temporary = `${path}.${randomBytes(8).toString('hex')}.tmp`;
    this.#file = openSync(this.#temporary, 'wx', mode);
  }

  /** Where root writes into the folder of another user. */
  giveToFolderOwner(): void {
    giveToOwnerOf(dirname(this.#path), this.#file);
  }

  /** A nearly full disk takes a part of what it is given. */
  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length;) at += writeSync(this.#file, bytes, at);
  }

  /** False where there is a file of that name already and it is not to be replaced. Then nothing is left of this one. */
  commit(replace: boolean): boolean {
    fsyncSync(this.#file);
    this.#close();
    if (replace) renameSync(this.#temporary, this.#path);
    else if (!this.#takeFreeName()) return false;
    syncFolder(dirname(this.#path));
    return true;
  }

  /** After whatever has failed. */
  abandon(): void {
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    if (!this.#isOpen) return;
    // Also where closing fails, as it does where a disk tells only then that it is full: it is not closed twice.
    this.#isOpen = false;
    closeSync(this.#file);
  }

  /** A link takes a name only where it is unused. */
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

/** Makes names durable: those of new, renamed and removed files in a folder. */
export function syncFolder(path: string): void {
  const folder = openSync(path, 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}
