import { FINAL_AFTER_MS } from '../../../core/candle.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DAY_MS, dayOfTick, dayStart, formatDatetime, type Millis } from '../../../core/time.ts';
import { BackfillLedger } from './backfill-ledger.ts';
import {
  covers,
  joinedDays,
  wouldShrinkPlan,
  MAX_DAYS,
  nextJob,
  plannedDays,
  type BackfillDepth,
  type PlannedDays,
} from './backfill-plan.ts';
import {
  candlesSettledFrom,
  openSeamDay,
  valuesSettledFrom,
  type BackfillProgress,
} from './backfill-progress.ts';
import type { BackfillState } from './backfill-state.ts';
import { BackfillWork, type BackfillParts } from './work/backfill-work.ts';
import { PastThread } from '../past/past-thread.ts';
import { allMissing } from './missing-days.ts';
import { findMissingDays } from './stored-past.ts';

export type { BackfillParts };

export interface Extension {
  /** `covered`: the current plan already includes the days. `replaced`: a larger plan was reduced. */
  readonly outcome: 'started' | 'extended' | 'covered' | 'replaced';
  /** Number of days that history has lost and that are filled in again. */
  readonly missing: number;
  readonly days: PlannedDays;
  readonly state: BackfillState;
}

/**
 * Fills in the history before the first tick, in its own thread; days that clients ask for come first.
 * Continues after a crash.
 */
export class Backfill {
  /** Models the past for requests and for the first lists; absent if the source has no past. */
  readonly pastThread: PastThread | undefined;
  readonly #parts: BackfillParts;
  readonly #ledger: BackfillLedger;
  readonly #work: BackfillWork;
  readonly #changes = new Deferred<void>();
  readonly #lastDay = new Deferred<void>();
  #running: Promise<void> = Promise.resolve();
  /** Cache of `settledFrom`: it changes with progress and, because the window moves, with the day. */
  #settled:
    | { readonly remaining: BackfillProgress; readonly today: Millis; readonly from: Millis }
    | undefined;

  constructor(parts: BackfillParts) {
    this.#parts = parts;
    this.#ledger = new BackfillLedger(parts.folder, parts.log);
    this.pastThread = parts.past && new PastThread(parts.past);
    this.#work = new BackfillWork({ ...parts, pastThread: this.pastThread }, this.#ledger);
  }

  get firstTick(): Millis | undefined {
    return this.#ledger.progress.firstLive;
  }

  /** Values from this instant on are final in all series. -Infinity if nothing is left to do. */
  settledFrom(): Millis {
    const [remaining, today] = [this.#ledger.remaining(), dayStart(this.#parts.marketClock.now())];
    // Called for every page of history.
    if (this.#settled?.remaining !== remaining || this.#settled.today !== today)
      this.#settled = { remaining, today, from: valuesSettledFrom(remaining, today) };
    return this.#settled.from;
  }

  /** Increases whenever settled values become unsettled, even briefly. */
  revision(): number {
    return this.#ledger.revision;
  }

  /** End-of-day records of days from this one on are final, except those of `openSeamDay`. */
  candlesSettledFrom(): Millis {
    // While the back-fill waits for space, which may be forever, it stores nothing. When it continues, it does
    // not change existing records.
    if (this.#work.isShortOfSpace) return -Infinity;
    return candlesSettledFrom(this.#ledger.remaining(), this.#parts.marketClock.now());
  }

  /** The day of the first tick until its end-of-day records are made from the whole day. */
  openSeamDay(): Millis | undefined {
    return openSeamDay(this.#ledger.progress);
  }

  /** Resolves when the reference values of percent changes are stored, or when storing them has failed. */
  async changesStored(): Promise<void> {
    if (this.#parts.past && this.#ledger.progress.changesLeft) await this.#changes.promise;
  }

  /** Resolves with true when the last complete day before the first tick is stored, or with false if that failed. */
  async lastDayStored(): Promise<boolean> {
    if (!this.#parts.past || this.firstTick === undefined) return true;
    if (!this.#ledger.progress.prepared) await this.#lastDay.promise;
    return this.#ledger.progress.prepared;
  }

  get hasChangesStored(): boolean {
    return !this.#parts.past || !this.#ledger.progress.changesLeft;
  }

  state(): BackfillState {
    return this.#work.state();
  }

  /**
   * Call before the first tick. A store without ticks will be filled in, so the model opens while the first
   * tick is computed. A store that has ticks and was never filled in is left unchanged: its first tick is
   * unknown.
   */
  async begin(hasTicks: boolean): Promise<void> {
    if (!this.#parts.past) return;
    if (hasTicks) return this.#findFirstTick();
    this.#ledger.save({ prepared: false });
    this.pastThread?.start();
  }

  /** A process that was killed after it stored the first tick may not have saved it as progress. */
  async #findFirstTick(): Promise<void> {
    const { progress } = this.#ledger;
    if (progress.prepared || progress.firstLive !== undefined || !this.#ledger.hasBegun()) return;
    for await (const { at } of this.#parts.history.records(0, Infinity)) {
      this.#ledger.save({ ...progress, firstLive: at, changesLeft: true });
      return;
    }
  }

  /** Saves the first tick of a directory: the time before it can be modelled from now on. */
  firstTickStored(at: Millis, largest: readonly string[]): void {
    const ledger = this.#ledger;
    if (!this.#parts.past || ledger.progress.prepared || !ledger.hasBegun()) return;
    // A process that was killed before the last day was stored may have saved this already.
    ledger.save({ largest, firstLive: at, changesLeft: true, ...ledger.progress });
  }

  /**
   * Call at the start of a process. `depth` is configured, undefined for `off`. An unfinished plan that is
   * larger, or that `tidemark backfill` asked for, continues. The reference values of changes are stored
   * first, whatever the depth.
   */
  resume(depth: BackfillDepth | undefined): void {
    const { plan, done = {}, missing } = this.#ledger.progress;
    const isLeft = plan?.byHand && nextJob(plan, done, this.#parts.marketClock.now(), missing) !== undefined;
    if (depth !== undefined) this.run(plannedDays(depth));
    else if (plan && isLeft) this.run(plan.days, true);
    else this.#runWithoutPlan();
  }

  /** Without a back-fill, the end-of-day records of the first tick's day are final as the engine made them. */
  #runWithoutPlan(): void {
    if (openSeamDay(this.#ledger.progress) !== undefined)
      this.#ledger.save({ ...this.#ledger.progress, seamClosed: true });
    this.#runAfterPreparation(() => this.#work.closeSeam());
  }

  /** Adds days to the plan and fills them in, in the background. A smaller plan never shrinks a larger one. */
  run(requested: PlannedDays, byHand = false): Extension['outcome'] | undefined {
    const { firstLive, plan, largest = [], done } = this.#ledger.progress;
    if (!this.#parts.past || firstLive === undefined) return undefined;
    const isCovered = plan !== undefined && covers(plan.days, requested);
    if (!plan || !isCovered || (byHand && !plan.byHand)) {
      const days = plan ? joinedDays(plan.days, requested) : requested;
      const next = { firstLive, days, largest, byHand: byHand || (plan?.byHand ?? false) };
      const seamClosed = plan ? this.#ledger.progress.seamClosed : this.#isSeamFinal(firstLive);
      const seam = seamClosed === undefined ? {} : { seamClosed };
      this.#ledger.save({ ...this.#ledger.progress, plan: next, done: done ?? {}, ...seam });
      this.#work.forgetPace();
    }
    this.#runAfterPreparation(() => this.#work.fillIn());
    // The seam day comes after the plan.
    this.#work.awaitSeam(firstLive, () => {
      this.#running = this.#running.then(() => this.#work.closeSeam());
      return this.#running;
    });
    if (isCovered) return 'covered';
    return plan ? 'extended' : 'started';
  }

  /** Runs `tidemark backfill`. Fills in missing days again; reduces a larger plan only with `replace`. */
  async extend(days: unknown, replace = false): Promise<Extension> {
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MAX_DAYS)
      throw new OperatorError(`days must be a whole number from 1 to ${MAX_DAYS}`);
    if (!this.#parts.past)
      throw new OperatorError('nothing can be filled in: the source of this directory has no modelled past');
    const replaces = this.#isLargerInProgress(days);
    if (replaces) {
      if (!replace)
        throw wouldShrinkPlan(this.#ledger.progress.plan!.days.everything, days, this.state().done);
      this.#shrinkTo(days);
    }
    const missing = await this.#findMissing();
    const outcome = this.run(plannedDays(days), true);
    if (!outcome)
      throw new OperatorError(
        'nothing can be filled in: the time of the first tick of this directory is unknown',
      );
    return {
      outcome: replaces ? 'replaced' : outcome,
      missing,
      days: this.#ledger.progress.plan!.days,
      state: this.state(),
    };
  }

  now(): { readonly state: BackfillState; readonly progress: BackfillProgress } {
    return { state: this.state(), progress: this.#ledger.progress };
  }

  /** Stops at once. A write in progress is stored completely or not at all. */
  async close(): Promise<void> {
    await this.#work.close();
    await this.pastThread?.close();
  }

  /**
   * Resolves when the plan is done or the back-fill is closed; rejects if another process has taken over the
   * history.
   */
  async idle(): Promise<void> {
    await this.#running;
    if (this.#work.takenOver) throw this.#work.takenOver;
  }

  /**
   * Stores the reference values of changes, then the last complete day, then runs `work`. If the reference values could not be
   * stored, retries them at the end.
   */
  #runAfterPreparation(work: () => Promise<void>): void {
    this.#running = this.#running
      .then(() => this.#storeChanges())
      .then(() => this.#storeLastDay())
      .then(work)
      .then(() => {
        const { firstLive } = this.#ledger.progress;
        return firstLive === undefined ? undefined : this.#work.retryChanges(firstLive);
      });
  }

  async #storeChanges(): Promise<void> {
    const { firstLive } = this.#ledger.progress;
    if (firstLive !== undefined) await this.#work.storeChanges(firstLive, () => this.#changes.resolve());
    this.#changes.resolve();
  }

  async #storeLastDay(): Promise<void> {
    const { firstLive } = this.#ledger.progress;
    if (firstLive !== undefined) await this.#work.storeLastDay(firstLive, () => this.#lastDay.resolve());
    this.#lastDay.resolve();
  }

  #isLargerInProgress(days: number): boolean {
    const { plan, done = {}, missing } = this.#ledger.progress;
    if (!plan || plan.days.everything <= days) return false;
    return nextJob(plan, done, this.#parts.marketClock.now(), missing) !== undefined;
  }

  /** Keeps the days that are filled in, and finishes the running job. */
  #shrinkTo(days: number): void {
    const { plan, ...progress } = this.#ledger.progress;
    this.#ledger.save({ ...progress, plan: { ...plan!, days: plannedDays(days) } });
    this.#work.forgetPace();
  }

  /** Whether clients may have seen the end-of-day records of the first tick's day: then they are final. */
  #isSeamFinal(firstLive: Millis): boolean {
    return this.#parts.marketClock.now() >= dayOfTick(firstLive) + DAY_MS + FINAL_AFTER_MS;
  }

  /** Finds filled-in days that history has lost; resolves with their number. */
  async #findMissing(): Promise<number> {
    const { history, marketClock } = this.#parts;
    const { plan, done = {} } = this.#ledger.progress;
    if (!plan) return 0;
    const missing = await findMissingDays(history, { plan, done, now: marketClock.now() });
    const days = allMissing(missing);
    if (days.length === 0) return 0;
    this.#ledger.saveMissing(missing);
    this.#work.forgetPace();
    this.#parts.log.warn(
      { days: days.length, newest: formatDatetime(days.at(-1)!) },
      'filled-in days are missing from history: they are filled in again',
    );
    return days.length;
  }
}
