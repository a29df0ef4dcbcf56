import { join } from 'node:path';
import { GAP_REASONS, type Gap, type GapReason } from '../../../core/gap.ts';
import { instantIn, objectIn } from '../../../core/text/json-line.ts';
import { formatDatetime, SLOT_MS, type Millis } from '../../../core/time.ts';
import { isHeader, type LogContent } from '../../../disk/line-log.ts';
import { refuseNewerFormat } from '../../../disk/file-format.ts';
import { writeFileDurably } from '../../../disk/durable-file.ts';
import { readSealed, sealJson } from '../../../disk/sealed-json.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { digestAfter } from '../integrity/head-lines.ts';

export const GAP_FILE = 'gaps.log';
const FORMAT = 1;

/** A gap that has begun, and of which no line tells the end. */
interface OpenGap {
  readonly from: Millis;
  readonly reason: GapReason;
}

export interface GapLines {
  /** In the order of the file. Of a gap without an end, its first slot. */
  readonly gaps: readonly Gap[];
  /** Those of `gaps` whose ticks history had and has lost. */
  readonly lost: readonly Gap[];
  /** Where the last line is one without an end: the process ended before it could write that. */
  readonly open: OpenGap | undefined;
}

export function headerLine(): string {
  return JSON.stringify({ format: FORMAT });
}

export function gapLine({ from, to, reason }: Gap): string {
  return JSON.stringify({ from: formatDatetime(from), to: formatDatetime(to), reason });
}

/** Of ticks that history had. */
export function lostTicksLine({ from, to }: Pick<Gap, 'from' | 'to'>): string {
  return JSON.stringify({ from: formatDatetime(from), to: formatDatetime(to), reason: 'DISK', lost: true });
}

export function openGapLine({ from, reason }: OpenGap): string {
  return JSON.stringify({ from: formatDatetime(from), reason });
}

/** A newer format is refused. Lines that say nothing that is understood are passed over: then nothing is known. */
export function readGapLines({ lines }: Pick<LogContent, 'lines'>, folder: string): GapLines {
  const gaps: Gap[] = [];
  const lost: Gap[] = [];
  let open: OpenGap | undefined;
  for (const line of lines) {
    const value = objectIn(line);
    refuseNewerFormat(join(folder, GAP_FILE), value['format'], FORMAT);
    const found = gapIn(value);
    if (!found) continue;
    open = found.isOpen ? found.gap : undefined;
    gaps.push(found.gap);
    if (value['lost'] === true) lost.push(found.gap);
  }
  return { gaps, lost, open };
}

/** False for lines that are about something else, also where that is not understood. */
export function isGapBefore(line: string, instant: Millis): boolean {
  const found = gapIn(objectIn(line));
  return found !== undefined && found.gap.to <= instant;
}

function gapIn(value: Readonly<Record<string, unknown>>): { gap: Gap; isOpen: boolean } | undefined {
  const from = instantIn(value['from']);
  const to = instantIn(value['to']);
  const reason = GAP_REASONS.find((known) => known === value['reason']);
  if (from === undefined || reason === undefined) return undefined;
  return { gap: { from, to: to ?? from + SLOT_MS, reason }, isOpen: to === undefined };
}

/** The number of the last line of `gaps.log`, and a hash of all lines up to it. */
export interface GapCount {
  readonly number: number;
  readonly digest: string;
}

/** Beside the log: lines that are missing at its end, or the whole of it, are noticed by this. */
export const GAP_COUNT_FILE = 'gaps-count.json';

export const NO_GAPS: GapCount = { number: 0, digest: '' };

/** What the log must have: one count, or two while it is being shortened, of which one is right. */
export type KeptGapCounts = readonly GapCount[] | 'damaged' | undefined;

/** Undefined where there is none, as in directories of 1.0.0. */
export function readGapCounts(folder: string): KeptGapCounts {
  const content = readSealed(join(folder, GAP_COUNT_FILE), FORMAT);
  if (typeof content !== 'object') return content;
  const { next, ...count } = content;
  const counts = [count, ...(next === undefined ? [] : [next])].map(countIn);
  return counts.every((each) => each !== undefined) ? counts : 'damaged';
}

/** Durable when it returns. `next`: of the log that is about to take the place of the one that is there. */
export function writeGapCount(folder: string, count: GapCount, next?: GapCount): void {
  writeFileDurably(
    join(folder, GAP_COUNT_FILE),
    sealJson({ format: FORMAT, ...count, ...(next && { next }) }),
  );
}

export interface CheckedGapLines {
  readonly count: GapCount;
  /** What is damaged, changed or missing, each in a sentence. */
  readonly problems: readonly string[];
}

/** Compares the lines with the count that was kept. Lines of 1.0.0, and those of shared logs, have no number of their own. */
export function checkGapLines(
  { lines, damagedLines }: Pick<LogContent, 'lines' | 'damagedLines'>,
  kept: KeptGapCounts,
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
      problems.push(`it has line ${number} after line ${before.number}: lines were removed or moved`);
    counts.push({ number, digest: digestAfter(before.digest, line) });
  }
  if (problems.length === 0) problems.push(...countProblems(counts, kept, isNumbered));
  return { count: counts.at(-1)!, problems };
}

function countProblems(counts: readonly GapCount[], kept: KeptGapCounts, isNumbered: boolean): string[] {
  if (kept === 'damaged') return [`${GAP_COUNT_FILE} is damaged: the next gap writes it anew`];
  if (!kept)
    return isNumbered
      ? [`${GAP_COUNT_FILE} is missing: lines at the end of the log may be missing, too`]
      : [];
  const fits = ({ number, digest }: GapCount) =>
    counts.some((each) => each.number === number && each.digest === digest);
  if (kept.some(fits)) return [];
  const { number } = counts.at(-1)!;
  const expected = Math.min(...kept.map((each) => each.number));
  return number < expected
    ? [`it ends with line ${number}, but ${expected} were written: its end was cut off`]
    : ['it has other lines than those that were written'];
}

export function numbered(line: string, number: number): string {
  const { number: _before, ...rest } = JSON.parse(line) as Record<string, unknown>;
  return JSON.stringify({ number, ...rest });
}

/** Undefined where the line has none. */
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
