import type { Logger } from 'pino';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import { DAY_DAMAGED } from '../../../history/history-store.ts';
import { doneAfter, type BackfillJob } from './backfill-plan.ts';
import { readProgress, writeProgress, type BackfillProgress } from './backfill-progress.ts';
import {
  allMissing,
  joinMissing,
  missingAfter,
  missingBut,
  missingWithout,
  type MissingDays,
} from './missing-days.ts';

export class BackfillLedger {
  readonly #folder: string;
  readonly #log: Logger;
  #progress: BackfillProgress;
  /** Days whose damage is in the log, and what this process does not try again. */
  readonly #passedBy = new Set<Millis>();
  #leftOut: MissingDays = {};
  #ahead: BackfillProgress | undefined;
  #revision = 0;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
    this.#progress = readProgress(folder) ?? { prepared: false };
  }

  get progress(): BackfillProgress {
    return this.#progress;
  }

  /** Rises whenever more is going to be filled in than was: what was settled may change after all. */
  get revision(): number {
    return this.#revision;
  }

  /** Durable when it returns. */
  save(progress: BackfillProgress): void {
    this.#ahead = undefined;
    writeProgress(this.#folder, progress);
    if (progress.plan !== this.#progress.plan || progress.missing !== this.#progress.missing)
      this.#revision++;
    this.#progress = progress;
  }

  saveChanges(): void {
    const { changesLeft: _stored, ...progress } = this.#progress;
    this.save(progress);
  }

  /** Whether anything is written down: only then is it known when the first tick was. */
  hasBegun(): boolean {
    return readProgress(this.#folder) !== undefined;
  }

  /** A day that was passed by is missing, and is tried again by the next process: that one has set the file aside. */
  saveAfter(job: BackfillJob, isStored: boolean): void {
    const { done = {}, missing: before = {}, ...progress } = this.#progress;
    const missing = isStored ? missingAfter(before, job) : missingWithout(before, job);
    // Also the other days of the job: a damaged year refuses all that it would hold.
    if (!isStored) this.#leftOut = missingWithout(this.#leftOut, job);
    const isWhole = allMissing(missing).length === 0;
    this.save({ ...progress, done: doneAfter(done, job), ...(!isWhole && { missing }) });
  }

  /** Days that were filled in and are to be filled in again, also those that were passed by before. */
  saveMissing(missing: MissingDays): void {
    this.#passedBy.clear();
    this.#leftOut = {};
    this.save({ ...this.#progress, missing: joinMissing(this.#progress.missing ?? {}, missing) });
  }

  /** Skips a damaged day, so that others are filled in, and logs it once. Throws any other error. */
  passBy(day: Millis, error: unknown): false {
    if ((error as NodeJS.ErrnoException).code !== DAY_DAMAGED) throw error;
    if (this.#passedBy.has(day)) return false;
    this.#passedBy.add(day);
    const what = { err: error, day: formatDatetime(day) };
    this.#log.error(what, 'a stored day is damaged and is not filled in; restore it from a backup');
    return false;
  }

  /** Progress without what this process leaves as it is; the same object until something is saved. */
  ahead(): BackfillProgress {
    return (this.#ahead ??= { ...this.#progress, missing: this.toDoAgain() });
  }

  toDoAgain(): MissingDays {
    const { missing = {} } = this.#progress;
    return missingBut(missing, this.#leftOut);
  }
}
