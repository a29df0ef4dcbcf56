import { basename, dirname, join, resolve, sep } from 'node:path';
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from '../../../disk/files.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { formatDatetime } from '../../../core/time.ts';
import { PRIVATE_FOLDER_MODE, syncFolder } from '../../../disk/durable-file.ts';
import { inheritOwner } from '../../../disk/folder-owner.ts';
import type { StorageDamage } from '../../../history/scrub/finding.ts';
import { runCommand } from '../control/admin-access.ts';
import { recordBackup } from '../maintenance/maintenance-commands.ts';
import { existingDirectory } from '../../directory/data-directory.ts';
import { removeLeftovers, temporaryName, keepInUse } from '../../directory/temporary-name.ts';
import { BackupFiles } from './backup-files.ts';
import { foldersOfCut, linksLeftOut, removeCut, removeLeftCuts, type Cut } from './cut.ts';
import { readManifest, writeManifest, type Manifest } from './manifest.ts';

export interface BackupOptions {
  readonly data: string;
  /** The folder for backups; each gets its own subfolder. */
  readonly target: string;
  readonly inputs: boolean;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: ((bytes: number, allBytes: number) => void) | undefined;
}

export interface BackupMade {
  readonly folder: string;
  readonly files: number;
  readonly bytes: number;
  /** Bytes that were copied instead of linked. */
  readonly copiedBytes: number;
  readonly lastTick?: string;
  /** A note for the operator. */
  readonly note?: string;
  /** Damage in the data directory, which was copied unchanged. */
  readonly damaged: readonly StorageDamage[];
  /** Damaged files that are not in the backup because they could not be read. */
  readonly leftOut: readonly string[];
}

const BACKUP_NAME = /^\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/;

/** Copies the state of a data directory at one moment, also while a service runs. Links sealed files if possible. */
export async function backUp(options: BackupOptions): Promise<BackupMade> {
  const data = existingDirectory(options.data);
  const target = openTarget(options.target, data);
  removeLeftCuts(data, options.clock);
  removeLeftovers(target, options.clock);
  const name = temporaryName('cut');
  try {
    const request = { command: 'backup.cut', arguments: { name, target, inputs: options.inputs } };
    const cut = (await runCommand(data, options.clock, request)) as Cut;
    if (cut.files.length === 0) throw new OperatorError(`no backup was made: ${data} has no files`);
    const { note, ...made } = await copyCut(cut, { ...options, data, target }, name);
    const notes = [note, await recordBackup(data, options.clock)].filter((each) => each !== undefined);
    return { ...made, ...(notes.length > 0 && { note: notes.join('; ') }) };
  } catch (error) {
    throw asRefusal(error, target);
  } finally {
    removeCut(data, name);
  }
}

/** Backups in a folder, oldest first. */
export function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

async function copyCut(cut: Cut, options: BackupOptions, name: string): Promise<BackupMade> {
  const { target } = options;
  const incomplete = join(target, temporaryName('incomplete'));
  const createdAt = formatDatetime(options.clock.now());
  const folder = join(target, createdAt.replaceAll(':', ''));
  mkdirSync(incomplete, { mode: PRIVATE_FOLDER_MODE });
  try {
    inheritOwner(target, incomplete);
    const { note, ...before } = backupBefore(target);
    const renewUse = keepInUse([...foldersOfCut(options.data, name), incomplete], options.clock);
    const files = new BackupFiles({
      ...options,
      onBytes: (bytes, allBytes) => {
        renewUse();
        options.onBytes?.(bytes, allBytes);
      },
      cut: name,
      to: incomplete,
      ...before,
    });
    const taken = await files.copyAll(cut.files);
    const lastTick = cut.lastTick === undefined ? {} : { lastTick: formatDatetime(cut.lastTick) };
    const damaged = await files.damage(renewUse);
    writeManifest(incomplete, {
      createdAt,
      ...lastTick,
      files: taken,
      ...(damaged.length > 0 && { damaged }),
    });
    renameSync(incomplete, folder);
    syncFolder(target);
    const bytes = taken.reduce((sum, file) => sum + file.bytes, 0);
    const { copiedBytes, leftOut } = files;
    const notes = [note, noteOfLinks(linksLeftOut(options.data))].filter((each) => each !== undefined);
    return {
      folder,
      files: taken.length,
      bytes,
      copiedBytes,
      ...lastTick,
      ...(notes.length > 0 && { note: notes.join('; ') }),
      damaged,
      leftOut,
    };
  } catch (error) {
    rmSync(incomplete, { recursive: true, force: true });
    throw error;
  }
}

function noteOfLinks(names: readonly string[]): string | undefined {
  if (names.length === 0) return undefined;
  return `not in the backup: ${names.join(', ')}. Symbolic links in the data directory are not followed: copy their targets yourself`;
}

interface BackupBefore {
  readonly before: string | undefined;
  readonly known: Manifest | undefined;
  readonly note?: string;
}

/** An unreadable previous backup must not prevent a new one. */
function backupBefore(target: string): BackupBefore {
  const before = backupsIn(target).at(-1);
  if (before === undefined) return { before, known: undefined };
  try {
    return { before, known: readManifest(before) };
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    const note = `the manifest of the previous backup ${before} is damaged or of a newer version: no files were linked to it`;
    return { before, known: undefined, note };
  }
}

function openTarget(path: string, data: string): string {
  const target = resolve(path);
  if (`${realPathOf(target)}${sep}`.startsWith(`${realpathSync(data)}${sep}`))
    throw new OperatorError(`${target} is inside the data directory: choose a folder outside of it`);
  try {
    mkdirSync(target, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  } catch (error) {
    throw new OperatorError(`${target} cannot be created: ${(error as Error).message}`);
  }
  return target;
}

/** Also for a path that does not exist yet. */
function realPathOf(path: string): string {
  return existsSync(path) ? realpathSync(path) : join(realPathOf(dirname(path)), basename(path));
}

/** Turns system errors into operator errors, which are shown without a stack. */
function asRefusal(error: unknown, target: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined || error instanceof OperatorError
    ? error
    : new OperatorError(`no backup was made in ${target}: ${message}`);
}
