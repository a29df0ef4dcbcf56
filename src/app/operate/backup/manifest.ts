import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { existsSync } from '../../../disk/files.ts';
import { OperatorError } from '../../../core/errors.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { parseDatetime } from '../../../core/time.ts';
import type { StorageDamage } from '../../../history/scrub/finding.ts';
import { rejectNewerFormat } from '../../../disk/file-format.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import { KEPT_RECEIPTS } from '../../directory/data-format.ts';
import { readRegularFile, UnusableFile } from '../../../disk/regular-file.ts';

export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** Modification time of the source file, in nanoseconds since 1970: shows whether it is unchanged. */
  readonly modified: string;
  readonly sealed: boolean;
}

export interface Manifest {
  readonly createdAt: string;
  /** Time of the newest tick in the backup; absent if there is none. */
  readonly lastTick?: string;
  readonly files: readonly ManifestFile[];
  /** Damage at the time of the copy; absent if there was none. */
  readonly damaged?: readonly StorageDamage[];
}

export const MANIFEST_FILE = 'manifest.json';
const FORMAT = 1;

export function writeManifest(folder: string, manifest: Manifest): void {
  const content = JSON.stringify(manifest);
  const sealed = { format: FORMAT, sha256: sha256Of(content), manifest };
  writeFileDurably(join(folder, MANIFEST_FILE), `${JSON.stringify(sealed)}\n`);
}

/** Undefined if the folder is not a backup. Throws if the manifest is damaged, malformed or of a newer version. */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, MANIFEST_FILE);
  if (!existsSync(path)) return undefined;
  const content = parse(textOf(path), path);
  if (!isObject(content)) throw damaged(path, 'it is not a JSON object');
  const { format, sha256, manifest } = content;
  rejectNewerFormat(path, format, FORMAT);
  if (format !== FORMAT) throw damaged(path, `format is not ${FORMAT}`);
  if (!isObject(manifest)) throw damaged(path, 'manifest is not an object');
  if (sha256 !== sha256Of(JSON.stringify(manifest))) throw damaged(path, 'its checksum does not match');
  const problem = problemIn(manifest);
  if (problem !== undefined) throw damaged(path, problem);
  return manifest as unknown as Manifest;
}

function textOf(path: string): string {
  try {
    return readRegularFile(path).toString('utf8');
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new OperatorError(`${path} cannot be read: ${(error as Error).message}`);
  }
}

function parse(text: string, path: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) throw damaged(path, 'it is not valid JSON');
    throw error;
  }
}

function damaged(path: string, problem: string): OperatorError {
  return new OperatorError(`${path} is damaged (${problem}): take another backup`);
}

function problemIn({ createdAt, lastTick, files, damaged: found }: Record<string, unknown>) {
  if (!isDatetime(createdAt)) return 'createdAt is not a time';
  if (lastTick !== undefined && !isDatetime(lastTick)) return 'lastTick is not a time';
  if (!Array.isArray(files)) return 'files is not a list';
  if (files.length === 0) return 'files is empty, and every backup has files';
  if (found !== undefined && (!Array.isArray(found) || !found.every(isDamage)))
    return 'damaged is not a list of damaged files';
  return filesProblem(files);
}

function filesProblem(files: readonly unknown[]): string | undefined {
  const paths = new Set<string>();
  const folders = new Set<string>();
  for (const [place, file] of files.entries()) {
    const problem = isObject(file) ? fileProblem(file) : ' is not an object';
    if (problem !== undefined) return `files[${place}]${problem}`;
    const { path } = file as unknown as ManifestFile;
    if (paths.has(path)) return `files[${place}].path occurs twice`;
    paths.add(path);
    for (const folder of foldersOf(path)) folders.add(folder);
  }
  for (const [place, file] of files.entries())
    if (folders.has((file as ManifestFile).path)) return `files[${place}].path is the folder of another file`;
  return undefined;
}

function fileProblem({ path, bytes, sha256, modified, sealed }: Record<string, unknown>): string | undefined {
  if (typeof path !== 'string' || !isPathOfBackup(path)) return '.path is not a path of a backup';
  if (!Number.isSafeInteger(bytes) || (bytes as number) < 0) return '.bytes is not a number of bytes';
  if (typeof sha256 !== 'string' || !/^[0-9a-f]{64}$/.test(sha256)) return '.sha256 is not a SHA-256';
  if (typeof modified !== 'string' || !/^-?\d{1,20}$/.test(modified)) return '.modified is not a time';
  return typeof sealed === 'boolean' ? undefined : '.sealed is not true or false';
}

/** Folders whose files are in backups. All other files are at the top level. */
const FOLDERS = new Set(['history', 'inputs', KEPT_RECEIPTS]);
const MAX_NAME_BYTES = 255;

/** Whether a path is relative, without `.` and `..`, and one that backups can have. */
function isPathOfBackup(path: string): boolean {
  const segments = path.split('/');
  if (!segments.every(isFileName)) return false;
  const [first = ''] = segments;
  if (segments.length > 1) return FOLDERS.has(first);
  return first !== MANIFEST_FILE && !FOLDERS.has(first) && !/\.(?:sock|tmp)$/.test(first);
}

function isFileName(name: string): boolean {
  if (name === '' || name === '.' || name === '..' || name.includes('\0')) return false;
  return Buffer.byteLength(name) <= MAX_NAME_BYTES;
}

function foldersOf(path: string): string[] {
  const segments = path.split('/');
  return segments.slice(1).map((_, length) => segments.slice(0, length + 1).join('/'));
}

function isDamage(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { file, what, reason } = value;
  return (
    typeof file === 'string' && typeof reason === 'string' && ['string', 'undefined'].includes(typeof what)
  );
}

function isDatetime(value: unknown): boolean {
  return typeof value === 'string' && parseDatetime(value) !== undefined;
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
