import type { Entry } from './stored-folder.ts';

/** The part of `fs.Stats` that the program reads. */
export class SimulatedStats {
  readonly size: number;
  readonly nlink: number;
  readonly ino: number;
  readonly dev = 1;
  readonly uid = 0;
  readonly gid = 0;
  readonly mode = 0o600;
  readonly mtimeMs = 0;
  readonly blocks: number;
  readonly #isFolder: boolean;

  constructor(entry: Entry) {
    this.#isFolder = entry.kind === 'folder';
    this.size = entry.kind === 'file' ? entry.size : 0;
    this.nlink = entry.kind === 'file' ? entry.links : 1;
    this.ino = entry.number;
    this.blocks = Math.ceil(this.size / 512);
  }

  isFile(): boolean {
    return !this.#isFolder;
  }

  isDirectory(): boolean {
    return this.#isFolder;
  }

  isFIFO(): boolean {
    return false;
  }

  isSocket(): boolean {
    return false;
  }

  isSymbolicLink(): boolean {
    return false;
  }

  isCharacterDevice(): boolean {
    return false;
  }

  isBlockDevice(): boolean {
    return false;
  }
}
