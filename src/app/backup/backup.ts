import { mkdirSync, readdirSync, realpathSync, renameSync, rmSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { formatDatetime } from '../../core/time.ts';
import { PRIVATE_FOLDER_MODE, syncFolder } from '../../disk/durable-file.ts';
import { runCommand } from '../admin-access.ts';
import { existingDirectory } from '../data-directory.ts';
import { removeLeftovers, temporaryName, TemporaryUse } from '../temporary-name.ts';
import { BackupFiles } from './backup-files.ts';
import type { Cut } from './cut.ts';
import { readManifest, writeManifest } from './manifest.ts';

export interface BackupOptions {
  /** The data directory. */
  readonly data: string;
  /** Where backups go, each into a folder of its own. */
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
  /** How many bytes took room of their own. */
  readonly copiedBytes: number;
  readonly lastTick?: string;
}

const BACKUP_NAME = /^\d{4}-\d{2}-\d{2}T\d{6}\.\d{3}Z$/;

/**
 * Copies a data directory as it is at one moment, whether a service is running on it or not. What is sealed is linked
 * where the file system allows it; what the backup before holds already is linked to that.
 */
export async function backUp(options: BackupOptions): Promise<BackupMade> {
  const data = existingDirectory(options.data);
  const target = openTarget(options.target, data);
  removeLeftovers(data, options.clock);
  removeLeftovers(target, options.clock);
  const name = temporaryName('cut');
  try {
    const request = { command: 'backup.cut', arguments: { name, inputs: options.inputs } };
    const cut = (await runCommand(data, options.clock, request)) as Cut;
    return await copyCut(cut, join(data, name), target, options);
  } catch (error) {
    throw asRefusal(error, target);
  } finally {
    rmSync(join(data, name), { recursive: true, force: true });
  }
}

/** Backups in a folder, oldest first. */
export function backupsIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((name) => BACKUP_NAME.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

async function copyCut(cut: Cut, from: string, target: string, options: BackupOptions): Promise<BackupMade> {
  const incomplete = join(target, temporaryName('incomplete'));
  const createdAt = formatDatetime(options.clock.now());
  const folder = join(target, createdAt.replaceAll(':', ''));
  mkdirSync(incomplete, { mode: PRIVATE_FOLDER_MODE });
  try {
    const before = backupsIn(target).at(-1);
    const use = new TemporaryUse([from, incomplete], options.clock);
    const files = new BackupFiles({
      ...options,
      onBytes: (bytes, allBytes) => {
        use.renew();
        options.onBytes?.(bytes, allBytes);
      },
      from,
      to: incomplete,
      before,
      known: before === undefined ? undefined : readManifest(before),
    });
    const taken = await files.take(cut.files);
    const lastTick = cut.lastTick === undefined ? {} : { lastTick: formatDatetime(cut.lastTick) };
    writeManifest(incomplete, { createdAt, ...lastTick, files: taken });
    renameSync(incomplete, folder);
    syncFolder(target);
    const bytes = taken.reduce((sum, file) => sum + file.bytes, 0);
    return { folder, files: taken.length, bytes, copiedBytes: files.copiedBytes, ...lastTick };
  } catch (error) {
    rmSync(incomplete, { recursive: true, force: true });
    throw error;
  }
}

function openTarget(path: string, data: string): string {
  const target = resolve(path);
  try {
    mkdirSync(target, { recursive: true, mode: PRIVATE_FOLDER_MODE });
  } catch (error) {
    throw new OperatorError(`${target} cannot be created: ${(error as Error).message}`);
  }
  if (`${realpathSync(target)}${sep}`.startsWith(`${realpathSync(data)}${sep}`))
    throw new OperatorError(`${target} lies in the data directory: a backup belongs elsewhere`);
  return target;
}

/** What the disk says is told without a stack. */
function asRefusal(error: unknown, target: string): unknown {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === undefined || error instanceof OperatorError
    ? error
    : new OperatorError(`no backup was made in ${target}: ${message}`);
}
