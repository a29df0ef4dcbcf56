import { join } from 'node:path';
import { GAP_REASONS, type Gap, type GapReason } from '../../../core/gap.ts';
import { parseInstant, parseObjectLine } from '../../../core/text/json-line.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../../core/time.ts';
import { isHeader, type LogContent } from '../../../disk/line-log.ts';
import { rejectNewerFormat } from '../../../disk/file-format.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../../disk/sealed-json.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { digestAfter } from '../integrity/head-lines.ts';

export const GAP_FILE = 'gaps.log';
const FORMAT = 1;

/** A gap that has begun, without a line for its end. */
interface OpenGap {
  readonly from: Millis;
  readonly reason: GapReason;
}

export interface GapLines {
  /** In the order of the file. A gap without an end has its first slot only. */
  readonly gaps: readonly Gap[];
  /** Those of `gaps` whose ticks history has lost. */
  readonly lost: readonly Gap[];
  /** Set if the last gap has no end: the process ended before writing it. */
  readonly open: OpenGap | undefined;
}

export function gapLogHeader(): string {
  return JSON.stringify({ format: FORMAT });
}

export function gapLine({ from, to, reason }: Gap): string {
  return JSON.stringify({ from: formatDatetime(from), to: formatDatetime(to), reason });
}

/** For ticks that history had and has lost. */
export function lostTicksLine({ from, to }: Pick<Gap, 'from' | 'to'>): string {
  return JSON.stringify({ from: formatDatetime(from), to: formatDatetime(to), reason: 'DISK', lost: true });
}

export function openGapLine({ from, reason }: OpenGap): string {
  return JSON.stringify({ from: formatDatetime(from), reason });
}

/** Refuses a newer format. Ignores lines that it does not understand. */
export function readGapLines({ lines }: Pick<LogContent, 'lines'>, folder: string): GapLines {
  const gaps: Gap[] = [];
  const lost: Gap[] = [];
  let open: OpenGap | undefined;
  for (const line of lines) {
    const value = parseObjectLine(line);
    rejectNewerFormat(join(folder, GAP_FILE), value['format'], FORMAT);
    const found = gapIn(value);
    if (!found) continue;
    open = found.isOpen ? found.gap : undefined;
    gaps.push(found.gap);
    if (value['lost'] === true) lost.push(found.gap);
  }
  return { gaps, lost, open };
}

/** False for all lines that are not gaps, including lines that cannot be understood. */
export function isGapBefore(line: string, instant: Millis): boolean {
  const found = gapIn(parseObjectLine(line));
  return found !== undefined && found.gap.to <= instant;
}

function gapIn(value: Readonly<Record<string, unknown>>): { gap: Gap; isOpen: boolean } | undefined {
  const from = parseInstant(value['from']);
  const to = parseInstant(value['to']);
  const reason = GAP_REASONS.find((known) => known === value['reason']);
  if (from === undefined || reason === undefined) return undefined;
  return { gap: { from, to: to ?? from + SLOT_MS, reason }, isOpen: to === undefined };
}

/** The number of the last line of `gaps.log`, and a hash of all lines up to it. */
export interface GapCount {
  readonly number: number;
  readonly digest: string;
}

/** Shows whether lines at the end of the log, or the whole log, are missing. */
export const GAP_COUNT_FILE = 'gaps-count.json';

export const NO_GAPS: GapCount = { number: 0, digest: '' };

/** Expected counts of the log: one, or two while the log is being shortened, of which one must match. */
export type StoredGapCounts = readonly GapCount[] | 'damaged' | undefined;

/** Undefined if there is no count, as in directories of version 1.0.0. */
export function readGapCounts(folder: string): StoredGapCounts {
  const content = readSealed(join(folder, GAP_COUNT_FILE), FORMAT);
  if (typeof content !== 'object') return content;
  const { next, ...count } = content;
  const counts = [count, ...(next === undefined ? [] : [next])].map(countIn);
  return counts.every((each) => each !== undefined) ? counts : 'damaged';
}

/** Durable when it returns. `next` is the count of the log that will replace the present one. */
export function writeGapCount(folder: string, count: GapCount, next?: GapCount): void {
  writeFileDurably(
    join(folder, GAP_COUNT_FILE),
    sealJson({ format: FORMAT, ...count, ...(next && { next }) }),
  );
}

export interface CheckedGapLines {
  readonly count: GapCount;
  /** What is damaged, changed or missing; one sentence each. */
  readonly problems: readonly string[];
}

/** Compares the lines with the stored count. Lines of version 1.0.0 and of shared logs have no numbers. */
export function checkGapLines(
  { lines, damagedLines }: Pick<LogContent, 'lines' | 'damagedLines'>,
  kept: StoredGapCounts,
): CheckedGapLines {
  const problems = damagedLines.map((line) => `line ${line} is damaged`);
  const counts = [NO_GAPS];
  let isNumbered = false;
  for (const line of lines) {
    if (isHeader(line)) continue;
    const before = counts.at(-1)!;
    const written = numberIn(line);
    isNumbered ||= written !== undefined;
    const number = written ?? before.number + 1;
    if (number !== before.number + 1 && damagedLines.length === 0)
      problems.push(`line ${number} follows line ${before.number}: lines were removed or moved`);
    counts.push({ number, digest: digestAfter(before.digest, line) });
  }
  if (problems.length === 0) problems.push(...countProblems(counts, kept, isNumbered));
  return { count: counts.at(-1)!, problems };
}

function countProblems(counts: readonly GapCount[], kept: StoredGapCounts, isNumbered: boolean): string[] {
  if (kept === 'damaged') return [`${GAP_COUNT_FILE} is damaged: the next gap rewrites it`];
  if (!kept)
    return isNumbered ? [`${GAP_COUNT_FILE} is missing: lines at the end of the log may be missing too`] : [];
  const fits = ({ number, digest }: GapCount) =>
    counts.some((each) => each.number === number && each.digest === digest);
  if (kept.some(fits)) return [];
  const { number } = counts.at(-1)!;
  const expected = Math.min(...kept.map((each) => each.number));
  return number < expected
    ? [`the log ends with line ${number}, but ${expected} lines were written: its end was cut off`]
    : ['its lines differ from those that were written'];
}

export function withNumber(line: string, number: number): string {
  const { number: _before, ...rest } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify({ number, ...rest });
}

/** Undefined if the line has no number. */
export function numberIn(line: string): number | undefined {
  const found = /^\{"number":(\d{1,15}),/.exec(line);
  return found ? Number(found[1]) : undefined;
}

function countIn(value: unknown): GapCount | undefined {
  if (!isObject(value)) return undefined;
  const { number, digest } = value;
  return Number.isSafeInteger(number) && typeof digest === 'string'
    ? { number: number as number, digest }
    : undefined;
}
