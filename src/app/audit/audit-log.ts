import { join } from 'node:path';
import type { Clock } from '../../core/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { formatDatetime } from '../../core/time.ts';
import { LineLog } from '../../disk/line-log.ts';
import { actorIn, currentActor, type Actor } from './actor.ts';
import {
  AUDIT_FILE,
  hashOf,
  headerLine,
  lineOf,
  readChain,
  type AuditContent,
  type AuditEntry,
} from './audit-chain.ts';

export interface AuditLogParts {
  /** The data directory. */
  readonly folder: string;
  readonly clock: Clock;
  /** Hears of each entry once it is durable. */
  readonly onRecord?: ((entry: AuditEntry) => void) | undefined;
}

export interface AuditRecord {
  readonly event: string;
  readonly details: Readonly<Record<string, unknown>>;
  /** By default the account that this process runs as. */
  readonly by?: Actor;
}

/**
 * Who did what to a data directory, and when: `audit.log`, to which lines are only ever added. The owner of the directory
 * has it open; an entry is durable once `record` has returned.
 */
export class AuditLog {
  readonly #lines: LineLog;
  readonly #clock: Clock;
  readonly #onRecord: (entry: AuditEntry) => void;
  #number: number;
  #head: string;
  /** The header is written with the first entry: a full disk does not keep a log from being opened. */
  #isNew: boolean;
  #last: Promise<unknown> = Promise.resolve();

  private constructor(parts: AuditLogParts, lines: LineLog, found: AuditContent) {
    this.#lines = lines;
    this.#clock = parts.clock;
    this.#onRecord = parts.onRecord ?? (() => {});
    this.#number = found.lastNumber;
    this.#isNew = found.head === undefined;
    this.#head = found.head ?? hashOf(headerLine());
  }

  /** Gives also what the file held until now. */
  static async open(
    parts: AuditLogParts,
  ): Promise<{ readonly audit: AuditLog; readonly found: AuditContent }> {
    const path = join(parts.folder, AUDIT_FILE);
    const { log, content } = await LineLog.open(path);
    try {
      const found = withTorn(readChain(content, path), content.tornBytes, path);
      return { audit: new AuditLog(parts, log, found), found };
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  /** One after the other, in the order of the calls. Where it throws, nothing has been added. */
  record(record: AuditRecord): Promise<void> {
    const recorded = this.#last.then(() => this.#append(record));
    this.#last = recorded.catch(() => undefined);
    return recorded;
  }

  async close(): Promise<void> {
    await this.#last;
    await this.#lines.close();
  }

  async #append({ event, details, by = currentActor() }: AuditRecord): Promise<void> {
    const at = formatDatetime(this.#clock.now());
    const entry: AuditEntry = { number: this.#number + 1, at, event, by: actorIn(by), details };
    const line = lineOf(entry, this.#head);
    await this.#lines.append(this.#isNew ? [headerLine(), line] : [line]);
    this.#isNew = false;
    this.#number++;
    this.#head = hashOf(line);
    this.#onRecord(entry);
  }
}

/** Reads the log of a directory beside its owner, or without one. Undefined where there is none yet. */
export function readAudit(folder: string): AuditContent | undefined {
  const path = join(folder, AUDIT_FILE);
  const content = LineLog.read(path);
  return content && readChain(content, path);
}

/** Adds an entry to the log of a directory that nothing else uses. */
export async function recordOnce(folder: string, clock: Clock, record: AuditRecord): Promise<void> {
  const { audit } = await AuditLog.open({ folder, clock });
  try {
    await audit.record(record);
  } finally {
    await audit.close();
  }
}

/** A change that cannot be recorded is not made. */
export function notRecorded(error: unknown): OperatorError {
  return new OperatorError(
    `nothing was changed, because it could not be recorded in ${AUDIT_FILE}: ${(error as Error).message}`,
  );
}

function withTorn(chain: AuditContent, tornBytes: number, path: string): AuditContent {
  if (tornBytes === 0) return chain;
  const problem = `an unfinished line at the end of ${path} was cut off (${tornBytes} bytes)`;
  return { ...chain, problems: [...chain.problems, problem] };
}
