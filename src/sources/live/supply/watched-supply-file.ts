import { readFileSync, statSync } from '../../../disk/files.ts';
import type { Millis } from '../../../core/time.ts';
import { parseSupplies, type ParsedSupplies } from './supply-file.ts';
import { isInFuture, type RefusedSupply, type SupplyRow } from './supply-row.ts';

const MAX_BYTES = 4 * 2 ** 20;

/** Problems of the file, each with its path; empty if all of it can be read. */
export function supplyFileProblems(path: string): readonly string[] {
  return readSupplyFile(path).problems.map((problem) => `${path}: ${problem}`);
}

function readSupplyFile(path: string): ParsedSupplies {
  try {
    const { size, ...stat } = fileStat(path);
    if (!stat.isFile) return { rows: [], problems: ['is not a file'] };
    if (size > MAX_BYTES) return { rows: [], problems: [`is larger than ${MAX_BYTES} bytes`] };
    return parseSupplies(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { rows: [], problems: [`cannot be read: ${code}`] };
  }
}

/** Other types, such as a pipe, may never end. */
function fileStat(path: string): { readonly size: number; readonly isFile: boolean } {
  const stat = statSync(path);
  return { size: stat.size, isFile: stat.isFile() };
}

export interface SupplyFileHandlers {
  /** `refused`: the rows that are not used, and why. */
  readonly onRows: (rows: readonly SupplyRow[], refused: readonly RefusedSupply[], at: Millis) => void;
  /** Called once for each state of the file. What was read before stays in use. */
  readonly onProblems: (problems: readonly string[]) => void;
}

/**
 * A file of supplies that is read again when it has changed. A file that has just changed may still be incomplete, so
 * it is read at the next check.
 */
export class WatchedSupplyFile {
  readonly #path: string;
  readonly #handlers: SupplyFileHandlers;
  #seen: string | undefined;
  #read: string | undefined;

  constructor(path: string, handlers: SupplyFileHandlers) {
    this.#path = path;
    this.#handlers = handlers;
  }

  /** Reads the file in any state. */
  open(now: Millis): void {
    this.#seen = stampOf(this.#path);
    this.#load(this.#seen, now);
  }

  /** Called regularly: reads the file if it has changed. */
  look(now: Millis): void {
    const stamp = stampOf(this.#path);
    const isSettled = stamp === this.#seen;
    this.#seen = stamp;
    if (isSettled && stamp !== this.#read) this.#load(stamp, now);
  }

  #load(stamp: string, now: Millis): void {
    this.#read = stamp;
    const { rows, problems } = readSupplyFile(this.#path);
    if (problems.length > 0) return this.#handlers.onProblems(problems);
    const isEarly = ({ asOf }: SupplyRow) => isInFuture(asOf, now);
    const refused = rows.filter(isEarly).map((row) => ({ ...row, why: 'its date is in the future' }));
    this.#handlers.onRows(
      rows.filter((row) => !isEarly(row)),
      refused,
      now,
    );
  }
}

/** Identifies a state of the file. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
