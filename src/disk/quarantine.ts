import { dirname, join, relative } from 'node:path';
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
} from './files.ts';
import type { Clock } from '../core/clocks/clock.ts';
import { OperatorError } from '../core/errors.ts';
import { parseObjectLine } from '../core/text/json-line.ts';
import { formatDatetime } from '../core/time.ts';
import {
  PRIVATE_FILE_MODE,
  PRIVATE_FOLDER_MODE,
  readFileIfExists,
  syncFolder,
  writeFileDurably,
} from './durable-file.ts';
import { inheritOwner } from './folder-owner.ts';

export interface QuarantinedFile {
  readonly file: string;
  /** Its original path, relative to the folder that it belongs to. */
  readonly from: string;
  readonly at: string;
  readonly reason: string;
  readonly bytes: number;
}

export interface QuarantineOptions {
  /** Created with the first file. */
  readonly folder: string;
  /** File names are reported relative to this folder. */
  readonly root: string;
  readonly clock: Clock;
  readonly onQuarantined?: ((taken: QuarantinedFile) => void) | undefined;
}

type Taking = 'link' | 'copy' | 'note';

const MANIFEST = '.manifest';
/** Error codes of a link to another file system, or on one without links. */
const CANNOT_LINK = new Set(['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']);
const NO_ROOM = new Set(['ENOSPC', 'EDQUOT']);

/** Suspect files are moved here instead of being deleted, each with a manifest. Only an operator removes them. */
export class Quarantine {
  readonly #options: QuarantineOptions;

  constructor(options: QuarantineOptions) {
    this.#options = options;
  }

  /** Moves the file into quarantine. Ignores a file that no longer exists. */
  move(path: string, reason: string): void {
    if (!this.#take(path, reason)) return;
    rmSync(path, { force: true });
    syncFolder(dirname(path));
  }

  /** Puts a copy of the file into quarantine; the original stays and may be changed. */
  copy(path: string, reason: string): void {
    this.#take(path, reason, 'copy');
  }

  /**
   * Links the current file into quarantine. It also stays in its place, where it may grow or be removed, but must not be changed.
   */
  keepLink(path: string, reason: string): void {
    this.#take(path, reason);
  }

  /** Records a file that is missing. */
  recordMissing(path: string, reason: string): void {
    this.#take(path, reason, 'note');
  }

  #take(path: string, reason: string, how: Taking = 'link'): boolean {
    const { folder, root, clock, onQuarantined } = this.#options;
    try {
      const stats = how === 'note' ? { size: 0 } : statSync(path, { throwIfNoEntry: false });
      if (!stats) return false;
      if (!existsSync(folder)) {
        mkdirSync(folder, { recursive: true, mode: PRIVATE_FOLDER_MODE });
        inheritOwner(root, folder);
      }
      const at = formatDatetime(clock.now());
      const from = relative(root, path);
      const file = this.#freeName(`${at.replaceAll(':', '')}-${from.replaceAll(/[^A-Za-z0-9._-]/g, '_')}`);
      const taken: QuarantinedFile = { file, from, at, reason, bytes: stats.size };
      this.#describe(taken);
      store(path, join(folder, file), how);
      syncFolder(folder);
      onQuarantined?.(taken);
      return true;
    } catch (error) {
      const { message } = error as Error;
      throw new OperatorError(
        `${path} is suspect (${reason}) and cannot be moved to ${folder}: ${message}. ` +
          'Move it elsewhere yourself, then start again.',
      );
    }
  }

  #freeName(name: string): string {
    const isTaken = (candidate: string) =>
      [candidate, candidate + MANIFEST].some((each) => existsSync(join(this.#options.folder, each)));
    for (let i = 2, candidate = name; ; candidate = `${name}-${i++}`)
      if (!isTaken(candidate)) return candidate;
  }

  /** On a full disk there is no room for the manifest; the link itself takes none. */
  #describe(taken: QuarantinedFile): void {
    try {
      writeFileDurably(
        join(this.#options.folder, taken.file + MANIFEST),
        `${JSON.stringify(taken, undefined, 2)}\n`,
      );
    } catch (error) {
      if (!NO_ROOM.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
}

/** The files in a quarantine folder, oldest first. The reason of a file without a manifest is empty. */
export function quarantinedIn(folder: string): QuarantinedFile[] {
  return quarantinedNames(folder).flatMap((file) => {
    const stats = statSync(join(folder, file), { throwIfNoEntry: false });
    if (!stats) return [];
    const unknown = { file, from: '', at: '', reason: '', bytes: stats.size };
    return { ...unknown, ...manifestOf(join(folder, file + MANIFEST)), file, bytes: stats.size };
  });
}

export function quarantinedCount(folder: string): number {
  return quarantinedNames(folder).length;
}

function quarantinedNames(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => !name.endsWith(MANIFEST) && !name.endsWith('.tmp'))
    .toSorted();
}

function manifestOf(path: string): Partial<QuarantinedFile> {
  const text = readFileIfExists(path);
  return text === undefined ? {} : (parseObjectLine(text) as Partial<QuarantinedFile>);
}

/** Links or copies the file without replacing an existing one. For `recordMissing`, creates an empty file. */
function store(from: string, to: string, how: Taking): void {
  if (how === 'note') return closeSync(openSync(to, 'wx', PRIVATE_FILE_MODE));
  try {
    if (how === 'link') return linkSync(from, to);
  } catch (error) {
    if (!CANNOT_LINK.has((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
  copyFileSync(from, to, constants.COPYFILE_EXCL);
  const file = openSync(to, 'r+');
  try {
    inheritOwner(dirname(to), file);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}
