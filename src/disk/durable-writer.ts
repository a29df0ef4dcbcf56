import { randomBytes } from 'node:crypto';
import { dirname } from 'node:path';
import {
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
import { syncFolder } from './sync-folder.ts';

/** File systems that know no links say one of these. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);

/**
 * Writes a file of any length piece by piece. It has its name only once it is whole and durable: a crash leaves the
 * name as it was, and a file with a name of its own that ends in `.tmp`.
 */
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
