import { linkSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { OperatorError } from '../../core/errors.ts';
import type { Millis } from '../../core/time.ts';
import { PRIVATE_FOLDER_MODE } from '../../disk/durable-file.ts';
import type { StoreExtent } from '../../history/embedded/store-folders.ts';
import { InputFolder } from '../../history/inputs/input-folder.ts';
import { isTemporaryName } from '../temporary-name.ts';

/** A file of a cut. */
export interface CutFile {
  /** In the data directory. */
  readonly path: string;
  /** What belongs to the cut: the file may grow meanwhile. */
  readonly bytes: number;
  /** Whether it never changes, so that it may be linked instead of copied. */
  readonly sealed: boolean;
}

export interface Cut {
  readonly files: readonly CutFile[];
  readonly lastTick: Millis | undefined;
}

export interface CutOptions {
  /** The data directory. */
  readonly folder: string;
  /** The name of a new folder in it. */
  readonly name: string;
  readonly inputs: boolean;
  readonly history: StoreExtent | undefined;
}

const LEFT_OUT = /\.(?:sock|tmp)$/;

/**
 * Links everything that belongs to a data directory at this moment into a folder of its own, so that it stays there
 * whatever the service does next. Nothing else happens meanwhile: this must not be called beside a change of history.
 */
export function makeCut({ folder, name, inputs, history }: CutOptions): CutFile[] {
  if (!isTemporaryName(name)) throw new OperatorError('a cut needs a name of its own');
  // Where the answer to the same command was lost.
  rmSync(join(folder, name), { recursive: true, force: true });
  return [
    ...topFiles(folder),
    ...historyFiles(folder, history),
    ...(inputs ? inputFiles(folder) : []),
  ].flatMap((file) => linkInto(folder, name, file) ?? []);
}

/** Each is replaced as a whole or only grows, so a link and its length hold it as it is. */
function topFiles(folder: string): CutFile[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !LEFT_OUT.test(entry.name) && !isTemporaryName(entry.name))
    .map(({ name }) => ({ path: name, bytes: statSync(join(folder, name)).size, sealed: false }));
}

function historyFiles(folder: string, history: StoreExtent | undefined): CutFile[] {
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

/** The newest hour may grow. What stands half-written at its end is left out by whoever reads it. */
function inputFiles(folder: string): CutFile[] {
  const inputs = new InputFolder(join(folder, 'inputs'));
  return inputs.hours().map((hour, place, all) => ({
    path: relative(folder, inputs.file(hour)),
    bytes: inputs.bytesOf(hour),
    sealed: place < all.length - 1,
  }));
}

/** Undefined where the file has gone: inputs are dropped by another thread. */
function linkInto(folder: string, name: string, file: CutFile): CutFile | undefined {
  const to = join(folder, name, file.path);
  mkdirSync(dirname(to), { recursive: true, mode: PRIVATE_FOLDER_MODE });
  try {
    linkSync(join(folder, file.path), to);
    return file;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
