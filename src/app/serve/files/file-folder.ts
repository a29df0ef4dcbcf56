import { join } from 'node:path';
import { PRIVATE_FOLDER_MODE } from '../../../disk/durable-file.ts';
import { mkdirSync, open, readdirSync, rmSync, statSync, type FileHandle } from '../../../disk/files.ts';
import { fileStamp } from '../../../disk/file-stamp.ts';
import type { Quarantine } from '../../../disk/quarantine.ts';
import { ignoreMissing } from '../../../disk/ignore-missing.ts';
import { dayFileName, type DayFileName } from '../../../values/export/day-files.ts';
import { FileManifest, type ManifestEntry } from './file-manifest.ts';
import { hashOf, HashedFile, UNFINISHED } from './hashed-file.ts';

const MANIFEST = 'manifest.json';

/** The folder of Parquet files. A file can be made again, so the least recently used ones are removed to make room. */
export class FileFolder {
  readonly manifest: FileManifest;
  readonly #folder: string;
  readonly #maxBytes: number;
  readonly #quarantine: Pick<Quarantine, 'move'>;
  /** The stamp of each file whose hash was verified, in the order of their last use. */
  readonly #checked = new Map<string, string>();
  /** Files whose hash is being computed. */
  readonly #checking = new Map<string, Promise<boolean>>();

  constructor(folder: string, maxBytes: number, quarantine: Pick<Quarantine, 'move'>) {
    this.#folder = folder;
    this.#maxBytes = maxBytes;
    this.#quarantine = quarantine;
    this.manifest = new FileManifest(join(folder, MANIFEST), quarantine);
    this.#remove((name) => !this.manifest.hasName(name));
  }

  get maxBytes(): number {
    return this.#maxBytes;
  }

  /** Undefined if there is no file. One whose hash is wrong is moved to quarantine. */
  async openSound(entry: ManifestEntry): Promise<FileHandle | undefined> {
    const name = dayFileName(entry);
    const path = join(this.#folder, name);
    const stamp = ignoreMissing(() => fileStamp(path));
    if (stamp === undefined) return undefined;
    const file = await open(path, 'r');
    try {
      if (this.#checked.get(name) !== stamp && !(await this.#isSound(file, entry))) {
        await file.close();
        this.#quarantine.move(path, 'its SHA-256 is not the one in the manifest');
        return undefined;
      }
    } catch (error) {
      await file.close();
      throw error;
    }
    this.#checked.delete(name);
    this.#checked.set(name, stamp);
    return file;
  }

  create(file: DayFileName): Promise<HashedFile> {
    mkdirSync(this.#folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
    return HashedFile.create(join(this.#folder, dayFileName(file)));
  }

  /** Gives a finished file its name, then makes room for the next one. */
  add(file: HashedFile, entry: ManifestEntry): void {
    const name = dayFileName(entry);
    const path = join(this.#folder, name);
    // First the entry: a file without one is removed at the next start.
    this.manifest.set(entry);
    file.rename(path);
    this.#checked.set(name, fileStamp(path) ?? '');
    this.#makeRoom(name);
    this.#remove((other) => !other.endsWith(UNFINISHED) && !this.manifest.hasName(other));
  }

  /** Bytes that can be added before a file has to be removed. */
  get freeBytes(): number {
    return this.#maxBytes - sumOf(this.#sizes());
  }

  #sizes(): Map<string, number> {
    return new Map(this.#names().map((name) => [name, statSync(join(this.#folder, name)).size] as const));
  }

  #makeRoom(newest: string): void {
    const sizes = this.#sizes();
    let bytes = sumOf(sizes);
    const used = [...this.#checked.keys()];
    // Files that were not used since the start come first, in the order of their names.
    const order = [...sizes.keys()].toSorted((a, b) => used.indexOf(a) - used.indexOf(b) || (a < b ? -1 : 1));
    for (const name of order) {
      if (bytes <= this.#maxBytes) return;
      if (name === newest) continue;
      rmSync(join(this.#folder, name), { force: true });
      this.#checked.delete(name);
      bytes -= sizes.get(name)!;
    }
  }

  async #isSound(file: FileHandle, entry: ManifestEntry): Promise<boolean> {
    const name = dayFileName(entry);
    let checking = this.#checking.get(name);
    if (!checking) {
      checking = hasContent(file, entry).finally(() => this.#checking.delete(name));
      this.#checking.set(name, checking);
    }
    return checking;
  }

  /** Removes leftovers of a crash, and files of earlier revisions. */
  #remove(isObsolete: (name: string) => boolean): void {
    for (const name of this.#allNames())
      if (/\.(?:parquet|tmp)$/.test(name) && isObsolete(name))
        rmSync(join(this.#folder, name), { force: true });
  }

  #names(): string[] {
    return this.#allNames().filter((name) => this.manifest.hasName(name));
  }

  #allNames(): readonly string[] {
    return ignoreMissing(() => readdirSync(this.#folder)) ?? [];
  }
}

function sumOf(sizes: ReadonlyMap<string, number>): number {
  return [...sizes.values()].reduce((sum, size) => sum + size, 0);
}

async function hasContent(file: FileHandle, { bytes, sha256 }: ManifestEntry): Promise<boolean> {
  return (await file.stat()).size === bytes && (await hashOf(file, bytes)) === sha256;
}
