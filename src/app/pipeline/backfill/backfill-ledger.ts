import type { Logger } from 'pino';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import { DAY_DAMAGED } from '../../../history/history-store.ts';
import { doneAfter, type BackfillJob } from './backfill-plan.ts';
import { readProgress, writeProgress, type BackfillProgress } from './backfill-progress.ts';
import {
  allMissing,
  joinMissing,
  withoutFilled,
  withoutSkipped,
  addMissing,
  type MissingDays,
} from './missing-days.ts';

export class BackfillLedger {
  readonly #folder: string;
  readonly #log: Logger;
  #progress: BackfillProgress;
  /** Damaged days that are logged and that this process does not retry. */
  readonly #skippedDays = new Set<Millis>();
  #skipped: MissingDays = {};
  /** Cache of `remaining`. */
  #remaining: BackfillProgress | undefined;
  #revision = 0;

  constructor(folder: string, log: Logger) {
    this.#folder = folder;
    this.#log = log;
    this.#progress = readProgress(folder) ?? { prepared: false };
  }

  get progress(): BackfillProgress {
    return this.#progress;
  }

  /** Increases when the work grows: values that were settled may change. */
  get revision(): number {
    return this.#revision;
  }

  /** Durable when it returns. */
  save(progress: BackfillProgress): void {
    this.#remaining = undefined;
    writeProgress(this.#folder, progress);
    if (progress.plan !== this.#progress.plan || progress.missing !== this.#progress.missing)
      this.#revision++;
    this.#progress = progress;
  }

  /** Saves that the reference values of percent changes are stored. */
  saveChangesStored(): void {
    const { changesLeft: _stored, ...progress } = this.#progress;
    this.save(progress);
  }

  /** Whether progress was ever saved: without it, the first tick is unknown. */
  hasBegun(): boolean {
    return readProgress(this.#folder) !== undefined;
  }

  /**
   * A skipped day counts as missing. The next process retries it, because its start moves the damaged file to
   * quarantine.
   */
  saveAfter(job: BackfillJob, isStored: boolean): void {
    const { done = {}, missing: before = {}, ...progress } = this.#progress;
    const missing = isStored ? withoutFilled(before, job) : addMissing(before, job);
    // Skips all days of the job: a damaged year rejects each of its days.
    if (!isStored) this.#skipped = addMissing(this.#skipped, job);
    const isWhole = allMissing(missing).length === 0;
    this.save({ ...progress, done: doneAfter(done, job), ...(!isWhole && { missing }) });
  }

  /** Adds days that have to be filled in again, including days that were skipped before. */
  saveMissing(missing: MissingDays): void {
    this.#skippedDays.clear();
    this.#skipped = {};
    this.save({ ...this.#progress, missing: joinMissing(this.#progress.missing ?? {}, missing) });
  }

  /** Skips a damaged day, so that others are filled in, and logs it once. Throws any other error. */
  skipIfDamaged(day: Millis, error: unknown): false {
    if ((error as NodeJS.ErrnoException).code !== DAY_DAMAGED) throw error;
    if (this.#skippedDays.has(day)) return false;
    this.#skippedDays.add(day);
    const what = { err: error, day: formatDatetime(day) };
    this.#log.error(what, 'a stored day is damaged and is not filled in: restore it from a backup');
    return false;
  }

  /** Progress without the days that this process skips. The same object until something is saved. */
  remaining(): BackfillProgress {
    return (this.#remaining ??= { ...this.#progress, missing: this.missingToRetry() });
  }

  missingToRetry(): MissingDays {
    const { missing = {} } = this.#progress;
    return withoutSkipped(missing, this.#skipped);
  }
}
