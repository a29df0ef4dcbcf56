import { dirname, join, resolve } from 'node:path';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  opendirSync,
  readdirSync,
  statSync,
} from '../../disk/files.ts';
import { OperatorError } from '../../core/errors.ts';
import { isObject } from '../../core/text/is-object.ts';
import { parseObjectLine } from '../../core/text/json-line.ts';
import { PRIVATE_FOLDER_MODE, readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';
import { rejectNewerFormat } from '../../disk/file-format.ts';
import { UnusableFile } from '../../disk/regular-file.ts';
import type { SourceDefinition, SourceIdentity } from '../../sources/source-definition.ts';
import { FORMAT, IDENTITY_FILE, isMigratable } from './data-format.ts';
import { refuseUnsafePermissions } from './directory-permissions.ts';

/** Source and world of a data directory, written once when it is first served. */
export interface Identity extends SourceIdentity {
  readonly source: string;
}

/** Creates the folder if it is missing, inaccessible to other users. Refuses one that other users can change. */
export function openDataDirectory(folder: string): string {
  const path = resolve(folder);
  try {
    makeFolder(path);
  } catch (error) {
    throw new OperatorError(`data directory ${path} cannot be created: ${(error as Error).message}`);
  }
  allowed(path, () => {
    opendirSync(path).closeSync();
    refuseUnsafePermissions(path);
    accessSync(path, constants.W_OK);
  });
  return path;
}

/** One level at a time: Node's recursive `mkdir` never returns on file systems that refuse new folders. */
function makeFolder(path: string): void {
  if (existsSync(path)) {
    if (!statSync(path).isDirectory()) throw new Error('it is not a folder');
    return;
  }
  makeFolder(dirname(path));
  mkdirSync(path, { mode: PRIVATE_FOLDER_MODE });
  chmodSync(path, PRIVATE_FOLDER_MODE);
}

/** For commands that need an existing directory. Also refuses one with unsafe permissions or of a newer format. */
export function existingDirectory(folder: string): string {
  const path = existingFolder(folder);
  identityOf(path);
  return path;
}

/** Like `existingDirectory`, but does not read `tidemark.json`, which may be damaged. */
export function existingFolder(folder: string): string {
  const path = resolve(folder);
  const stats = allowed(path, () => statSync(path, { throwIfNoEntry: false }));
  if (!stats) throw new OperatorError(`there is no data directory ${path}: is --data right?`);
  if (!stats.isDirectory()) throw new OperatorError(`${path} is not a folder: is --data right?`);
  allowed(path, () => {
    opendirSync(path).closeSync();
    refuseUnsafePermissions(path);
  });
  return path;
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: 'permission denied; run as the user that owns it',
  EPERM: 'permission denied; run as the user that owns it',
  ENOTDIR: 'part of its path is not a folder; is --data right?',
  EROFS: 'its file system is read-only',
};

/** Runs an action on a path; turns system errors into operator errors, which are shown without a stack. */
function allowed<T>(path: string, action: () => T): T {
  try {
    return action();
  } catch (error) {
    if (error instanceof UnusableFile)
      throw new OperatorError(`${error.message}: move it elsewhere and restore the file from a backup`);
    if (error instanceof OperatorError) throw error;
    const { code = '', message } = error as NodeJS.ErrnoException;
    throw new OperatorError(`${path} cannot be used: ${REASONS[code] ?? message}`);
  }
}

/** The stored identity of a directory; undefined if it has never been served. */
export function identityOf(folder: string): Identity | undefined {
  const path = join(folder, IDENTITY_FILE);
  const text = allowed(path, () => readFileIfExists(path));
  return text === undefined ? undefined : parse(text, path);
}

/** Like `identityOf`, but accepts any format, and returns undefined for a damaged file: `claimIdentity` reports it. */
export function readableIdentity(folder: string): Identity | undefined {
  const path = join(folder, IDENTITY_FILE);
  const text = allowed(path, () => readFileIfExists(path));
  return text === undefined ? undefined : readIdentity(parseObjectLine(text));
}

/** Refuses a directory that holds another world; writes the identity into a new one. */
export function claimIdentity(folder: string, wanted: Identity, definition: SourceDefinition): void {
  const path = join(folder, IDENTITY_FILE);
  const text = allowed(path, () => readFileIfExists(path));
  if (text === undefined) {
    refuseOrphanedHistory(folder, path, wanted);
    writeFileDurably(path, `${JSON.stringify({ format: FORMAT, ...wanted }, undefined, 2)}\n`);
    return;
  }
  const found = inCurrentForm(definition, parse(text, path), path);
  if (found.source === wanted.source) refuseOtherVersion(folder, found, definition);
  const differences = (found.source === wanted.source ? Object.keys(wanted) : ['source'])
    .filter((key) => found[key] !== wanted[key])
    .map((key) => `${key} ${found[key]} (asked for: ${wanted[key]})`);
  if (differences.length === 0) return;
  throw new OperatorError(
    `${folder} holds other data: ${differences.join(', ')}. ` +
      'Start with the same settings again, or give this world a directory of its own with --data DIR.',
  );
}

/** Converts an identity that an older version of the source stored to the current form. */
function inCurrentForm(definition: SourceDefinition, found: Identity, path: string): Identity {
  if (found.source !== definition.name) return found;
  const identity = definition.readIdentity(found);
  if (!identity) throw damaged(path);
  return { source: found.source, ...identity };
}

function damaged(path: string): OperatorError {
  return new OperatorError(`${path} is damaged: restore it from a backup`);
}

/** The ids of a source have changed: data of the older version stay readable, but cannot be continued. */
function refuseOtherVersion(folder: string, found: Identity, definition: SourceDefinition): void {
  const outdated = definition.outdated(found);
  if (outdated === undefined) return;
  throw new OperatorError(
    `${folder} holds ${outdated}: start this version in a new directory with --data DIR. tidemark export, status, verify and ` +
      'backup can read the old one; to continue it, run the version of Tidemark that wrote it.',
  );
}

/** Refuses history without an identity: nothing says which world it belongs to. */
function refuseOrphanedHistory(folder: string, path: string, wanted: Identity): void {
  const journal = join(folder, 'history', 'journal');
  if (!existsSync(journal) || readdirSync(journal).length === 0) return;
  const content = JSON.stringify({ format: FORMAT, ...wanted });
  throw new OperatorError(
    `${path} is missing, but ${folder} holds history: restore it from a backup, ` +
      `or, if you are sure that these settings belong to that history, create it with ${content}`,
  );
}

/** Describes a directory whose restore was killed. */
export const UNFINISHED_RESTORE = 'an unfinished restore: remove the directory and restore again';

/** Whether a restore has begun in the directory, and has not ended. */
export function isUnfinishedRestore(folder: string): boolean {
  const text = readFileIfExists(join(folder, IDENTITY_FILE));
  return text !== undefined && 'restoring' in parseObjectLine(text);
}

function parse(text: string, path: string): Identity {
  let content: Readonly<Record<string, unknown>>;
  try {
    content = (JSON.parse(text) ?? {}) as typeof content;
  } catch {
    throw new OperatorError(`${path} is not valid JSON: restore it from a backup`);
  }
  if (isObject(content) && 'restoring' in content)
    throw new OperatorError(`${dirname(path)} holds ${UNFINISHED_RESTORE}`);
  const { format, ...stored } = content;
  rejectNewerFormat(path, format, FORMAT);
  if (typeof format === 'number' && isMigratable(format)) {
    throw new OperatorError(`${path} has the older format ${format}: start the service, which migrates it`);
  }
  const identity = format === FORMAT ? readIdentity(stored) : undefined;
  if (!identity) throw damaged(path);
  return identity;
}

/**
 * Only the source interprets the other members. An unknown source can still be shown; callers that need it
 * refuse it.
 */
function readIdentity({ source, ...stored }: Readonly<Record<string, unknown>>): Identity | undefined {
  return typeof source === 'string' ? { source, ...(stored as SourceIdentity) } : undefined;
}
