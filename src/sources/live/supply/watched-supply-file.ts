import { readFileSync, statSync } from '../../../disk/files.ts';
import type { Millis } from '../../../core/time.ts';
import { parseSupplies, type ParsedSupplies } from './supply-file.ts';
import { isInFuture, type RefusedSupply, type SupplyRow } from './supply-row.ts';

const MOST_BYTES = 4 * 2 ** 20;

/** What is wrong with the file, each problem with its name; nothing where all of it can be read. */
export function supplyFileProblems(path: string): readonly string[] {
  return readSupplyFile(path).problems.map((problem) => `${path}: ${problem}`);
}

function readSupplyFile(path: string): ParsedSupplies {
  try {
    const { size, ...stat } = fileStat(path);
    if (!stat.isFile) return { rows: [], problems: ['is not a file'] };
    if (size > MOST_BYTES) return { rows: [], problems: [`is larger than ${MOST_BYTES} bytes`] };
    return parseSupplies(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return { rows: [], problems: [`cannot be read: ${code}`] };
  }
}

/** Other things, such as a pipe, may have no end. */
function fileStat(path: string): { readonly size: number; readonly isFile: boolean } {
  const stat = statSync(path);
  return { size: stat.size, isFile: stat.isFile() };
}

export interface SupplyFileHandlers {
  /** With those that do not count, and why. */
  readonly onRows: (rows: readonly SupplyRow[], refused: readonly RefusedSupply[], at: Millis) => void;
  /** Once for each state of the file. What was read of it before goes on counting. */
  readonly onProblems: (problems: readonly string[]) => void;
}

/**
 * A file of supplies that is read again when it has changed. One that changes at this moment may be written just now: it is
 * read at the look after that.
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

  /** Reads it whatever its state. */
  open(now: Millis): void {
    this.#seen = stampOf(this.#path);
    this.#load(this.#seen, now);
  }

  /** Now and then: reads it where it has changed. */
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
    const refused = rows.filter(isEarly).map((row) => ({ ...row, why: 'its date has not come yet' }));
    this.#handlers.onRows(
      rows.filter((row) => !isEarly(row)),
      refused,
      now,
    );
  }
}

/** What tells one state of a file from another. */
function stampOf(path: string): string {
  try {
    const { ino, size, mtimeMs } = statSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? 'unknown';
  }
}
