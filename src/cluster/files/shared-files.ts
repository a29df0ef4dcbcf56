import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  COUNT_FILE,
  digestAfter,
  HEAD_FILE,
  NO_HEADS,
  readCount,
  readHeadLines,
  writeCount,
} from '../../app/pipeline/integrity/head-lines.ts';
import { isHeader, LineLog, type LogContent } from '../../disk/line-log.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { Listeners } from '../../core/async/listeners.ts';
import { SerialQueue } from '../../core/async/serial-queue.ts';
import type { Share } from '../../core/numbers/share.ts';
import type { Millis } from '../../core/time.ts';
import type { CopiedContent, CopiedFile } from '../../disk/copied-file.ts';
import type { Quarantine } from '../../disk/quarantine.ts';
import type { Database } from '../postgres/database.ts';
import { SharedLog } from '../postgres/log/shared-log.ts';
import { fencedShare } from './fenced-share.ts';
import { copiedFile, SHARED_FILES, type SharedFileName } from './shared-file.ts';

export interface SharedFilesParts {
  /** The data directory, which this process owns. */
  readonly folder: string;
  /** The caller closes it. */
  readonly database: Database;
  readonly quarantine: Pick<Quarantine, 'copy' | 'keep'>;
  readonly log: Logger;
}

/** A file has more than before. */
export interface CopyNews {
  readonly name: SharedFileName;
  /** What was added to it; undefined where it is another file, which is to be read anew. */
  readonly added: readonly Buffer[] | undefined;
}

interface Copy {
  readonly name: SharedFileName;
  readonly log: SharedLog;
  readonly file: CopiedFile;
  /** How many records are read at once. */
  readonly pageRecords: number;
  /** What the file had when it was level with the shared log. */
  level: CopiedContent | undefined;
}

/** Lines are short. */
const PAGE_LINES = 1000;
/** A version of the reference data may be as long as a thousand lines. */
const PAGE_VERSIONS = 8;

/**
 * The files of a data directory that are copies of logs in the database. Of a file, either this copies records into it, or an owner
 * that has a `share` appends to it: before an owner opens it, following is stopped and `catchUp` has resolved, after the fence was raised.
 */
export class SharedFiles {
  readonly #parts: SharedFilesParts;
  readonly #copies: readonly Copy[];
  readonly #queue = new SerialQueue();
  readonly #news = new Listeners<CopyNews>();
  /** A call that has not begun yet. */
  #waiting: Promise<void> | undefined;
  #isFailing = false;
  #stopFollowing: () => Promise<void> = async () => undefined;

  /** Asks the database for nothing: the copies can be read while it is away. */
  constructor(parts: SharedFilesParts) {
    const { folder, database, quarantine } = parts;
    this.#parts = parts;
    this.#copies = SHARED_FILES.map((name) => ({
      name,
      log: new SharedLog(database, name),
      file: copiedFile(name, folder, quarantine),
      pageRecords: name === 'reference' ? PAGE_VERSIONS : PAGE_LINES,
      level: undefined,
    }));
  }

  /**
   * When it resolves, the files have all that the logs had when it was called. A file that is damaged or says something else than its
   * log is set aside and copied anew. Where one cannot be written, the others are copied all the same, and it rejects.
   */
  catchUp(): Promise<void> {
    this.#waiting ??= this.#queue.run(() => {
      this.#waiting = undefined;
      return this.#copyAll();
    });
    return this.#waiting;
  }

  /** The same, where a failure is told to the operator, once until it is over. */
  async tryCatchUp(): Promise<boolean> {
    const { log } = this.#parts;
    try {
      await this.catchUp();
    } catch (error) {
      if (!this.#isFailing) log.error({ err: error }, 'shared logs cannot be copied: it is tried again');
      this.#isFailing = true;
      return false;
    }
    if (this.#isFailing) log.info('shared logs are copied again');
    this.#isFailing = false;
    return true;
  }

  /** Catches up now and then, until what it returns is called, which resolves when nothing is under way any more. One at a time. */
  follow(clock: Clock, everyMs: Millis): () => Promise<void> {
    const stop = new AbortController();
    const following = this.#follow(clock, everyMs, stop.signal);
    this.#stopFollowing = () => {
      stop.abort();
      return following;
    };
    return this.#stopFollowing;
  }

  /** Ends with the call of what it returns. */
  onNew(hear: (news: CopyNews) => void): () => void {
    return this.#news.add(hear);
  }

  /** For the owner of a file while this process is the writer of history with this fence. See `fencedShare` for how it rejects. */
  share(name: SharedFileName, fence: number): Share {
    return fencedShare(new SharedLog(this.#parts.database, name), fence);
  }

  async close(): Promise<void> {
    await this.#stopFollowing();
    await this.#queue.idle();
    await Promise.all(this.#copies.map(({ file }) => file.close()));
  }

  async #follow(clock: Clock, everyMs: Millis, signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.tryCatchUp();
      await clock.wait(everyMs, signal).catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    }
  }

  /** The files are looked at first: a record is in its log before it is in a file. */
  async #copyAll(): Promise<void> {
    const contents = await Promise.allSettled(this.#copies.map(({ file }) => file.look()));
    const last = await SharedLog.lastNumbers(this.#parts.database, SHARED_FILES);
    const copying = await Promise.allSettled(
      this.#copies.map(async (copy, i) => {
        const content = contents[i]!;
        if (content.status === 'rejected') throw content.reason;
        await this.#copy(copy, content.value, last.get(copy.name) ?? 0);
      }),
    );
    for (const each of copying) if (each.status === 'rejected') throw each.reason;
  }

  /** `last`: the number of the last record of the log. */
  async #copy(copy: Copy, content: CopiedContent, last: number): Promise<void> {
    const { name, file, log } = copy;
    const isKnown = content === copy.level;
    if (isKnown && content.records === last) return;
    const problem = content.problem ?? (await difference(content, log, last));
    if (problem !== undefined) await this.#copyAnew(copy, problem);
    else {
      // An owner has written to it since.
      if (copy.level && !isKnown) this.#news.tell({ name, added: undefined });
      await this.#copyOn(copy, content.records);
    }
    copy.level = await file.look();
    if (name === 'heads') keepHeadCount(this.#parts.folder, this.#parts.quarantine);
  }

  async #copyOn({ name, file, log, pageRecords }: Copy, records: number): Promise<void> {
    for await (const page of log.pagesAfter(records, pageRecords)) {
      const added = page.map(({ content }) => content);
      await file.append(added);
      this.#news.tell({ name, added });
    }
  }

  /** All of the log is read before anything happens to the file, and the file is in its place until the other one is. */
  async #copyAnew({ name, file, log, pageRecords }: Copy, problem: string): Promise<void> {
    const records: Buffer[] = [];
    for await (const page of log.pagesAfter(0, pageRecords))
      records.push(...page.map(({ content }) => content));
    this.#parts.quarantine.keep(file.path, problem);
    file.replace(records);
    this.#parts.log.error({ path: file.path, problem }, 'a copy was set aside and made anew');
    this.#news.tell({ name, added: undefined });
  }
}

/** What a sound file says otherwise than the log; undefined where that goes on where the file ends. */
async function difference(
  { records, last }: CopiedContent,
  log: SharedLog,
  lastNumber: number,
): Promise<string | undefined> {
  if (records > lastNumber) return `it has ${records} records, the shared log ${lastNumber}`;
  if (last === undefined) return undefined;
  for await (const [record] of log.pagesAfter(records - 1, 1))
    return record?.content.equals(last) ? undefined : `record ${records} is not that of the shared log`;
  return `the shared log has no record ${records}`;
}

/**
 * Brings the count of heads up to date with the file, which is as the shared log is. A count that is none of these heads is set aside
 * first: it may tell of heads that were lost.
 */
function keepHeadCount(folder: string, quarantine: Pick<Quarantine, 'copy'>): void {
  const content = LineLog.read(join(folder, HEAD_FILE));
  if (!content) return;
  const kept = readCount(folder);
  const { count } = readHeadLines(content, folder, undefined);
  if (kept !== 'damaged' && kept?.number === count.number && kept.digest === count.digest) return;
  const isOfTheseHeads = kept === undefined || (kept !== 'damaged' && digestsOf(content).has(kept.digest));
  if (!isOfTheseHeads)
    quarantine.copy(join(folder, COUNT_FILE), 'it does not fit the heads of the shared log');
  writeCount(folder, count);
}

/** After each head, and before the first. */
function digestsOf({ lines }: LogContent): Set<string> {
  const digests = [NO_HEADS.digest];
  for (const line of lines) if (!isHeader(line)) digests.push(digestAfter(digests.at(-1)!, line));
  return new Set(digests);
}
