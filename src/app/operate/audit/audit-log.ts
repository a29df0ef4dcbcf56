import { join } from 'node:path';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { formatDatetime } from '../../../core/time.ts';
import { LineLog, type LogContent } from '../../../disk/line-log.ts';
import { readFailureOf } from '../../../disk/read-failure.ts';
import { actorIn, currentActor, type Actor } from '../../directory/actor.ts';
import {
  AUDIT_FILE,
  hashOf,
  auditLogHeader,
  lineOf,
  readChain,
  hasRecordedKeys,
  HEAD_FILE,
  readHead,
  writeHead,
  type AuditContent,
  type AuditEntry,
  type AuditHead,
} from './audit-chain.ts';

export interface AuditLogParts {
  readonly folder: string;
  readonly clock: Clock;
  /** Called with each entry after it is durable. */
  readonly onRecord?: ((entry: AuditEntry) => void) | undefined;
  /** Called if the head file could not be written after an entry. */
  readonly onProblem?: ((problem: string) => void) | undefined;
}

export interface AuditRecord {
  readonly event: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** By default the account that this process runs as. */
  readonly by?: Actor;
}

/** `audit.log`: who did what to a data directory, and when. An entry is durable once `record` has returned. */
export class AuditLog {
  readonly #parts: AuditLogParts;
  #opened: OpenedLog | undefined;
  readonly #writes = new SerialQueue();

  private constructor(parts: AuditLogParts) {
    this.#parts = parts;
  }

  /** Also returns the present content of the file. */
  static async open(
    parts: AuditLogParts,
  ): Promise<{ readonly audit: AuditLog; readonly found: AuditContent }> {
    const audit = new AuditLog(parts);
    const { found, ...opened } = await openLog(parts.folder);
    audit.#opened = opened;
    return { audit, found };
  }

  /** Like `open`, but creates and repairs nothing before the first entry. */
  static openToRead(parts: AuditLogParts): { readonly audit: AuditLog; readonly found: AuditContent } {
    return { audit: new AuditLog(parts), found: readAudit(parts.folder) };
  }

  /** Writes entries in the order of the calls. If it rejects, nothing was added. */
  record(record: AuditRecord): Promise<void> {
    return this.#writes.run(() => this.#append(record));
  }

  async close(): Promise<void> {
    await this.#writes.idle();
    await this.#opened?.lines.close();
  }

  async #append({ event, details, by = currentActor() }: AuditRecord): Promise<void> {
    const { lines, last, isNew } = (this.#opened ??= await openLog(this.#parts.folder));
    const at = formatDatetime(this.#parts.clock.now());
    const entry: AuditEntry = { number: last.number + 1, at, event, by: actorIn(by), details };
    const line = lineOf(entry, last.hash);
    await lines.append(isNew ? [auditLogHeader(), line] : [line]);
    const next = { number: entry.number, hash: hashOf(line) };
    this.#opened = { lines, last: next, isNew: false };
    this.#saveHead(next);
    this.#parts.onRecord?.(entry);
  }

  /** A failure does not lose the entry: the next one writes the head again. */
  #saveHead(last: AuditHead): void {
    const { folder, onProblem } = this.#parts;
    try {
      writeHead(folder, last);
    } catch (error) {
      onProblem?.(`${HEAD_FILE} could not be written: ${(error as Error).message}`);
    }
  }
}

interface OpenedLog {
  readonly lines: LineLog;
  readonly last: AuditHead;
  /** The header is written with the first entry, so that the log can be opened on a full disk. */
  readonly isNew: boolean;
}

async function openLog(folder: string): Promise<OpenedLog & { readonly found: AuditContent }> {
  const path = join(folder, AUDIT_FILE);
  const { log, content } = await LineLog.open(path).catch((error: unknown) => {
    throw unreadable(path, error);
  });
  try {
    const { found, last, isFirst } = examine(folder, content);
    // Written before keys exist: without it, a new log looks like one that was emptied.
    if (isFirst) writeHead(folder, last);
    const reported = withTorn(found, content.tornBytes, `was removed from the end of ${path}`);
    return { lines: log, last, isNew: found.head === undefined, found: reported };
  } catch (error) {
    await log.close();
    throw error;
  }
}

/** Reads the log, also while its owner runs, which may be writing the last line (`isTorn`). */
export function readAudit(folder: string): AuditContent & { readonly isTorn: boolean } {
  const path = join(folder, AUDIT_FILE);
  // Read the head first: the owner writes the line before the head.
  const head = headOf(folder);
  const content = readLines(path) ?? NO_LOG;
  const { found } = examine(folder, content, head);
  const { tornBytes } = content;
  return { ...withTorn(found, tornBytes, `is at the end of ${path}`), isTorn: tornBytes > 0 };
}

const NO_LOG: LogContent = { lines: [], tornBytes: 0, damagedLines: [] };

interface Examined {
  readonly found: AuditContent;
  /** The entry that the next one links to. If the log has lost its end, the next entry shows that forever. */
  readonly last: AuditHead;
  readonly isFirst: boolean;
}

function examine(folder: string, content: LogContent, head = headOf(folder)): Examined {
  const path = join(folder, AUDIT_FILE);
  const known = head === 'damaged' ? undefined : head;
  const chain = readChain(content, path, known);
  const isGone = head === undefined && chain.head === undefined && hasRecordedKeys(folder);
  const hasNoHead = head === undefined && chain.entries.length > 0;
  const problems = [
    ...chain.problems,
    ...(hasNoHead
      ? [
          `${join(folder, HEAD_FILE)} is missing: it is unknown whether the log has lost its end; the next entry rewrites the file`,
        ]
      : []),
    ...(isGone
      ? [
          `${path} is missing or empty, but the directory has keys, whose creation was recorded: the log was removed`,
        ]
      : []),
    ...(head === 'damaged' ? [`${join(folder, HEAD_FILE)} is damaged: the next entry rewrites it`] : []),
  ];
  const hash = isGone ? LOST : (chain.head ?? hashOf(auditLogHeader()));
  const last = chain.hasHead || !known ? { number: chain.lastNumber, hash } : known;
  const number = Math.max(last.number, chain.lastNumber);
  const isFirst = head === undefined && chain.head === undefined && !isGone;
  return { found: { ...chain, problems }, last: { ...last, number }, isFirst };
}

function headOf(folder: string): ReturnType<typeof readHead> {
  try {
    return readHead(folder);
  } catch (error) {
    throw unreadable(join(folder, HEAD_FILE), error);
  }
}

function readLines(path: string): LogContent | undefined {
  try {
    return LineLog.read(path);
  } catch (error) {
    throw unreadable(path, error);
  }
}

/** Turns read failures into operator errors; returns other errors unchanged. */
function unreadable(path: string, error: unknown): unknown {
  const reason = readFailureOf(error);
  if (reason === undefined) return error;
  return new OperatorError(
    `${path} ${reason}. Restore it from a backup, or move it elsewhere: its entries are then missing, and that is reported.`,
  );
}

/** The link of an entry if all previous ones are lost. */
const LOST = '';

/** Adds an entry to the log of a directory that no process owns. */
export async function recordOnce(folder: string, clock: Clock, record: AuditRecord): Promise<void> {
  const { audit } = await AuditLog.open({ folder, clock });
  try {
    await audit.record(record);
  } finally {
    await audit.close();
  }
}

/** The error for a change that was not made because it could not be recorded. */
export function notRecorded(error: unknown): OperatorError {
  return new OperatorError(
    `nothing was changed, because it could not be recorded in ${AUDIT_FILE}: ${(error as Error).message}`,
  );
}

function withTorn(chain: AuditContent, tornBytes: number, where: string): AuditContent {
  if (tornBytes === 0) return chain;
  const problem = `an unfinished line of ${tornBytes} bytes ${where}`;
  return { ...chain, problems: [...chain.problems, problem] };
}
