import { join } from 'node:path';
import { existsSync, readdirSync } from '../../../disk/files.ts';
import { ignoreMissing } from '../../../disk/ignore-missing.ts';
import { QUARANTINE } from '../../directory/data-format.ts';
import type { HeadReader, SignedHead } from '../../../core/integrity-head.ts';
import { LineLog, type LogContent } from '../../../disk/line-log.ts';
import { openOwnedLog, type OwnedLogParts } from '../../../disk/owned-log.ts';
import {
  HEAD_COUNT_FILE,
  readCount,
  writeCount,
  digestAfter,
  HEAD_FILE,
  headLogHeader,
  headLine,
  NO_HEADS,
  readHeadLines,
  type HeadCount,
  type HeadLines,
} from './head-lines.ts';

type HeadLogParts = Omit<OwnedLogParts, 'onProblem'> & Partial<OwnedLogParts>;

/**
 * `integrity-heads.log` with its count: the signed head of the last tick of each day. Only the owner of the
 * directory opens it.
 */
export class HeadLog implements HeadReader {
  readonly #parts: HeadLogParts;
  readonly #log: LineLog;
  readonly #heads: SignedHead[];
  #count: HeadCount;

  private constructor(parts: HeadLogParts, log: LineLog, { heads, count }: Omit<HeadLines, 'problems'>) {
    this.#parts = parts;
    this.#log = log;
    this.#heads = [...heads];
    this.#count = count;
  }

  static async open(parts: HeadLogParts): Promise<HeadLog> {
    const { folder, onProblem = () => {} } = parts;
    const kept = readCount(folder);
    const { log, content } = await openOwnedLog(parts, HEAD_FILE);
    try {
      const found = readHeadLines(content, folder, kept);
      for (const problem of found.problems) onProblem(problem);
      if (content.lines.length === 0) await log.append([], [headLogHeader()]);
      const count = countToContinueFrom(found, kept);
      const heads = new HeadLog(parts, log, { ...found, count });
      // An older version wrote no count, and after a crash it may be one too low. If heads are lost, the
      // stored count stays.
      const isBehind = found.problems.length === 0 && kept !== 'damaged' && kept?.number !== count.number;
      if (kept === undefined || isBehind) heads.#saveCount();
      return heads;
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  async heads(): Promise<readonly SignedHead[]> {
    return this.#heads;
  }

  get last(): SignedHead | undefined {
    return this.#heads.at(-1);
  }

  async append(head: SignedHead): Promise<void> {
    const number = this.#count.number + 1;
    const line = headLine(number, head);
    await this.#log.append([line]);
    this.#heads.push(head);
    this.#count = { number, digest: digestAfter(this.#count.digest, line) };
    this.#saveCount();
  }

  close(): Promise<void> {
    return this.#log.close();
  }

  /** A failure does not lose the head: the next append writes the count again. */
  #saveCount(): void {
    const { folder, onProblem } = this.#parts;
    try {
      writeCount(folder, this.#count);
    } catch (error) {
      onProblem?.(`${HEAD_COUNT_FILE} could not be written: ${(error as Error).message}`);
    }
  }
}

/** If heads are lost, counting continues from the stored count, so that the loss stays visible forever. */
function countToContinueFrom({ count, problems }: HeadLines, kept: ReturnType<typeof readCount>): HeadCount {
  if (kept === undefined || kept === 'damaged') return count;
  return problems.length === 0 ? count : { ...kept, number: Math.max(kept.number, count.number) };
}

/** Reads the heads of a directory, also while its owner runs. Empty if the directory never had any. */
export function readHeads(folder: string): Omit<HeadLines, 'count'> {
  // Read the count first: the owner writes the line before the count.
  const kept = readCount(folder);
  const path = join(folder, HEAD_FILE);
  const content = LineLog.read(path);
  const { heads, problems } = readHeadLines(content ?? NO_LOG, folder, kept);
  if (content || !kept) return { heads, problems };
  const isGone = !existsSync(path) && kept !== 'damaged' && kept.number > NO_HEADS.number;
  return {
    heads,
    problems: isGone ? [`${HEAD_FILE} is missing: it had ${kept.number} heads`] : problems,
  };
}

/** Heads of copies in quarantine: they were signed, whatever the log contains now. */
export function quarantinedHeads(folder: string): SignedHead[] {
  const quarantine = join(folder, QUARANTINE);
  const names = ignoreMissing(() => readdirSync(quarantine)) ?? [];
  return names
    .filter((name) => name.endsWith(HEAD_FILE))
    .flatMap((name) => {
      const content = LineLog.read(join(quarantine, name));
      return content ? readHeadLines(content, folder, undefined).heads : [];
    });
}

const NO_LOG: LogContent = { lines: [], tornBytes: 0, damagedLines: [] };
