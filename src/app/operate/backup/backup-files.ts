import { dirname, join } from 'node:path';
import { rmSync, statSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import { tryLink } from '../../../disk/try-link.ts';
import { createFolders, syncFolder } from '../../../disk/durable-file.ts';
import type { StorageDamage } from '../../../history/scrub/finding.ts';
import { checkParts } from '../scrub/verify-storage.ts';
import { copyFile, SourceUnreadable } from './copy-file.ts';
import { placeInCut, type CutFile } from './cut.ts';
import type { Manifest, ManifestFile } from './manifest.ts';
import { partsOf } from '../scrub/stored-parts.ts';

export interface BackupFilesOptions {
  /** The data directory, and the name of the cut in it. */
  readonly data: string;
  readonly cut: string;
  readonly to: string;
  /** The previous backup, and its manifest. */
  readonly before: string | undefined;
  readonly known: Manifest | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: ((bytes: number, allBytes: number) => void) | undefined;
}

/** Another file system, a file system without hard links, or a file with the maximum number of links. */
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'ENOENT']);

export class BackupFiles {
  readonly #options: BackupFilesOptions;
  readonly #known: ReadonlyMap<string, ManifestFile>;
  /** Files linked from the previous backup, which has checked them. */
  readonly #linked = new Set<string>();
  readonly #leftOut: StorageDamage[] = [];
  #copiedBytes = 0;
  #doneBytes = 0;

  constructor(options: BackupFilesOptions) {
    this.#options = options;
    this.#known = new Map(options.known?.files.map((file) => [file.path, file]));
  }

  /** How many bytes were copied, not linked. */
  get copiedBytes(): number {
    return this.#copiedBytes;
  }

  /** Files that are not in the backup because they could not be read. */
  get leftOut(): string[] {
    return this.#leftOut.map(({ file }) => file);
  }

  /**
   * Damage in copied files, and files that could not be read. Files linked from the previous backup were
   * checked then.
   */
  async damage(onChecked: () => void): Promise<StorageDamage[]> {
    const { to, known } = this.#options;
    const before = (known?.damaged ?? []).filter(({ file }) => this.#linked.has(file));
    const taken = await partsOf(to).list();
    const found = await checkParts(
      taken.filter(({ name }) => !this.#linked.has(name)),
      onChecked,
    );
    return [...before, ...this.#leftOut, ...found.filter(({ file }) => !this.leftOut.includes(file))];
  }

  async copyAll(files: readonly CutFile[]): Promise<ManifestFile[]> {
    const allBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const folders = new Set([this.#options.to]);
    const taken: ManifestFile[] = [];
    for (const file of files) {
      this.#options.signal?.throwIfAborted();
      createFolders(dirname(join(this.#options.to, file.path)), folders);
      taken.push(...(await this.#takeIfReadable(file, allBytes)));
    }
    for (const folder of folders) syncFolder(folder);
    return taken;
  }

  /**
   * A backup that lacks one hour is better than none. Files at the top level identify the directory, so all
   * of them are required.
   */
  async #takeIfReadable(file: CutFile, allBytes: number): Promise<ManifestFile[]> {
    try {
      return [await this.#takeFile(file, allBytes)];
    } catch (error) {
      if (!(error instanceof SourceUnreadable)) throw error;
      if (dirname(file.path) === '.')
        throw new OperatorError(`no backup was made: ${file.path} ${error.reason}`);
      rmSync(join(this.#options.to, file.path), { force: true });
      this.#leftOut.push({ file: file.path, reason: error.reason });
      return [];
    }
  }

  async #takeFile(file: CutFile, allBytes: number): Promise<ManifestFile> {
    const { data, cut, to: target, before } = this.#options;
    const [from, to] = [placeInCut(data, cut, file), join(target, file.path)];
    const modified = String(statSync(from, { bigint: true }).mtimeNs);
    const known = file.sealed ? this.#unchangedSince(file, modified) : undefined;
    if (known && before !== undefined && tryLink(join(before, file.path), to, CANNOT_LINK)) {
      this.#reportBytes(file.bytes, allBytes);
      this.#linked.add(file.path);
      return known;
    }
    const isLinked = file.sealed && tryLink(from, to, CANNOT_LINK);
    const onBytes = (bytes: number) => this.#reportBytes(bytes, allBytes);
    const { signal } = this.#options;
    const copied = await copyFile({
      from,
      to: isLinked ? undefined : to,
      bytes: file.bytes,
      signal,
      onBytes,
    });
    if (copied.bytes !== file.bytes) throw new Error(`${file.path} has become shorter`);
    if (!isLinked) this.#copiedBytes += file.bytes;
    return { path: file.path, ...copied, modified, sealed: file.sealed };
  }

  #unchangedSince({ path, bytes }: CutFile, modified: string): ManifestFile | undefined {
    const known = this.#known.get(path);
    return known?.sealed && known.bytes === bytes && known.modified === modified ? known : undefined;
  }

  #reportBytes(bytes: number, allBytes: number): void {
    this.#doneBytes += bytes;
    this.#options.onBytes?.(this.#doneBytes, allBytes);
  }
}
