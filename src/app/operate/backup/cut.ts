import { basename, dirname, join, relative, sep } from 'node:path';
import { copyFileSync, existsSync, mkdirSync, readdirSync, rmSync, statSync } from '../../../disk/files.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import type { Millis } from '../../../core/time.ts';
import { PRIVATE_FOLDER_MODE } from '../../../disk/durable-file.ts';
import { tryLink } from '../../../disk/try-link.ts';
import { ignoreMissing } from '../../../disk/ignore-missing.ts';
import type { HistoryFiles } from '../../../history/history-backend.ts';
import { InputFolder } from '../../../history/inputs/input-folder.ts';
import { embeddedHistory } from '../../directory/backends.ts';
import { isTemporaryName, removeLeftovers } from '../../directory/temporary-name.ts';
import { KEPT_RECEIPTS } from '../../directory/data-format.ts';
import { KEPT_COUNT_FILE } from '../../pipeline/kept-receipts/kept-count.ts';
import { keptFiles } from '../../pipeline/kept-receipts/kept-reader.ts';
import { MANIFEST_FILE } from './manifest.ts';

export interface CutFile {
  /** In the data directory. */
  readonly path: string;
  /** Size at the time of the cut: the file may grow meanwhile. */
  readonly bytes: number;
  /** Whether it never changes, so that it may be linked instead of copied. */
  readonly sealed: boolean;
  /**
   * Its path in the data directory, if it is not in the folder of the cut because its own folder is on
   * another file system.
   */
  readonly place?: string;
}

export interface Cut {
  readonly files: readonly CutFile[];
  readonly lastTick: Millis | undefined;
}

interface CutOptions {
  readonly folder: string;
  /** The name of a new folder in it. */
  readonly name: string;
  readonly inputs: boolean;
  readonly history: HistoryFiles | undefined;
}

const EXCLUDED = /\.(?:sock|tmp)$/;

/** Folders with files of a cut; each may be on its own file system. */
function foldersIn(folder: string): string[] {
  return ['.', 'inputs', KEPT_RECEIPTS, ...embeddedHistory(folder).folders].map((name) => join(folder, name));
}

/** Links all present files of the directory into a new folder of it. Must not run while history changes. */
export function makeCut({ folder, name, inputs, history }: CutOptions): CutFile[] {
  if (!isTemporaryName(name)) throw new OperatorError('the name of the cut is not valid');
  // An earlier attempt may have left a cut, if its reply was lost.
  removeCut(folder, name);
  return [
    ...topFiles(folder),
    ...keptReceiptFiles(folder),
    ...historyFiles(folder, history),
    ...(inputs ? inputFiles(folder) : []),
  ].flatMap((file) => linkInto(folder, name, file) ?? []);
}

export function placeInCut(folder: string, name: string, { path, place }: CutFile): string {
  return place === undefined ? join(folder, name, path) : join(folder, place);
}

export function foldersOfCut(folder: string, name: string): string[] {
  return foldersIn(folder)
    .map((each) => join(each, name))
    .filter((path) => existsSync(path));
}

export function removeCut(folder: string, name: string): void {
  for (const path of foldersOfCut(folder, name)) rmSync(path, { recursive: true, force: true });
}

/** Removes cuts and other leftovers of killed processes from the data directory. */
export function removeLeftCuts(folder: string, clock: Clock): void {
  for (const path of foldersIn(folder)) if (existsSync(path)) removeLeftovers(path, clock);
}

/**
 * These files are replaced as a whole or only grow. A manifest belongs to the backup that the directory was
 * restored from.
 */
function topFiles(folder: string): CutFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name !== MANIFEST_FILE)
    .filter(({ name }) => !EXCLUDED.test(name) && !isTemporaryName(name))
    .map(({ name }) => ({ path: name, bytes: statSync(join(folder, name)).size, sealed: false }));
}

/**
 * Top-level symbolic links. They are not followed, so that a backup by root does not read other files for the
 * owner.
 */
export function linksLeftOut(folder: string): string[] {
  const followed = new Set(foldersIn(folder).map((path) => relative(folder, path).split(sep)[0]));
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink() && !EXCLUDED.test(entry.name))
    .filter(({ name }) => !followed.has(name))
    .map(({ name }) => name)
    .toSorted();
}

/** Only the newest file grows. The count file is replaced as a whole. */
function keptReceiptFiles(folder: string): CutFile[] {
  const count = join(KEPT_RECEIPTS, KEPT_COUNT_FILE);
  const files = keptFiles(folder).map((name, place, all) => ({
    path: join(KEPT_RECEIPTS, name),
    sealed: place < all.length - 1,
  }));
  const counted = existsSync(join(folder, count)) ? [{ path: count, sealed: false }] : [];
  return [...files, ...counted].map((file) => ({ ...file, bytes: statSync(join(folder, file.path)).size }));
}

function historyFiles(folder: string, history: HistoryFiles | undefined): CutFile[] {
  if (!history) return [];
  const growing = history.growing.map(({ path, bytes }, place, all) => ({
    path: relative(folder, path),
    bytes,
    sealed: place < all.length - 1,
  }));
  const sealed = history.sealed.map((path) => ({
    path: relative(folder, path),
    bytes: statSync(path).size,
    sealed: true,
  }));
  return [...growing, ...sealed];
}

/** The newest hour may grow. Every reader ignores an unfinished end. */
function inputFiles(folder: string): CutFile[] {
  const inputs = new InputFolder(join(folder, 'inputs'));
  return inputs.hours().map((hour, place, all) => ({
    path: relative(folder, inputs.file(hour)),
    bytes: inputs.bytesOf(hour),
    sealed: place < all.length - 1,
  }));
}

/** Undefined if the file is gone: another thread deletes inputs. */
function linkInto(folder: string, name: string, file: CutFile): CutFile | undefined {
  return ignoreMissing(() =>
    linkWithin(folder, file.path, join(name, file.path)) ? file : linkElsewhere(folder, name, file),
  );
}

/**
 * If the file's folder is on another file system, links the file there. A single file that is a mount of its
 * own is small: copies it.
 */
function linkElsewhere(folder: string, name: string, file: CutFile): CutFile {
  const place = join(dirname(file.path), name, basename(file.path));
  if (dirname(file.path) !== '.' && linkWithin(folder, file.path, place)) return { ...file, place };
  copyFileSync(join(folder, file.path), join(folder, name, file.path));
  return file;
}

const OTHER_FILE_SYSTEM = new Set(['EXDEV']);

/** False if the two are on different file systems. */
function linkWithin(folder: string, from: string, to: string): boolean {
  mkdirSync(dirname(join(folder, to)), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  return tryLink(join(folder, from), join(folder, to), OTHER_FILE_SYSTEM);
}

/** A cut of a directory that this process owns. */
export function cutStopped(folder: string, { name, inputs }: Readonly<Record<string, unknown>>): Cut {
  const history = embeddedHistory(folder).files();
  const files = makeCut({ folder, name: String(name), inputs: inputs === true, history });
  return { files, lastTick: undefined };
}
