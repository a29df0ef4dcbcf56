import { join } from 'node:path';
import type { Logger } from 'pino';
import { SerialQueue } from '../../../core/async/serial-queue.ts';
import { readFileIfExists, writeFileDurably } from '../../../disk/durable-file.ts';
import type { Database } from '../../postgres/database.ts';
import { SharedLog, type SharedAppend } from '../../postgres/log/shared-log.ts';
import { PROGRESS_FILE } from '../../../app/pipeline/backfill/backfill-progress.ts';
import { SEEDING_FILE } from '../../../app/pipeline/seeding/seeding-ledger.ts';

const FILES = [PROGRESS_FILE, SEEDING_FILE];

/** A file of the leader, and its newest state in the store. */
interface Note {
  readonly file: string;
  readonly log: SharedLog;
  number: number;
  content: string | undefined;
}

/**
 * Shares the progress of the back-fill. The leader keeps it in files, and copies these to the store so that the next leader can continue
 * there. If the newest state was not copied, a job is repeated, which does not change stored data.
 */
export class ProgressNotes {
  readonly #folder: string;
  readonly #database: Database;
  readonly #log: Logger;
  readonly #notes: readonly Note[];
  readonly #queue = new SerialQueue();

  constructor(folder: string, database: Database, log: Logger) {
    this.#folder = folder;
    this.#database = database;
    this.#log = log;
    this.#notes = FILES.map((file) => ({
      file,
      log: new SharedLog(database, `note ${file}`),
      number: 0,
      content: undefined,
    }));
  }

  /** Copies the stored state into the folder. Call when no other process leads any more. */
  async restore(): Promise<void> {
    await this.#read(this.#notes);
    for (const note of this.#notes) {
      const path = join(this.#folder, note.file);
      if (note.content !== undefined && readFileIfExists(path) !== note.content)
        writeFileDurably(path, note.content);
    }
  }

  /** Queues a copy of changed files to the store. */
  keep(fence: number): void {
    void this.#queue
      .run(() => this.#keepAll(fence))
      .catch((error: unknown) => {
        const { code, message } = error as NodeJS.ErrnoException;
        this.#log.debug(
          { reason: code ?? message },
          'the progress of the back-fill could not be copied to the store yet',
        );
      });
  }

  idle(): Promise<void> {
    return this.#queue.idle();
  }

  /** Reads the newest stored state of each file. */
  async #read(notes: readonly Note[]): Promise<void> {
    const last = await SharedLog.lastNumbers(
      this.#database,
      notes.map(({ log }) => log.name),
    );
    for (const note of notes) {
      const newest = (last.get(note.log.name) ?? 0) - 1;
      for await (const { number, content } of note.log.after(Math.max(note.number, newest))) {
        note.number = number;
        note.content = content.toString();
      }
    }
  }

  async #keepAll(fence: number): Promise<void> {
    for (const note of this.#notes) {
      const content = readFileIfExists(join(this.#folder, note.file));
      if (content === undefined || content === note.content) continue;
      let outcome = await this.#append(note, content, fence);
      if (outcome === 'behind') {
        // No other process appends with this fence: an earlier attempt of this process was stored, but its answer was lost.
        await this.#read([note]);
        outcome = await this.#append(note, content, fence);
      }
      if (outcome !== 'stored') throw new Error(outcome);
    }
  }

  async #append(note: Note, content: string, fence: number): Promise<SharedAppend> {
    const outcome = await note.log.append([Buffer.from(content)], note.number, fence);
    if (outcome !== 'stored') return outcome;
    note.number++;
    note.content = content;
    return outcome;
  }
}
