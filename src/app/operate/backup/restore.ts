import { dirname, join, resolve } from 'node:path';
import { existsSync, readdirSync, realpathSync, renameSync, rmSync } from '../../../disk/files.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { recordOnce } from '../audit/audit-log.ts';
import { createFolders, syncFolder, writeFileDurably } from '../../../disk/durable-file.ts';
import {
  isUnfinishedRestore,
  openDataDirectory,
  UNFINISHED_RESTORE,
} from '../../directory/data-directory.ts';
import { IDENTITY_FILE } from '../../directory/data-format.ts';
import { backupsIn } from './backup.ts';
import { copyFile, SourceUnreadable } from './copy-file.ts';
import { readManifest, type Manifest, type ManifestFile } from './manifest.ts';

export interface RestoreOptions {
  readonly backup: string;
  readonly data: string;
  readonly clock: Clock;
  readonly signal?: AbortSignal | undefined;
  readonly onBytes?: ((bytes: number, allBytes: number) => void) | undefined;
}

/**
 * Creates a data directory from a backup and checks every byte. Writes the identity last, so a crash leaves
 * no usable directory.
 */
export async function restore(options: RestoreOptions): Promise<Manifest> {
  const backup = resolve(options.backup);
  const manifest = manifestOf(backup);
  const data = openDataDirectory(options.data);
  if (contentOf(data).length > 0)
    throw new OperatorError(
      isUnfinishedRestore(data)
        ? `${data} holds ${UNFINISHED_RESTORE}`
        : `${data} is not empty: restore into a new directory`,
    );
  try {
    const identity = join(data, IDENTITY_FILE);
    writeFileDurably(identity, `${JSON.stringify({ restoring: backup })}\n`);
    await copyAll(manifest.files, backup, data, options);
    await recordOnce(data, options.clock, { event: 'restore', details: { backup } });
    // The identity file keeps a temporary name until everything else is durable.
    if (existsSync(temporaryPath(identity))) renameSync(temporaryPath(identity), identity);
    else rmSync(identity);
    syncFolder(data);
    return manifest;
  } catch (error) {
    for (const name of contentOf(data)) rmSync(join(data, name), { recursive: true, force: true });
    const { code, message } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : new OperatorError(`nothing was restored: ${message}`);
  }
}

/** A new file system contains `lost+found`, which is not data. */
function contentOf(data: string): string[] {
  return readdirSync(data).filter((name) => name !== 'lost+found');
}

const temporaryPath = (identity: string) => `${identity}.tmp`;

function manifestOf(backup: string): Manifest {
  const manifest = readManifest(backup);
  if (manifest) return manifest;
  const inside = readableBackupsIn(backup);
  const newest = inside.at(-1);
  if (newest === undefined) throw new OperatorError(`${backup} is not a backup: it has no manifest`);
  const held = inside.length === 1 ? 'a backup: name it' : `${inside.length} backups: name one of them`;
  throw new OperatorError(`${backup} contains ${held}, such as tidemark restore ${newest} --data DIR`);
}

function readableBackupsIn(folder: string): string[] {
  try {
    return backupsIn(folder);
  } catch (error) {
    throw new OperatorError(`${folder} cannot be read: ${(error as Error).message}`);
  }
}

/** Copies all files; throws with the names of missing and altered files. */
async function copyAll(
  files: readonly ManifestFile[],
  backup: string,
  data: string,
  { signal, onBytes }: RestoreOptions,
): Promise<void> {
  const allBytes = files.reduce((sum, { bytes }) => sum + bytes, 0);
  const folders = new Set([data]);
  const damaged: string[] = [];
  const isInside = insideOf(backup);
  let done = 0;
  for (const file of files) {
    signal?.throwIfAborted();
    const place = join(data, file.path);
    const to = file.path === IDENTITY_FILE ? temporaryPath(place) : place;
    createFolders(dirname(to), folders);
    const isSound = isInside(file.path) && (await copySound(file, join(backup, file.path), to, signal));
    if (!isSound) damaged.push(file.path);
    onBytes?.((done += file.bytes), allBytes);
  }
  if (damaged.length > 0)
    throw new OperatorError(`the backup is damaged, nothing was restored: ${damaged.join(', ')}`);
  for (const folder of folders) syncFolder(folder);
}

/**
 * Returns a check whether a file's folder is really inside the backup: symbolic links to other folders are
 * not followed.
 */
function insideOf(backup: string): (path: string) => boolean {
  const real = realpathSync(backup);
  return (path) => {
    const folder = dirname(path);
    return !existsSync(join(backup, folder)) || realpathSync(join(backup, folder)) === join(real, folder);
  };
}

async function copySound(
  { bytes, sha256 }: ManifestFile,
  from: string,
  to: string,
  signal: AbortSignal | undefined,
): Promise<boolean> {
  try {
    const copied = await copyFile({ from, to, bytes, signal });
    return copied.bytes === bytes && copied.sha256 === sha256;
  } catch (error) {
    if (error instanceof SourceUnreadable || (error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
}
