import { createHash } from 'node:crypto';
import { join, normalize } from 'node:path';
import { OperatorError } from '../../core/errors.ts';
import type { StorageDamage } from '../../history/scrub/finding.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';

export interface ManifestFile {
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
  /** When the file was last changed where it came from, in nanoseconds since 1970: tells whether it is the same still. */
  readonly modified: string;
  readonly sealed: boolean;
}

/** What a backup holds. */
export interface Manifest {
  readonly createdAt: string;
  /** Of the newest tick in it; absent where there is none. */
  readonly lastTick?: string;
  readonly files: readonly ManifestFile[];
  /** What was damaged when it was copied; absent where nothing was. */
  readonly damaged?: readonly StorageDamage[];
}

export const MANIFEST_FILE = 'manifest.json';
const FORMAT = 1;

export function writeManifest(folder: string, manifest: Manifest): void {
  const content = JSON.stringify(manifest);
  const sealed = { format: FORMAT, sha256: sha256Of(content), manifest };
  writeFileDurably(join(folder, MANIFEST_FILE), `${JSON.stringify(sealed)}\n`);
}

/** Undefined where the folder is no backup; one that is damaged, or of a newer version, is refused. */
export function readManifest(folder: string): Manifest | undefined {
  const path = join(folder, MANIFEST_FILE);
  const text = readFileIfExists(path);
  if (text === undefined) return undefined;
  const { format, sha256, manifest } = parse(text, path);
  if (typeof format === 'number' && format > FORMAT)
    throw new OperatorError(`${path} has format ${format}, this version knows ${FORMAT}: run the newer one`);
  if (!manifest || sha256 !== sha256Of(JSON.stringify(manifest)) || !manifest.files.every(staysInside))
    throw new OperatorError(`${path} is damaged: take another backup`);
  return manifest;
}

function parse(text: string, path: string): { format?: unknown; sha256?: unknown; manifest?: Manifest } {
  try {
    return (JSON.parse(text) ?? {}) as { manifest?: Manifest };
  } catch {
    throw new OperatorError(`${path} is damaged: take another backup`);
  }
}

function staysInside({ path }: ManifestFile): boolean {
  return normalize(path) === path && !path.startsWith('/') && !path.startsWith('..');
}

function sha256Of(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
