import { FINAL_AFTER_MS } from '../../../core/candle.ts';
import { Deferred } from '../../../core/async/deferred.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DAY_MS, dayOfTick, dayStart, formatDatetime, type Millis } from '../../../core/time.ts';
import { BackfillLedger } from './backfill-ledger.ts';
import {
  covers,
  joinedDays,
  largerPlan,
  MOST_DAYS,
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
import { missingFrom } from './stored-past.ts';

export type { BackfillParts };

export interface Extension {
  /** `covered`: they are part of what is filled in, or being filled in, already. `replaced`: more were being filled in. */
  readonly outcome: 'started' | 'extended' | 'covered' | 'replaced';
  /** How many days were filled in and are missing: they are filled in again. */
  readonly missing: number;
  readonly days: PlannedDays;
  readonly state: BackfillState;
}

/** Fills in the history before the first tick, in its own thread, what clients ask for first. Goes on after a crash. */
export class Backfill {
  /** Models what requests and the first lists wait for; absent where the source has no past. */
  readonly pastThread: PastThread | undefined;
  readonly #parts: BackfillParts;
  readonly #ledger: BackfillLedger;
  readonly #work: BackfillWork;
  readonly #changes = new Deferred<void>();
  readonly #lastDay = new Deferred<void>();
  #running: Promise<void> = Promise.resolve();
  /** What is settled changes with progress and with the day, whose window is shorter at its end by a day. */
  #settled: { readonly ahead: BackfillProgress; readonly today: Millis; readonly from: Millis } | undefined;

  constructor(parts: BackfillParts) {
    this.#parts = parts;
    this.#ledger = new BackfillLedger(parts.folder, parts.log);
    this.pastThread = parts.past && new PastThread(parts.past);
    this.#work = new BackfillWork({ ...parts, pastThread: this.pastThread }, this.#ledger);
  }

  get firstTick(): Millis | undefined {
    return this.#ledger.progress.firstLive;
  }

  /** Ticks after this instant no longer change, in any series. -Infinity if nothing is left to do. */
  settledFrom(): Millis {
    const [ahead, today] = [this.#ledger.ahead(), dayStart(this.#parts.marketClock.now())];
    // Asked for with every page of the past.
    if (this.#settled?.ahead !== ahead || this.#settled.today !== today)
      this.#settled = { ahead, today, from: valuesSettledFrom(ahead, today) };
    return this.#settled.from;
  }

  /** Rises with every change after which values that were settled are settled no more, however soon they are again. */
  revision(): number {
    return this.#ledger.revision;
  }

  /** The same for end-of-day records: those of the day that starts there, and of later ones, but for the seam. */
  candlesSettledFrom(): Millis {
    // While it waits for space, maybe for ever, it stores nothing, and later it leaves what is there.
    if (this.#work.isShortOfSpace) return -Infinity;
    return candlesSettledFrom(this.#ledger.ahead(), this.#parts.marketClock.now());
  }

  /** The day of the first tick while its end-of-day records are still to be made from all of it. */
  openSeamDay(): Millis | undefined {
    return openSeamDay(this.#ledger.progress);
  }

  /** Resolves when the values that changes are measured from are stored, or once that has failed. */
  async changesStored(): Promise<void> {
    if (this.#parts.past && this.#ledger.progress.changesLeft) await this.#changes.promise;
  }

  /** Resolves when the last complete day before the first tick is stored, or once that has failed: then with false. */
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
   * Before the first tick: a store without one is going to be filled in, and the model is opened while the tick is
   * computed. A store that has ticks and was never filled in stays as it is: it is not known when its first tick was.
   */
  async begin(hasTicks: boolean): Promise<void> {
    if (!this.#parts.past) return;
    if (hasTicks) return this.#findFirstTick();
    this.#ledger.save({ prepared: false });
    this.pastThread?.start();
  }

  /** A process that was killed after it had stored the first tick may not have written it down. */
  async #findFirstTick(): Promise<void> {
    const { progress } = this.#ledger;
    if (progress.prepared || progress.firstLive !== undefined || !this.#ledger.hasBegun()) return;
    for await (const { at } of this.#parts.history.records(0, Infinity)) {
      this.#ledger.save({ ...progress, firstLive: at, changesLeft: true });
      return;
    }
  }

  /** Writes down the first tick of a directory: what lies before it can be modelled from now on. */
  firstTickStored(at: Millis, largest: readonly string[]): void {
    const ledger = this.#ledger;
    if (!this.#parts.past || ledger.progress.prepared || !ledger.hasBegun()) return;
    // A process that was killed before the last day was stored may have written this down already.
    ledger.save({ largest, firstLive: at, changesLeft: true, ...ledger.progress });
  }

  /**
   * At the start of a process, which is configured with that depth or with none. A plan that is larger, or was asked for by
   * hand, and is not done goes on. What changes are measured from comes before all of it, whatever the depth.
   */
  resume(depth: BackfillDepth | undefined): void {
    const { plan, done = {}, missing } = this.#ledger.progress;
    const isLeft = plan?.byHand && nextJob(plan, done, this.#parts.marketClock.now(), missing) !== undefined;
    if (depth !== undefined) this.run(plannedDays(depth));
    else if (plan && isLeft) this.run(plan.days, true);
    else this.#runNothing();
  }

  /** Without a back-fill the day of the first tick is shown as the engine makes it, and then stays so. */
  #runNothing(): void {
    if (openSeamDay(this.#ledger.progress) !== undefined)
      this.#ledger.save({ ...this.#ledger.progress, seamClosed: true });
    this.#runBetweenChanges(() => this.#work.closeSeam());
  }

  /** Adds days to the plan and works on them in the background. A smaller plan takes nothing away from a larger one. */
  run(asked: PlannedDays, byHand = false): Extension['outcome'] | undefined {
    const { firstLive, plan, largest = [], done } = this.#ledger.progress;
    if (!this.#parts.past || firstLive === undefined) return undefined;
    const isCovered = plan !== undefined && covers(plan.days, asked);
    if (!plan || !isCovered || (byHand && !plan.byHand)) {
      const days = plan ? joinedDays(plan.days, asked) : asked;
      const next = { firstLive, days, largest, byHand: byHand || (plan?.byHand ?? false) };
      const seamClosed = plan ? this.#ledger.progress.seamClosed : this.#isSeamFinal(firstLive);
      const seam = seamClosed === undefined ? {} : { seamClosed };
      this.#ledger.save({ ...this.#ledger.progress, plan: next, done: done ?? {}, ...seam });
      this.#work.forgetPace();
    }
    this.#runBetweenChanges(() => this.#work.fillIn());
    // A plan comes first.
    this.#work.awaitSeam(firstLive, () => {
      this.#running = this.#running.then(() => this.#work.closeSeam());
      return this.#running;
    });
    if (isCovered) return 'covered';
    return plan ? 'extended' : 'started';
  }

  /** Carries out `tidemark backfill`. Fills in missing days again; gives up a larger plan only with `replace`. */
  async extend(days: unknown, replace = false): Promise<Extension> {
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MOST_DAYS)
      throw new OperatorError(`days must be a whole number from 1 to ${MOST_DAYS}`);
    if (!this.#parts.past)
      throw new OperatorError('nothing can be filled in: the source of this directory has no past to model');
    const replaces = this.#isLargerUnderWay(days);
    if (replaces) {
      if (!replace) throw largerPlan(this.#ledger.progress.plan!.days.everything, days, this.state().done);
      this.#shrinkTo(days);
    }
    const missing = await this.#lookForMissing();
    const outcome = this.run(plannedDays(days), true);
    if (!outcome)
      throw new OperatorError(
        'nothing can be filled in: it is not known when the first tick of this directory was',
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

  /** Stops at once; what is being stored is stored or not. */
  async close(): Promise<void> {
    await this.#work.close();
    await this.pastThread?.close();
  }

  /** Resolves when the plan is done, or it was closed; rejects where another process has taken over the history. */
  async idle(): Promise<void> {
    await this.#running;
    if (this.#work.takenOver) throw this.#work.takenOver;
  }

  /** Stores values for changes, then the last complete day, then does the work. The rest does not wait for a retry. */
  #runBetweenChanges(work: () => Promise<void>): void {
    this.#running = this.#running
      .then(() => this.#storeChanges())
      .then(() => this.#storeLastDay())
      .then(work)
      .then(() => {
        const { firstLive } = this.#ledger.progress;
        return firstLive === undefined ? undefined : this.#work.storeChangesLeft(firstLive);
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

  #isLargerUnderWay(days: number): boolean {
    const { plan, done = {}, missing } = this.#ledger.progress;
    if (!plan || plan.days.everything <= days) return false;
    return nextJob(plan, done, this.#parts.marketClock.now(), missing) !== undefined;
  }

  /** What is filled in stays; the job that is being done is finished. */
  #shrinkTo(days: number): void {
    const { plan, ...progress } = this.#ledger.progress;
    this.#ledger.save({ ...progress, plan: { ...plan!, days: plannedDays(days) } });
    this.#work.forgetPace();
  }

  /** Whether the day of the first tick may have been shown: then its records stay as they are. */
  #isSeamFinal(firstLive: Millis): boolean {
    return this.#parts.marketClock.now() >= dayOfTick(firstLive) + DAY_MS + FINAL_AFTER_MS;
  }

  /** How many of the days that were filled in are not in history any more. */
  async #lookForMissing(): Promise<number> {
    const { history, marketClock } = this.#parts;
    const { plan, done = {} } = this.#ledger.progress;
    if (!plan) return 0;
    const missing = await missingFrom(history, { plan, done, now: marketClock.now() });
    const days = allMissing(missing);
    if (days.length === 0) return 0;
    this.#ledger.saveMissing(missing);
    this.#work.forgetPace();
    this.#parts.log.warn(
      { days: days.length, newest: formatDatetime(days.at(-1)!) },
      'days that were filled in are missing: they are filled in again',
    );
    return days.length;
  }
}
