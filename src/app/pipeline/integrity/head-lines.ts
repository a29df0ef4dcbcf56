import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SignedHead } from '../../../core/integrity-head.ts';
import { parseInstant, parseObjectLine } from '../../../core/text/json-line.ts';
import { formatDatetime } from '../../../core/time.ts';
import { rejectNewerFormat } from '../../../disk/file-format.ts';
import type { LogContent } from '../../../disk/line-log.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../../disk/sealed-json.ts';

export const HEAD_FILE = 'integrity-heads.log';
const FORMAT = 1;
const HEADER = JSON.stringify({ format: FORMAT });

export interface HeadLines {
  readonly heads: readonly SignedHead[];
  readonly count: HeadCount;
  /** What is damaged, changed or missing; one sentence each. */
  readonly problems: readonly string[];
}

export const NO_HEADS: HeadCount = { number: 0, digest: digestAfter('', HEADER) };

export function headLogHeader(): string {
  return HEADER;
}

/** Numbered from 1. Lines of an older version have no number. */
export function headLine(number: number, { slot, ...head }: SignedHead): string {
  return JSON.stringify({ number, slot: formatDatetime(slot), ...head });
}

/** A chained hash of all lines up to this one. */
export function digestAfter(before: string, line: string): string {
  return createHash('sha256').update(`${before}\n${line}`).digest('hex');
}

export function headOf(value: unknown): SignedHead | undefined {
  const { slot, recordHash, keyId, signature } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const at = parseInstant(slot);
  const isHead =
    at !== undefined &&
    typeof recordHash === 'string' &&
    typeof keyId === 'string' &&
    typeof signature === 'string';
  return isHead ? { slot: at, recordHash, keyId, signature } : undefined;
}

/** `kept` is the expected count, which is stored in a separate file. Refuses a newer format. */
export function readHeadLines(
  content: LogContent,
  folder: string,
  kept: HeadCount | 'damaged' | undefined,
): HeadLines {
  const heads: SignedHead[] = [];
  const problems = content.damagedLines.map((line) => `line ${line} of ${HEAD_FILE} is damaged`);
  const counts: LineCount[] = [{ ...NO_HEADS, isNumbered: false }];
  for (const line of content.lines) {
    const value = parseObjectLine(line);
    rejectNewerFormat(join(folder, HEAD_FILE), value['format'], FORMAT);
    if (line === HEADER) continue;
    const head = headOf(value);
    if (!head) {
      problems.push(`${HEAD_FILE} has a line that is not a head`);
      continue;
    }
    const before = counts.at(-1)!;
    const written = typeof value['number'] === 'number' ? value['number'] : undefined;
    const number = written ?? before.number + 1;
    // Damaged lines are reported separately.
    if (number !== before.number + 1 && content.damagedLines.length === 0)
      problems.push(
        `${HEAD_FILE} has head ${number} after head ${before.number}: lines were removed or moved`,
      );
    heads.push(head);
    counts.push({ number, digest: digestAfter(before.digest, line), isNumbered: written !== undefined });
  }
  if (problems.length === 0 && heads.length > 0 && content.lines[0] !== HEADER)
    problems.push(`the beginning of ${HEAD_FILE} is missing`);
  const isWhole = problems.length === 0;
  problems.push(...countProblems({ kept, counts, isWhole }));
  const { number, digest } = counts.at(-1)!;
  return { heads, count: { number, digest }, problems };
}

interface LineCount extends HeadCount {
  /** Whether a version that stores the count wrote the line. */
  readonly isNumbered: boolean;
}

interface Counted {
  readonly kept: HeadCount | 'damaged' | undefined;
  /** The count after each head, beginning with zero heads. */
  readonly counts: readonly LineCount[];
  /** Whether the lines themselves have no problem: if they have one, a different digest is not reported too. */
  readonly isWhole: boolean;
}

function countProblems({ kept, counts, isWhole }: Counted): string[] {
  const { number } = counts.at(-1)!;
  if (kept === 'damaged') return [`${HEAD_COUNT_FILE} is damaged: the next head rewrites it`];
  if (!kept)
    return counts.some(({ isNumbered }) => isNumbered)
      ? [`${HEAD_COUNT_FILE} is missing: it is unknown whether ${HEAD_FILE} has lost its end`]
      : [];
  if (number < kept.number)
    return [`${HEAD_FILE} ends with head ${number}, but ${kept.number} were kept: its end was cut off`];
  // The count is written after the line, so a crash may leave one uncounted head. Heads that an older version
  // added are not counted either.
  const uncounted = counts.filter((count) => count.isNumbered && count.number > kept.number);
  if (uncounted.length > 1)
    return [`${HEAD_FILE} has ${number} heads, but ${kept.number} were kept: some were added`];
  const isAsKept = counts.find((count) => count.number === kept.number)?.digest === kept.digest;
  return isAsKept || !isWhole ? [] : [`${HEAD_FILE} has other heads than those that were kept`];
}

/**
 * The number of heads in the log, and a hash of all its lines: a log that was cut, emptied or rewritten does
 * not match.
 */
export interface HeadCount {
  readonly number: number;
  /** `digestAfter` the last line. */
  readonly digest: string;
}

/** A separate file, so that lines missing from the log are noticed. */
export const HEAD_COUNT_FILE = 'integrity-count.json';

/** Undefined if there is none, as in directories of an older version. Throws if the file cannot be read. */
export function readCount(folder: string): HeadCount | 'damaged' | undefined {
  const content = readSealed(join(folder, HEAD_COUNT_FILE), FORMAT);
  if (typeof content !== 'object') return content;
  const { number, digest } = content;
  const isCount = Number.isSafeInteger(number) && typeof digest === 'string';
  return isCount ? { number: number as number, digest } : 'damaged';
}

/** Durable when it returns. */
export function writeCount(folder: string, { number, digest }: HeadCount): void {
  writeFileDurably(join(folder, HEAD_COUNT_FILE), sealJson({ format: FORMAT, number, digest }));
}
