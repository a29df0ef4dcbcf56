import { join } from 'node:path';
import type { Logger } from 'pino';
import {
  HEAD_COUNT_FILE,
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
import type { AppendShared } from '../../core/numbers/append-shared.ts';
import type { Millis } from '../../core/time.ts';
import type { SharedLogCopyContent, SharedLogCopy } from '../../disk/shared-log-copy.ts';
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
  readonly quarantine: Pick<Quarantine, 'copy' | 'keepLink'>;
  readonly log: Logger;
}

/** A copy has changed. */
export interface CopyChange {
  readonly name: SharedFileName;
  /** The records added; undefined if the file was replaced and must be read again. */
  readonly added: readonly Buffer[] | undefined;
}

interface Copy {
  readonly name: SharedFileName;
  readonly log: SharedLog;
  readonly file: SharedLogCopy;
  /** How many records are read per query. */
  readonly pageRecords: number;
  /** The content of the file when it last matched the shared log. */
  level: SharedLogCopyContent | undefined;
}

/** For logs with short lines. */
const PAGE_LINES = 1000;
/** A version of the reference data may be as long as a thousand lines. */
const PAGE_VERSIONS = 8;

/**
 * Keeps files of a data directory as copies of logs in the database. A file has one writer at a time: either this class, which copies
 * records into it, or an owner with a `share`, which appends to it. Before an owner opens a file, the fence is raised, following is
 * stopped, and `catchUp` has resolved.
 */
export class SharedFiles {
  readonly #parts: SharedFilesParts;
  readonly #copies: readonly Copy[];
  readonly #queue = new SerialQueue();
  readonly #news = new Listeners<CopyChange>();
  /** A call that has not started yet. */
  #waiting: Promise<void> | undefined;
  #isFailing = false;
  #stopFollowing: () => Promise<void> = async () => undefined;

  /** Does not query the database: the copies can be read while it is unreachable. */
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
   * When it resolves, the files have everything that the logs had when it was called. A file that is damaged or differs from its log
   * is quarantined and copied again from the start. If a file cannot be written, the others are still copied, and it rejects.
   */
  catchUp(): Promise<void> {
    this.#waiting ??= this.#queue.run(() => {
      this.#waiting = undefined;
      return this.#copyAll();
    });
    return this.#waiting;
  }

  /** Catches up; logs a failure instead of rejecting, once until it succeeds again. */
  async tryCatchUp(): Promise<boolean> {
    const { log } = this.#parts;
    try {
      await this.catchUp();
    } catch (error) {
      if (!this.#isFailing) log.error({ err: error }, 'the shared logs cannot be copied, retrying');
      this.#isFailing = true;
      return false;
    }
    if (this.#isFailing) log.info('the shared logs can be copied again');
    this.#isFailing = false;
    return true;
  }

  /** Catches up every `everyMs`. Returns a function that stops this, and resolves when no copy is in progress. Only one caller may follow at a time. */
  follow(clock: Clock, everyMs: Millis): () => Promise<void> {
    const stop = new AbortController();
    const following = this.#follow(clock, everyMs, stop.signal);
    this.#stopFollowing = () => {
      stop.abort();
      return following;
    };
    return this.#stopFollowing;
  }

  /** Returns a function that unsubscribes. */
  onCopyChange(listener: (news: CopyChange) => void): () => void {
    return this.#news.add(listener);
  }

  /** For the owner of a file, while this process is the history writer with this fence. Rejects like `fencedShare`. */
  share(name: SharedFileName, fence: number): AppendShared {
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

  /** Reads the files before the logs, because a record is in its log before it is in a file. */
  async #copyAll(): Promise<void> {
    const contents = await Promise.allSettled(this.#copies.map(({ file }) => file.read()));
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
  async #copy(copy: Copy, content: SharedLogCopyContent, last: number): Promise<void> {
    const { name, file, log } = copy;
    const isKnown = content === copy.level;
    if (isKnown && content.records === last) return;
    const problem = content.problem ?? (await difference(content, log, last));
    if (problem !== undefined) await this.#copyAnew(copy, problem);
    else {
      // An owner has written to the file since.
      if (copy.level && !isKnown) this.#news.notify({ name, added: undefined });
      await this.#copyOn(copy, content.records);
    }
    copy.level = await file.read();
    if (name === 'heads') keepHeadCount(this.#parts.folder, this.#parts.quarantine);
  }

  async #copyOn({ name, file, log, pageRecords }: Copy, records: number): Promise<void> {
    for await (const page of log.pagesAfter(records, pageRecords)) {
      const added = page.map(({ content }) => content);
      await file.append(added);
      this.#news.notify({ name, added });
    }
  }

  /** Reads the whole log before it touches the file. The old file stays in place until the new one replaces it. */
  async #copyAnew({ name, file, log, pageRecords }: Copy, problem: string): Promise<void> {
    const records: Buffer[] = [];
    for await (const page of log.pagesAfter(0, pageRecords))
      records.push(...page.map(({ content }) => content));
    this.#parts.quarantine.keepLink(file.path, problem);
    file.replace(records);
    this.#parts.log.error(
      { path: file.path, problem },
      'the copy of a shared log was wrong: it was quarantined and copied again',
    );
    this.#news.notify({ name, added: undefined });
  }
}

/** How an undamaged file differs from the log; undefined if the log continues where the file ends. */
async function difference(
  { records, last }: SharedLogCopyContent,
  log: SharedLog,
  lastNumber: number,
): Promise<string | undefined> {
  if (records > lastNumber) return `it has ${records} records, the shared log has ${lastNumber}`;
  if (last === undefined) return undefined;
  for await (const [record] of log.pagesAfter(records - 1, 1))
    return record?.content.equals(last) ? undefined : `record ${records} differs from the shared log`;
  return `the shared log has no record ${records}`;
}

/**
 * Updates the count of heads from the file, which matches the shared log. A count that matches none of these heads is quarantined
 * first: it may show that heads were lost.
 */
function keepHeadCount(folder: string, quarantine: Pick<Quarantine, 'copy'>): void {
  const content = LineLog.read(join(folder, HEAD_FILE));
  if (!content) return;
  const kept = readCount(folder);
  const { count } = readHeadLines(content, folder, undefined);
  if (kept !== 'damaged' && kept?.number === count.number && kept.digest === count.digest) return;
  const isOfTheseHeads = kept === undefined || (kept !== 'damaged' && digestsOf(content).has(kept.digest));
  if (!isOfTheseHeads)
    quarantine.copy(join(folder, HEAD_COUNT_FILE), 'it does not match the heads of the shared log');
  writeCount(folder, count);
}

/** The digest before the first head, and after each head. */
function digestsOf({ lines }: LogContent): Set<string> {
  const digests = [NO_HEADS.digest];
  for (const line of lines) if (!isHeader(line)) digests.push(digestAfter(digests.at(-1)!, line));
  return new Set(digests);
}
