import { join } from 'node:path';
import type { Millis } from '../../../core/time.ts';
import { isHeader, LineLog } from '../../../disk/line-log.ts';
import { openOwnedLog, type OwnedLogParts } from '../../../disk/owned-log.ts';
import { digestAfter } from '../integrity/head-lines.ts';
import {
  checkGapLines,
  withNumber,
  numberIn,
  readGapCounts,
  writeGapCount,
  GAP_COUNT_FILE,
  NO_GAPS,
  GAP_FILE,
  gapLogHeader,
  isGapBefore,
  readGapLines,
  type CheckedGapLines,
  type GapCount,
  type StoredGapCounts,
  type GapLines,
} from './gap-lines.ts';

/** `gaps.log`: known reasons for slots without a tick. Only the owner of the directory opens it. */
export class GapLog {
  readonly found: GapLines;
  readonly #path: string;
  readonly #parts: OwnedLogParts;
  #log: LineLog;
  #hasHeader: boolean;
  /** Count of the file's lines. Undefined for the copy of a shared log, which numbers its records itself. */
  #count: GapCount | undefined;
  /** Whether the open file has been replaced on disk. */
  #isReplaced = false;

  private constructor(
    parts: OwnedLogParts,
    log: LineLog,
    found: GapLines,
    hasHeader: boolean,
    count: GapCount | undefined,
  ) {
    this.#parts = parts;
    this.#count = count;
    this.#path = join(parts.folder, GAP_FILE);
    this.#log = log;
    this.found = found;
    this.#hasHeader = hasHeader;
  }

  static async open(parts: OwnedLogParts): Promise<GapLog> {
    const { folder, onProblem, share } = parts;
    const kept = share ? undefined : readGapCounts(folder);
    const { log, content } = await openOwnedLog(parts, GAP_FILE);
    try {
      const checked = checkGapLines(
        share ? { lines: [], damagedLines: content.damagedLines } : content,
        kept,
      );
      for (const problem of checked.problems) onProblem(`${GAP_FILE}: ${problem}`);
      const found = readGapLines(content, folder);
      const gaps = new GapLog(
        parts,
        log,
        found,
        content.lines.length > 0,
        share ? undefined : countToContinueFrom(checked, kept),
      );
      // Version 1.0.0 wrote no count, and after a crash the count may lack the last lines.
      if (checked.problems.length === 0) gaps.#saveCount();
      return gaps;
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  /** Durable when it resolves. One call at a time. If it rejects, nothing is written. */
  async append(lines: readonly string[]): Promise<void> {
    await this.#reopen();
    const count = this.#count;
    const written = count ? lines.map((line, i) => withNumber(line, count.number + i + 1)) : lines;
    await this.#log.append(written, this.#hasHeader ? [] : [gapLogHeader()]);
    this.#hasHeader = true;
    if (!count) return;
    this.#count = countAfter(count, written);
    this.#saveCount();
  }

  /**
   * Rewrites the file without gaps that ended before. Never call it during `append`. Copies of shared logs
   * stay unchanged.
   */
  async forgetBefore(instant: Millis): Promise<void> {
    if (this.#parts.share) return;
    await this.#reopen();
    const content = LineLog.read(this.#path);
    const kept = content?.lines.filter((line) => !isGapBefore(line, instant)) ?? [];
    if (!content || kept.length === content.lines.length) return;
    if (content.damagedLines.length > 0)
      this.#parts.quarantine.copy(this.#path, `damaged lines: ${content.damagedLines.length}`);
    const headers = kept.filter(isHeader);
    const lines = kept.filter((line) => !isHeader(line)).map((line, i) => renumbered(line, i + 1));
    const count = countAfter(NO_GAPS, lines);
    // A crash may leave either file, so the counts of both are written first.
    writeGapCount(this.#parts.folder, this.#count ?? NO_GAPS, count);
    LineLog.replace(this.#path, [...headers, ...lines]);
    this.#count = count;
    this.#isReplaced = true;
    this.#saveCount();
    await this.#reopen();
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  /** A failure does not lose lines: the next append writes the count again. */
  #saveCount(): void {
    if (!this.#count) return;
    try {
      writeGapCount(this.#parts.folder, this.#count);
    } catch (error) {
      this.#parts.onProblem(`${GAP_COUNT_FILE} could not be written: ${(error as Error).message}`);
    }
  }

  async #reopen(): Promise<void> {
    if (!this.#isReplaced) return;
    const { log } = await LineLog.open(this.#path);
    const before = this.#log;
    this.#log = log;
    this.#isReplaced = false;
    await before.close();
  }
}

function countAfter(count: GapCount, lines: readonly string[]): GapCount {
  return lines.reduce(
    ({ number, digest }, line) => ({ number: number + 1, digest: digestAfter(digest, line) }),
    count,
  );
}

/**
 * If lines are lost, numbering continues from the written count, so that the loss is visible until the file
 * is replaced.
 */
function countToContinueFrom({ count, problems }: CheckedGapLines, kept: StoredGapCounts): GapCount {
  if (problems.length === 0 || !Array.isArray(kept)) return count;
  const last = (kept as readonly GapCount[]).reduce((a, b) => (b.number > a.number ? b : a));
  return last.number > count.number ? last : count;
}

/** A line without a number stays unchanged. */
function renumbered(line: string, number: number): string {
  return numberIn(line) === undefined ? line : withNumber(line, number);
}
