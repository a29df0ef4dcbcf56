import type { Clock } from '../../../../core/clocks/clock.ts';
import { formatDatetime, SECOND_MS, type Millis } from '../../../../core/time.ts';
import type { HistoryStore } from '../../../../history/history-store.ts';
import type { ServerAddress } from '../../../config/server-address.ts';
import type { SourcePast } from '../../past/open-past-model.ts';
import type { PastThread } from '../../past/past-thread.ts';
import { TakenOver } from '../../../directory/taken-over.ts';
import type { BackfillLedger } from '../backfill-ledger.ts';
import { nextJob, workLeft } from '../backfill-plan.ts';
import { BackfillSpace, NoSpace, type SpaceParts } from './backfill-space.ts';
import { BackfillPace, stateOf, type BackfillState } from '../backfill-state.ts';
import { PastFiller } from './past-filler.ts';
import { SeamDay } from './seam-day.ts';

export interface BackfillParts extends SpaceParts {
  /** Set if history is not in the folder. */
  readonly store?: ServerAddress | undefined;
  /** Absent if the source has no past: then nothing is filled in. */
  readonly past?: SourcePast | undefined;
  readonly history: HistoryStore;
  readonly marketClock: Clock;
  readonly onProgress?: (state: BackfillState) => void;
}

export interface BackfillWorkParts extends BackfillParts {
  /** Models the past for requests and for the first lists; absent if `past` is. */
  readonly pastThread: PastThread | undefined;
}

/** Delay before a failed day is retried, for example after a full disk. */
const RETRY_MS = 30 * SECOND_MS;

export class BackfillWork {
  readonly #parts: BackfillParts;
  readonly #ledger: BackfillLedger;
  readonly #stop = new AbortController();
  readonly #space: BackfillSpace;
  readonly #filler: PastFiller;
  readonly #seam: SeamDay;
  readonly #pace = new BackfillPace();
  #points = 0;
  #isWorking = false;
  #takenOver: TakenOver | undefined;

  constructor(parts: BackfillWorkParts, ledger: BackfillLedger) {
    this.#parts = parts;
    this.#ledger = ledger;
    this.#space = new BackfillSpace(parts);
    const { signal } = this.#stop;
    this.#filler = new PastFiller({
      ...parts,
      signal,
      skipIfDamaged: (day, error) => ledger.skipIfDamaged(day, error),
    });
    this.#seam = new SeamDay({
      ...parts,
      signal,
      progress: () => ledger.progress,
      record: (day, fromWholeDay) => this.#recordSeam(day, fromWholeDay),
    });
  }

  get isShortOfSpace(): boolean {
    return this.#space.isShort;
  }

  /** Set when another process has taken over the history: the work has then ended. */
  get takenOver(): TakenOver | undefined {
    return this.#takenOver;
  }

  state(): BackfillState {
    const { marketClock, wallClock } = this.#parts;
    const { plan, done = {} } = this.#ledger.progress;
    const left = plan ? workLeft(plan, done, marketClock.now(), this.#ledger.missingToRetry()) : 0;
    const leftMs = left > 0 && this.#isWorking ? this.#pace.leftMs(left, wallClock.monotonic()) : undefined;
    return { ...stateOf(this.#ledger.progress, marketClock.now()), points: this.#points, leftMs };
  }

  forgetPace(): void {
    this.#pace.forget();
  }

  /** Stores the last complete day and saves that as progress, unless done. Retries after each failure. */
  async storeLastDay(firstLive: Millis, onFailure: () => void): Promise<void> {
    while (!this.#ledger.progress.prepared && !this.#stop.signal.aborted) {
      try {
        this.#points += await this.#filler.storeLastDay(firstLive);
        this.#ledger.save({ ...this.#ledger.progress, prepared: true });
      } catch (error) {
        if (this.#parts.refusesWithoutSpace) throw error;
        onFailure();
        await this.#pauseAfter(firstLive, error);
      }
    }
  }

  /** Stores the reference values of percent changes, unless done. Pauses after a failure. */
  async storeChanges(firstLive: Millis, onFailure: () => void = () => undefined): Promise<void> {
    if (!this.#ledger.progress.changesLeft || this.#stop.signal.aborted) return;
    try {
      this.#points += await this.#filler.storeChanges(firstLive);
      this.#ledger.saveChangesStored();
    } catch (error) {
      if (this.#parts.refusesWithoutSpace) throw error;
      onFailure();
      await this.#pauseAfter(firstLive, error);
    }
  }

  /**
   * Retries `storeChanges` until it succeeds or the work is closed. Meanwhile closes the day of the first
   * tick when it is due.
   */
  async retryChanges(firstLive: Millis): Promise<void> {
    while (this.#ledger.progress.changesLeft && !this.#stop.signal.aborted) {
      await this.storeChanges(firstLive);
      await this.#seam.close();
    }
    await this.#filler.endThread();
  }

  awaitSeam(firstLive: Millis, work: () => Promise<void>): void {
    void this.#seam.whenOver(firstLive, work);
  }

  async closeSeam(): Promise<void> {
    await this.#seam.close();
    await this.#filler.endThread();
  }

  /** Runs the saved plan until nothing is left, or the work is closed. */
  async fillIn(): Promise<void> {
    const { marketClock, log } = this.#parts;
    const next = () => {
      const { plan, done = {} } = this.#ledger.progress;
      const job = plan && nextJob(plan, done, marketClock.now(), this.#ledger.missingToRetry());
      return plan && job && { plan, job };
    };
    if (next()) this.#reportState();
    this.#isWorking = true;
    let worked = false;
    for (let work = next(); work && !this.#stop.signal.aborted; work = next()) {
      const { plan, job } = work;
      await this.#attempt(job.firstDay, async () => {
        const isStored = await this.#filler
          .fillIn(plan, job, (points) => this.#count(points))
          .then(
            () => true,
            (error: unknown) => this.#ledger.skipIfDamaged(job.firstDay, error),
          );
        this.#ledger.saveAfter(job, isStored);
        this.#reportState();
        worked = true;
      });
      await this.#seam.close();
    }
    this.#isWorking = false;
    if (worked && !next()) log.info('history is filled in');
    await this.closeSeam();
  }

  /** After a failure, resolves when the pause is over: the caller may then retry. */
  async #attempt(day: Millis, work: () => Promise<void>): Promise<void> {
    try {
      await this.#space.wait(this.#stop.signal, () => this.#seam.close(true));
      await work();
    } catch (error) {
      if (error instanceof NoSpace) throw error;
      await this.#pauseAfter(day, error);
    }
  }

  async #pauseAfter(day: Millis, error: unknown): Promise<false> {
    const { wallClock, log } = this.#parts;
    if (error instanceof TakenOver) this.#giveUp(error);
    if (!this.#stop.signal.aborted) {
      const what = { err: error, day: formatDatetime(day) };
      log.warn(what, 'history could not be filled in; this is retried');
      await this.#filler.endThread();
      await wallClock.wait(RETRY_MS, this.#stop.signal).catch(() => undefined);
    }
    return false;
  }

  #giveUp(error: TakenOver): void {
    this.#takenOver = error;
    this.#stop.abort();
    this.#parts.log.error('the back-fill stops: another process has taken over the history');
  }

  /** Stops at once. A write in progress is stored completely or not at all. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#filler.endThread();
  }

  /** Does not wait for space: the records are few and replace others. */
  async #recordSeam(day: Millis, fromWholeDay: boolean): Promise<boolean> {
    try {
      if (fromWholeDay) await this.#filler.storeSeam(day);
      else {
        const what = { day: formatDatetime(day) };
        this.#parts.log.warn(
          what,
          'the end-of-day records of the first day cover only its live ticks, and are final',
        );
      }
      this.#stop.signal.throwIfAborted();
      this.#ledger.save({ ...this.#ledger.progress, seamClosed: true });
      return true;
    } catch (error) {
      return this.#pauseAfter(day, error);
    }
  }

  #count(points: number): void {
    this.#points += points;
    this.#reportState();
  }

  #reportState(): void {
    this.#parts.onProgress?.(this.state());
  }
}
