import { join } from 'node:path';
import { OperatorError } from '../../core/errors.ts';
import type { Share } from '../../core/share.ts';
import type { Millis } from '../../core/time.ts';
import { LineLog } from '../../disk/line-log.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import { GAP_FILE, headerLine, isGapBefore, readGapLines, type GapLines } from './gap-lines.ts';

export interface GapLogParts {
  /** The data directory, which this process owns. */
  readonly folder: string;
  readonly quarantine: Pick<Quarantine, 'copy'>;
  /** Hears what is damaged. */
  readonly onProblem: (problem: string) => void;
  /** Where the file is the copy of a shared log. */
  readonly share?: Share | undefined;
}

/** `gaps.log`: why slots stayed without a tick, as far as the service knew. Only for the owner of the directory. */
export class GapLog {
  /** What it held when it was opened. */
  readonly found: GapLines;
  readonly #path: string;
  readonly #parts: GapLogParts;
  #log: LineLog;
  #hasHeader: boolean;
  /** Whether the file that is open is no longer the one that counts. */
  #isReplaced = false;

  private constructor(parts: GapLogParts, log: LineLog, found: GapLines, hasHeader: boolean) {
    this.#parts = parts;
    this.#path = join(parts.folder, GAP_FILE);
    this.#log = log;
    this.found = found;
    this.#hasHeader = hasHeader;
  }

  static async open(parts: GapLogParts): Promise<GapLog> {
    const { folder, quarantine, onProblem, share } = parts;
    const path = join(folder, GAP_FILE);
    const onDoubt = (reason: string) => quarantine.copy(path, reason);
    const { log, content } = await LineLog.open(path, onDoubt, share).catch((error: unknown) => {
      throw new OperatorError(`${path} cannot be used: ${(error as Error).message}`);
    });
    try {
      for (const line of content.damagedLines) onProblem(`line ${line} of ${GAP_FILE} is damaged`);
      return new GapLog(parts, log, readGapLines(content, folder), content.lines.length > 0);
    } catch (error) {
      await log.close();
      throw error;
    }
  }

  /** Durable when it resolves. One call at a time. Where it rejects, nothing of it is written. */
  async append(lines: readonly string[]): Promise<void> {
    await this.#reopen();
    await this.#log.append(lines, this.#hasHeader ? [] : [headerLine()]);
    this.#hasHeader = true;
  }

  /**
   * Takes gaps that ended by then out of the file, which is written anew; what is damaged is set aside first. Not beside `append`. The
   * copy of a shared log stays as it is: records are counted by their place.
   */
  async forgetBefore(instant: Millis): Promise<void> {
    if (this.#parts.share) return;
    await this.#reopen();
    const content = LineLog.read(this.#path);
    const kept = content?.lines.filter((line) => !isGapBefore(line, instant)) ?? [];
    if (!content || kept.length === content.lines.length) return;
    if (content.damagedLines.length > 0)
      this.#parts.quarantine.copy(this.#path, `damaged lines: ${content.damagedLines.length}`);
    LineLog.replace(this.#path, kept);
    this.#isReplaced = true;
    await this.#reopen();
  }

  close(): Promise<void> {
    return this.#log.close();
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
