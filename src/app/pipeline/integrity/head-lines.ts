import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { SignedHead } from '../../../core/integrity-head.ts';
import { instantIn, objectIn } from '../../../core/text/json-line.ts';
import { formatDatetime } from '../../../core/time.ts';
import { refuseNewerFormat } from '../../../disk/file-format.ts';
import type { LogContent } from '../../../disk/line-log.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../../disk/sealed-json.ts';

export const HEAD_FILE = 'integrity-heads.log';
const FORMAT = 1;
const HEADER = JSON.stringify({ format: FORMAT });

export interface HeadLines {
  readonly heads: readonly SignedHead[];
  readonly count: HeadCount;
  /** What is damaged, changed or missing, each in a sentence. */
  readonly problems: readonly string[];
}

export const NO_HEADS: HeadCount = { number: 0, digest: digestAfter('', HEADER) };

export function headerLine(): string {
  return HEADER;
}

/** Numbered from 1. Lines of an older version have no number. */
export function headLine(number: number, { slot, ...head }: SignedHead): string {
  return JSON.stringify({ number, slot: formatDatetime(slot), ...head });
}

/** Of the lines up to this one: each stands for all before it. */
export function digestAfter(before: string, line: string): string {
  return createHash('sha256').update(`${before}\n${line}`).digest('hex');
}

export function headOf(value: unknown): SignedHead | undefined {
  const { slot, recordHash, keyId, signature } = (value ?? {}) as Readonly<Record<string, unknown>>;
  const at = instantIn(slot);
  const isHead =
    at !== undefined &&
    typeof recordHash === 'string' &&
    typeof keyId === 'string' &&
    typeof signature === 'string';
  return isHead ? { slot: at, recordHash, keyId, signature } : undefined;
}

/** `kept`: how many there must be, as it is kept beside the log. A newer format is refused. */
export function readHeadLines(
  content: LogContent,
  folder: string,
  kept: HeadCount | 'damaged' | undefined,
): HeadLines {
  const heads: SignedHead[] = [];
  const problems = content.damagedLines.map((line) => `line ${line} of ${HEAD_FILE} is damaged`);
  const counts: LineCount[] = [{ ...NO_HEADS, isNumbered: false }];
  for (const line of content.lines) {
    const value = objectIn(line);
    refuseNewerFormat(join(folder, HEAD_FILE), value['format'], FORMAT);
    if (line === HEADER) continue;
    const head = headOf(value);
    if (!head) {
      problems.push(`${HEAD_FILE} has a line that is no head`);
      continue;
    }
    const before = counts.at(-1)!;
    const written = typeof value['number'] === 'number' ? value['number'] : undefined;
    const number = written ?? before.number + 1;
    // A damaged line is told as such.
    if (number !== before.number + 1 && content.damagedLines.length === 0)
      problems.push(
        `${HEAD_FILE} has head ${number} after head ${before.number}: lines were removed or moved`,
      );
    heads.push(head);
    counts.push({ number, digest: digestAfter(before.digest, line), isNumbered: written !== undefined });
  }
  if (problems.length === 0 && heads.length > 0 && content.lines[0] !== HEADER)
    problems.push(`${HEAD_FILE} has lost its beginning`);
  const isWhole = problems.length === 0;
  problems.push(...countProblems({ kept, counts, isWhole }));
  const { number, digest } = counts.at(-1)!;
  return { heads, count: { number, digest }, problems };
}

interface LineCount extends HeadCount {
  /** Whether a version that keeps the count has written the line. */
  readonly isNumbered: boolean;
}

interface Counted {
  readonly kept: HeadCount | 'damaged' | undefined;
  /** After each head; the first is of none. */
  readonly counts: readonly LineCount[];
  /** Whether nothing is wrong with the lines by themselves: else the digest says nothing new. */
  readonly isWhole: boolean;
}

function countProblems({ kept, counts, isWhole }: Counted): string[] {
  const { number } = counts.at(-1)!;
  if (kept === 'damaged') return [`${COUNT_FILE} is damaged: the next head writes it anew`];
  if (!kept)
    return counts.some(({ isNumbered }) => isNumbered)
      ? [`${COUNT_FILE} is missing: whether ${HEAD_FILE} has lost its end cannot be told`]
      : [];
  if (number < kept.number)
    return [`${HEAD_FILE} ends with head ${number}, but ${kept.number} were kept: its end was cut off`];
  // A head counts once its line is written: after a crash there may be one more than was counted. An older version, where
  // one was run since, has counted none of its own.
  const uncounted = counts.filter((count) => count.isNumbered && count.number > kept.number);
  if (uncounted.length > 1)
    return [`${HEAD_FILE} has ${number} heads, but ${kept.number} were kept: some were added`];
  const isAsKept = counts.find((count) => count.number === kept.number)?.digest === kept.digest;
  return isAsKept || !isWhole ? [] : [`${HEAD_FILE} has other heads than those that were kept`];
}

/** How many heads the log has, and a hash of all of its lines: a log that was cut, emptied or rewritten does not fit it. */
export interface HeadCount {
  readonly number: number;
  /** `digestOf` the lines of all heads. */
  readonly digest: string;
}

/** Beside the log, so that what is missing there is known here. */
export const COUNT_FILE = 'integrity-count.json';

/** Undefined where there is none, as in directories of an older version. One that the disk refuses to read is refused. */
export function readCount(folder: string): HeadCount | 'damaged' | undefined {
  const content = readSealed(join(folder, COUNT_FILE), FORMAT);
  if (typeof content !== 'object') return content;
  const { number, digest } = content;
  const isCount = Number.isSafeInteger(number) && typeof digest === 'string';
  return isCount ? { number: number as number, digest } : 'damaged';
}

/** Durable when it returns. */
export function writeCount(folder: string, { number, digest }: HeadCount): void {
  writeFileDurably(join(folder, COUNT_FILE), sealJson({ format: FORMAT, number, digest }));
}
