import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { parseObjectLine } from '../../../core/text/json-line.ts';
import { rejectOtherFormat } from '../../../disk/file-format.ts';
import type { LogContent } from '../../../disk/line-log.ts';
import type { Actor } from '../../directory/actor.ts';
import { readFileIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import { sealJson, unsealJson } from '../../../disk/sealed-json.ts';

export const AUDIT_FILE = 'audit.log';
const AUDIT_FORMAT = 1;

/** One line of the audit log. */
export interface AuditEntry {
  /** Counted from 1. */
  readonly number: number;
  readonly at: string;
  readonly event: string;
  readonly by: Actor;
  /** Never a secret. */
  readonly details: Readonly<Record<string, unknown>>;
}

export interface AuditContent {
  readonly entries: readonly AuditEntry[];
  /** What is damaged, changed or missing; one sentence each. */
  readonly problems: readonly string[];
  /** SHA-256 of the last line, which the next entry must name. Undefined if the file has no line. */
  readonly head: string | undefined;
  /** The number of the last entry, readable or not: the next one must be larger. */
  readonly lastNumber: number;
  /** Whether the log has the last recorded entry; true if that entry is unknown. */
  readonly hasHead: boolean;
}

const HEADER = JSON.stringify({ format: AUDIT_FORMAT });
const NO_LINE = '';

export function auditLogHeader(): string {
  return HEADER;
}

export function hashOf(line: string): string {
  return createHash('sha256').update(line).digest('hex');
}

/** Each line contains the hash of the previous one, so a changed or removed line does not match the one after it. */
export function lineOf(entry: AuditEntry, previous: string): string {
  return JSON.stringify({ ...entry, previous });
}

/** Follows the chain of a log. `head`: the last recorded entry, which must be in the log. Refuses a newer format. */
export function readChain(content: LogContent, path: string, head?: AuditHead): AuditContent {
  const damaged = new Set(content.damagedLines);
  const total = content.lines.length + damaged.size;
  const entries: AuditEntry[] = [];
  const problems: string[] = [];
  let line = NO_LINE;
  let wasSound = true;
  let lastNumber = 0;
  let hasHead = head === undefined || head.number === 0;
  for (let number = 1, next = 0; number <= total; number++) {
    if (damaged.has(number)) {
      problems.push(`line ${number} of ${path} is damaged`);
      wasSound = false;
      // The first line is the header.
      if (number > 1) lastNumber++;
      continue;
    }
    const before = line;
    line = content.lines[next++] ?? NO_LINE;
    const { format, linked } = parse(line);
    if (format !== undefined) rejectOtherFormat(path, format, AUDIT_FORMAT, 'restore it from a backup');
    else if (!linked) {
      problems.push(`line ${number} of ${path} is not an entry`);
      lastNumber++;
    } else {
      const { previous, ...entry } = linked;
      if (wasSound && previous !== hashOf(before))
        problems.push(
          `line ${number} of ${path} does not follow the one before it: lines were changed or removed`,
        );
      entries.push(entry);
      lastNumber = Math.max(lastNumber + 1, entry.number);
      hasHead ||= entry.number === head?.number && hashOf(line) === head.hash;
    }
    wasSound = true;
  }
  if (total > 0 && !damaged.has(1) && content.lines[0] !== HEADER)
    problems.push(`the beginning of ${path} is missing`);
  if (!hasHead) problems.push(lossText(head!, lastNumber, path));
  return { entries, problems, head: total === 0 ? undefined : hashOf(line), lastNumber, hasHead };
}

function lossText({ number }: AuditHead, lastNumber: number, path: string): string {
  return lastNumber < number
    ? `${path} ends with entry ${lastNumber}, but entry ${number} was recorded: its end was cut off`
    : `entry ${number} of ${path} differs from the recorded one`;
}

type LinkedEntry = AuditEntry & { readonly previous: unknown };

/** A header has a format, an entry a link to the previous line; other lines have neither. */
function parse(line: string): { readonly format?: unknown; readonly linked?: LinkedEntry } {
  const read = parseObjectLine(line) as Partial<LinkedEntry & { format: unknown }>;
  return isEntry(read) ? { linked: read } : { format: read.format };
}

function isEntry(read: Partial<LinkedEntry>): read is LinkedEntry {
  return (
    typeof read.number === 'number' &&
    typeof read.at === 'string' &&
    typeof read.event === 'string' &&
    typeof read.by === 'object' &&
    typeof read.details === 'object'
  );
}

/**
 * The last entry of an audit log, stored in a separate file: a log without this entry was cut off, emptied or
 * removed.
 */
export interface AuditHead {
  /** 0 before the first entry. */
  readonly number: number;
  /** SHA-256 of its line, or of the header before the first entry. */
  readonly hash: string;
}

export const HEAD_FILE = 'audit-head.json';
const HEAD_FORMAT = 1;
/** Creating this file always writes an entry to the log. */
const KEY_FILE = 'signing-keys.json';

/** Undefined if an older version wrote the log, or nothing was recorded yet. */
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
  writeFileDurably(join(folder, HEAD_FILE), sealJson({ format: HEAD_FORMAT, number, head: hash }));
}

/** Whether the directory has keys, whose creation is always recorded. */
export function hasRecordedKeys(folder: string): boolean {
  const text = readFileIfExists(join(folder, KEY_FILE));
  return text !== undefined && unsealJson(text).state !== 'unreadable';
}
