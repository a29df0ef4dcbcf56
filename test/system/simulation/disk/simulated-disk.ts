import type { SeededRandom } from '../core/seeded-random.ts';
import { diskError } from './disk-error.ts';
import { StoredFile, type Tearing } from './stored-file.ts';
import { StoredFolder, type Entry, type NameChange } from './stored-folder.ts';

/** All paths of simulated disks start with it. */
export const SIMULATED_ROOT = '/simulated';

export type Operation =
  | 'open'
  | 'create'
  | 'read'
  | 'write'
  | 'truncate'
  | 'fsync'
  | 'fsync-folder'
  | 'rename'
  | 'link'
  | 'unlink'
  | 'mkdir'
  | 'readdir';

/** The error code with which an operation fails; undefined if it does not. */
export type Faults = (operation: Operation, path: string) => string | undefined;

export interface DiskOptions {
  readonly random: SeededRandom;
  /**
   * As with the journal of ext4 and XFS, a sync of anything makes all earlier changes of names durable, and a power cut undoes
   * the newest. Without it only the sync of a folder makes its names durable, and a power cut undoes any others.
   */
  readonly hasMetadataJournal: boolean;
  readonly tearing: Tearing;
}

/** A disk in memory. It knows which bytes and names would be left after a power cut. */
export class SimulatedDisk {
  /** Free bytes; a write takes some only when it makes a file longer. */
  freeBytes = Infinity;
  faults: Faults = () => undefined;
  readonly #random: SeededRandom;
  readonly #hasMetadataJournal: boolean;
  readonly #tearing: Tearing;
  readonly #root = new StoredFolder(0);
  readonly #files = new Set<StoredFile>();
  readonly #folders = new Set<StoredFolder>([this.#root]);
  #numbers = 0;
  #changes = 0;
  #operations = 0;

  constructor({ random, hasMetadataJournal, tearing }: DiskOptions) {
    this.#tearing = tearing;
    this.#random = random;
    this.#hasMetadataJournal = hasMetadataJournal;
  }

  /** How many operations it was asked for. */
  get operations(): number {
    return this.#operations;
  }

  /** Throws if this operation is to fail. */
  begin(operation: Operation, path: string): void {
    this.#operations++;
    const code = this.faults(operation, path);
    if (code !== undefined) throw diskError(code, operation, path);
  }

  find(path: string): Entry | undefined {
    let entry: Entry | undefined = this.#root;
    for (const name of namesIn(path)) entry = entry?.kind === 'folder' ? entry.entries.get(name) : undefined;
    return entry;
  }

  get(path: string, operation: string): Entry {
    const entry = this.find(path);
    if (!entry) throw diskError('ENOENT', operation, path);
    return entry;
  }

  folder(path: string, operation: string): StoredFolder {
    const entry = this.get(path, operation);
    if (entry.kind !== 'folder') throw diskError('ENOTDIR', operation, path);
    return entry;
  }

  create(path: string): StoredFile {
    const file = new StoredFile(++this.#numbers);
    this.#files.add(file);
    this.link(file, path);
    return file;
  }

  makeFolder(path: string): void {
    const folder = new StoredFolder(++this.#numbers);
    this.#folders.add(folder);
    this.#rename(path, 'mkdir', (name) => new Map([[name, folder]]));
  }

  /** Gives a file a name. */
  link(file: StoredFile, path: string): void {
    if (this.find(path)) throw diskError('EEXIST', 'link', path);
    this.#rename(path, 'link', (name) => new Map([[name, file]]));
    file.links++;
  }

  unlink(path: string): void {
    const entry = this.get(path, 'unlink');
    this.#rename(path, 'unlink', (name) => new Map([[name, undefined]]));
    if (entry.kind === 'file') this.#drop(entry);
  }

  rename(from: string, to: string): void {
    const entry = this.get(from, 'rename');
    const replaced = this.find(to);
    if (parentOf(from) !== parentOf(to)) throw diskError('EXDEV', 'rename', to);
    this.#rename(
      to,
      'rename',
      (name) =>
        new Map([
          [nameOf(from), undefined],
          [name, entry],
        ]),
    );
    if (replaced?.kind === 'file' && replaced !== entry) this.#drop(replaced);
  }

  /** Returns how many bytes were written: fewer than asked for on a nearly full disk. */
  write(file: StoredFile, bytes: Uint8Array, offset: number, path: string): number {
    const grows = Math.max(0, offset + bytes.length - file.size);
    const fits = Math.min(bytes.length, bytes.length - grows + Math.max(0, this.freeBytes));
    if (fits === 0 && bytes.length > 0) throw diskError('ENOSPC', 'write', path);
    this.#resized(file, () => file.write(bytes.subarray(0, fits), offset));
    return fits;
  }

  truncate(file: StoredFile, size: number): void {
    this.#resized(file, () => file.resize(size));
  }

  /** Of a folder: its names. */
  sync(entry: Entry, path: string): void {
    try {
      this.begin(entry.kind === 'file' ? 'fsync' : 'fsync-folder', path);
    } catch (error) {
      if (entry.kind === 'file') entry.failToSync(this.#random);
      throw error;
    }
    entry.sync();
    if (this.#hasMetadataJournal) for (const folder of this.#folders) folder.sync();
  }

  /** Afterwards the disk has what was durable, and of everything else any part. */
  cutPower(): void {
    const random = this.#random;
    const keptUpTo = this.#hasMetadataJournal ? this.#changes - random.below(12) : Number.NaN;
    const isKept = ({ sequence }: NameChange) =>
      this.#hasMetadataJournal ? sequence <= keptUpTo : random.chance(0.5);
    for (const folder of this.#folders) folder.cutPower(isKept);
    for (const file of this.#files) if (file.isDirty) file.cutPower(random, this.#tearing);
    this.#forgetUnnamed();
  }

  /** The paths and contents of all files that processes see. */
  *allFiles(folder = this.#root, path = SIMULATED_ROOT): Generator<{ path: string; file: StoredFile }> {
    for (const [name, entry] of folder.entries)
      if (entry.kind === 'folder') yield* this.allFiles(entry, `${path}/${name}`);
      else yield { path: `${path}/${name}`, file: entry };
  }

  #forgetUnnamed(): void {
    for (const file of this.#files) file.links = 0;
    for (const { file } of this.allFiles()) file.links++;
    for (const file of this.#files) if (file.links === 0) this.#files.delete(file);
  }

  #rename(
    path: string,
    operation: string,
    names: (name: string) => ReadonlyMap<string, Entry | undefined>,
  ): void {
    const folder = this.folder(parentOf(path), operation);
    folder.change({ sequence: ++this.#changes, names: names(nameOf(path)) });
  }

  #resized(file: StoredFile, change: () => void): void {
    const before = file.size;
    change();
    this.freeBytes -= file.size - before;
  }

  /** A file without a name takes its space until it is closed; here it gives it back at once. */
  #drop(file: StoredFile): void {
    if (--file.links === 0) this.freeBytes += file.size;
  }
}

function namesIn(path: string): string[] {
  return path
    .slice(SIMULATED_ROOT.length)
    .split('/')
    .filter((name) => name !== '' && name !== '.');
}

function parentOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
