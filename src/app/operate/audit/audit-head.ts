import { join } from 'node:path';
import { readFileIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import { sealJson, unsealJson } from '../../../disk/sealed-json.ts';

/** The last entry of an audit log, kept apart from it: a log that no longer has it was cut off, emptied or removed. */
export interface AuditHead {
  /** 0 before the first entry. */
  readonly number: number;
  /** SHA-256 of its line, or of the header before the first entry. */
  readonly hash: string;
}

export const HEAD_FILE = 'audit-head.json';
const FORMAT = 1;
/** Their second format came with the audit log: where one has it, something was recorded. */
const KEY_FILE = 'signing-keys.json';
const FIRST_RECORDED_FORMAT = 2;

/** Undefined where an older version wrote the log, or nothing was recorded yet. */
export function readHead(folder: string): AuditHead | 'damaged' | undefined {
  const text = readFileIfExists(join(folder, HEAD_FILE));
  if (text === undefined) return undefined;
  const unsealed = unsealJson(text);
  if (unsealed.state !== 'sound') return 'damaged';
  const { number, head } = unsealed.content;
  return typeof number === 'number' && typeof head === 'string' ? { number, hash: head } : 'damaged';
}

/** Durable when it returns. */
export function writeHead(folder: string, { number, hash }: AuditHead): void {
  writeFileDurably(join(folder, HEAD_FILE), sealJson({ format: FORMAT, number, head: hash }));
}

/** Whether the directory has keys that no version made without recording it. */
export function hasRecordedKeys(folder: string): boolean {
  const text = readFileIfExists(join(folder, KEY_FILE));
  const unsealed = text === undefined ? undefined : unsealJson(text);
  if (!unsealed || unsealed.state === 'unreadable') return false;
  const { format } = unsealed.content;
  return typeof format === 'number' && format >= FIRST_RECORDED_FORMAT;
}
