import { join } from 'node:path';
import { parseObjectLine } from '../../core/text/json-line.ts';
import { readFileIfExists, writeFileDurably } from '../../disk/durable-file.ts';

/** Every version of the reference data (docs/reference/formats/reference.md). */
export const REFERENCE_FILE = 'reference.log';
/** Names the source and world of a data directory, and its format. */
export const IDENTITY_FILE = 'tidemark.json';

/** The folder of receipts that are kept forever (docs/reference/formats/kept-receipts.md). */
export const KEPT_RECEIPTS = 'kept-receipts';

/** On a node with a shared store: inputs of the last hour, until the store has them. */
export const INPUT_SPOOL = 'inputs-spool';
/** The folder of files that are not trusted. */
export const QUARANTINE = 'quarantine';

/** The format of data directories that this version writes and reads. */
export const FORMAT = 1;

/**
 * Migrates a data directory from one format to the next. After a crash it runs again on a partly migrated
 * directory.
 */
export type Migration = (folder: string) => void | Promise<void>;

/** By the format that each migration starts from. Other formats cannot be migrated. */
export const MIGRATIONS: ReadonlyMap<number, Migration> = new Map();

export function isMigratable(format: number): boolean {
  return MIGRATIONS.has(format);
}

/** Migrates an older directory, one durable step per format. Only for the owner. Unreadable content is left as it is. */
export async function migrate(folder: string, migrations = MIGRATIONS): Promise<void> {
  const path = join(folder, IDENTITY_FILE);
  for (let content = readFormat(path); content; content = readFormat(path)) {
    const migration = migrations.get(content.format);
    if (!migration) return;
    await migration(folder);
    const next = { ...content, format: content.format + 1 };
    writeFileDurably(path, `${JSON.stringify(next, undefined, 2)}\n`);
  }
}

function readFormat(path: string): { readonly format: number } | undefined {
  const text = readFileIfExists(path);
  const { format, ...content } = text === undefined ? {} : parseObjectLine(text);
  return typeof format === 'number' ? { ...content, format } : undefined;
}
