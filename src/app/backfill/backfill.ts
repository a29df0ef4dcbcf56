import type { Logger } from 'pino';
import { FINAL_AFTER_MS, type Candle } from '../../core/candle.ts';
import type { Clock } from '../../core/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { DAY_MS, dayOfTick, formatDatetime, SECOND_MS, type Millis } from '../../core/time.ts';
import { CHANGE_SPANS, CHANGE_WINDOWS } from '../../engine/day/percent-change.ts';
import { DAY_DAMAGED, type HistoryStore } from '../../history/history-store.ts';
import { candlesIn } from '../../history/past-candles.ts';
import {
  BRIDGE_MS,
  type FirstPrice,
  type ModelledBatch,
  type ModelledPast,
  type PastInput,
} from '../../sources/past.ts';
import { TakenOver, unlessTakenOver } from '../directory/taken-over.ts';
import type { Order } from './backfill-messages.ts';
import {
  covers,
  doneAfter,
  joinedDays,
  MOST_DAYS,
  nextJob,
  plannedDays,
  workLeft,
  type BackfillDepth,
  type BackfillJob,
  type BackfillPlan,
  type PlannedDays,
} from './backfill-plan.ts';
import {
  candlesSettledFrom,
  openSeamDay,
  readProgress,
  valuesSettledFrom,
  writeProgress,
  type BackfillProgress,
} from './backfill-progress.ts';
import {
  allMissing,
  joinMissing,
  missingAfter,
  missingBut,
  missingWithout,
  type MissingDays,
} from './missing-days.ts';
import { missingFrom } from './stored-past.ts';
import { BackfillRoom, NoRoom } from './backfill-room.ts';
import { BackfillPace, stateOf, type BackfillState } from './backfill-state.ts';
import { BackfillThread } from './backfill-thread.ts';
import { firstPrices } from './first-prices.ts';
import { wantedRecords } from './modelled-records.ts';
import { SeamDay } from './seam-day.ts';

/** What became of days of everything that were asked for. */
export interface Extension {
  /** `covered`: they are part of what is filled in, or being filled in, already. */
  readonly outcome: 'started' | 'extended' | 'covered';
  /** How many days were filled in and are missing: they are filled in again. */
  readonly missing: number;
  /** What is filled in, or being filled in, now. */
  readonly days: PlannedDays;
  readonly state: BackfillState;
}

export interface BackfillParts {
  /** The data directory. */
  readonly folder: string;
  /** Absent where the source has no past: then nothing is filled in. */
  readonly past?: PastInput | undefined;
  readonly history: HistoryStore;
  readonly marketClock: Clock;
  readonly wallClock: Clock;
  readonly log: Logger;
  /** Days are filled in while history takes less room. */
  readonly mostFilledBytes?: number;
  /** Where there is no room, the work ends with `NoRoom` instead of waiting for some. */
  readonly refusesWithoutRoom?: boolean;
  readonly onProgress?: (state: BackfillState) => void;
}

/** What a first request needs, as it is modelled for a first tick at that instant. */
interface Preparation {
  readonly expected: Millis;
  readonly batches: Promise<readonly ModelledBatch[]>;
}

/** After a failure, such as a full disk, the same day is tried again. */
const RETRY_MS = 30 * SECOND_MS;

/**
 * Fills in the history of a source that has a past before its first tick, in a thread of its own, what people ask for first
 * before the rest, each newest first. What it has done is written down job by job; after a crash the last one is done
 * again, which changes nothing that is there.
 */
export class Backfill {
  readonly #parts: BackfillParts;
  readonly #room: BackfillRoom;
  readonly #seam: SeamDay;
  readonly #stop = new AbortController();
  #progress: BackfillProgress;
  #thread: BackfillThread | undefined;
  readonly #pace = new BackfillPace();
  #points = 0;
  #running: Promise<void> = Promise.resolve();
  #isWorking = false;
  #takenOver: TakenOver | undefined;
  /** Days that were told of, and what this process does not try again. */
  readonly #passedBy = new Set<Millis>();
  #leftOut: MissingDays = {};
  #preparation: Preparation | undefined;

  constructor(parts: BackfillParts) {
    this.#parts = parts;
    this.#room = new BackfillRoom(parts);
    this.#progress = readProgress(parts.folder) ?? { prepared: false };
    this.#seam = new SeamDay({
      ...parts,
      signal: this.#stop.signal,
      progress: () => this.#progress,
      record: (day, isKept) => this.#recordSeam(day, isKept),
    });
  }

  /**
   * Ticks after the returned instant are settled: nothing will be inserted there any more, for any series. -Infinity
   * where there is nothing left to do.
   */
  settledFrom(): Millis {
    return valuesSettledFrom(this.#ahead(), this.#parts.marketClock.now());
  }

  /** The same for end-of-day records: those of the day that starts there, and of later ones, but for the seam. */
  candlesSettledFrom(): Millis {
    // While it waits for room, maybe for ever, it stores nothing, and later it leaves what is there.
    if (this.#room.isShort) return -Infinity;
    return candlesSettledFrom(this.#ahead(), this.#parts.marketClock.now());
  }

  /** The day of the first tick while its end-of-day records are still to be made from all of it. */
  openSeamDay(): Millis | undefined {
    return openSeamDay(this.#progress);
  }

  state(): BackfillState {
    const { marketClock, wallClock } = this.#parts;
    const { plan, done = {} } = this.#progress;
    const left = plan ? workLeft(plan, done, marketClock.now(), this.#toDoAgain()) : 0;
    const leftMs = left > 0 && this.#isWorking ? this.#pace.leftMs(left, wallClock.monotonic()) : undefined;
    return { ...stateOf(this.#progress, marketClock.now()), points: this.#points, leftMs };
  }

  /**
   * Before the first tick, which is expected at that instant: a store without one is going to be filled in, and what a
   * first request needs is modelled while the tick is computed. A store that has ticks and was never filled in stays as
   * it is: nobody knows when its first tick was.
   */
  begin(hasTicks: boolean, expected: Millis): void {
    if (hasTicks || !this.#parts.past) return;
    this.#save({ prepared: false });
    if (!leadsOver(expected)) this.#preparation = this.#model(expected);
  }

  /** After the first tick of a process, which is at that instant: gives a first request what it needs, once in the life of a directory. */
  async prepare(at: Millis, largest: readonly string[]): Promise<void> {
    if (!this.#parts.past || this.#progress.prepared || !this.#knowsItsBeginning()) return;
    const firstLive = this.#progress.firstLive ?? at;
    this.#save({ largest, ...this.#progress, firstLive });
    const early = this.#preparation;
    this.#preparation = undefined;
    const serves = early && isNear(early.expected, firstLive);
    // The thread models one thing after the other.
    if (!serves) await early?.batches.catch(() => undefined);
    const { batches } = serves ? early : await this.#modelLeaning(firstLive);
    await this.#keepPrepared(await batches);
    this.#save({ ...this.#progress, prepared: true });
  }

  /**
   * At the start of a process, which is configured with that depth or with none. A plan that is larger, or was asked for by
   * hand, and is not done goes on.
   */
  resume(depth: BackfillDepth | undefined): void {
    const { plan, done = {}, missing } = this.#progress;
    const isLeft = plan?.byHand && nextJob(plan, done, this.#parts.marketClock.now(), missing) !== undefined;
    if (depth !== undefined) this.run(plannedDays(depth));
    else if (plan && isLeft) this.run(plan.days, true);
    else if (openSeamDay(this.#progress) !== undefined)
      // Without a back-fill the day of the first tick is shown as the engine makes it, and then stays so.
      this.#save({ ...this.#progress, seamClosed: true });
  }

  /**
   * Works on so many days in the background, beside those that were asked for before: a smaller plan takes nothing away
   * from a larger one, and what is done is not done again.
   */
  run(asked: PlannedDays, byHand = false): Extension['outcome'] | undefined {
    const { firstLive, plan, largest = [], done } = this.#progress;
    if (!this.#parts.past || firstLive === undefined || !this.#progress.prepared) return undefined;
    const isCovered = plan !== undefined && covers(plan.days, asked);
    if (!plan || !isCovered || (byHand && !plan.byHand)) {
      const days = plan ? joinedDays(plan.days, asked) : asked;
      const next = { firstLive, days, largest, byHand: byHand || (plan?.byHand ?? false) };
      const seamClosed = plan ? this.#progress.seamClosed : this.#isSeamFinal(firstLive);
      const seam = seamClosed === undefined ? {} : { seamClosed };
      this.#save({ ...this.#progress, plan: next, done: done ?? {}, ...seam });
      this.#pace.forget();
    }
    this.#running = this.#running.then(() => this.#fillIn());
    // A plan comes first.
    void this.#seam.await(firstLive, () => {
      this.#running = this.#running.then(() => this.#seam.close()).then(() => this.#endThread());
      return this.#running;
    });
    if (isCovered) return 'covered';
    return plan ? 'extended' : 'started';
  }

  /**
   * Carries out `tidemark backfill`: so many days of everything. What was filled in is looked for, and what history does
   * not have any more is filled in again.
   */
  async extend(days: unknown): Promise<Extension> {
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MOST_DAYS)
      throw new OperatorError(`days must be a whole number from 1 to ${MOST_DAYS}`);
    if (!this.#parts.past)
      throw new OperatorError('nothing can be filled in: the source of this directory has no past to model');
    const missing = await this.#lookForMissing();
    const outcome = this.run(plannedDays(days), true);
    if (!outcome)
      throw new OperatorError(
        'nothing can be filled in: it is not known when the first tick of this directory was',
      );
    return { outcome, missing, days: this.#progress.plan!.days, state: this.state() };
  }

  /** How far it is at this moment, and what of it is written down. */
  now(): { readonly state: BackfillState; readonly progress: BackfillProgress } {
    return { state: this.state(), progress: this.#progress };
  }

  /** Stops at once; what is being stored is stored or not. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#thread?.close();
  }

  /** Resolves when the plan is done, or it was closed; rejects where another process has taken over the history. */
  async idle(): Promise<void> {
    await this.#running;
    if (this.#takenOver) throw this.#takenOver;
  }

  #knowsItsBeginning(): boolean {
    return readProgress(this.#parts.folder) !== undefined;
  }

  /** Whether the day of the first tick may have been shown: then its records stay as they are. */
  #isSeamFinal(firstLive: Millis): boolean {
    return this.#parts.marketClock.now() >= dayOfTick(firstLive) + DAY_MS + FINAL_AFTER_MS;
  }

  async #fillIn(): Promise<void> {
    const { marketClock, log } = this.#parts;
    const next = () => {
      const { plan, done = {} } = this.#progress;
      const job = plan && nextJob(plan, done, marketClock.now(), this.#toDoAgain());
      return plan && job && { plan, job };
    };
    if (next()) this.#tell();
    this.#isWorking = true;
    let worked = false;
    for (let work = next(); work && !this.#stop.signal.aborted; work = next()) {
      const { plan, job } = work;
      await this.#attempt(job.firstDay, async () => {
        const isStored = await this.#fillInJob(plan, job).then(
          () => true,
          (error: unknown) => this.#passBy(job.firstDay, error),
        );
        this.#saveAfter(job, isStored);
        this.#tell();
        worked = true;
      });
      await this.#seam.close();
    }
    this.#isWorking = false;
    if (worked && !next()) log.info('history is filled in');
    await this.#seam.close();
    await this.#endThread();
  }

  async #endThread(): Promise<void> {
    await this.#thread?.close();
    this.#thread = undefined;
  }

  /** False where it failed: then there was a pause, and it may be tried again. */
  async #attempt(day: Millis, work: () => Promise<void>): Promise<boolean> {
    try {
      await this.#room.wait(this.#stop.signal, () => this.#seam.close(true));
      await work();
      return true;
    } catch (error) {
      if (error instanceof NoRoom) throw error;
      return this.#pauseAfter(day, error);
    }
  }

  async #pauseAfter(day: Millis, error: unknown): Promise<false> {
    const { wallClock, log } = this.#parts;
    if (error instanceof TakenOver) this.#giveUp(error);
    if (!this.#stop.signal.aborted) {
      const what = { err: error, day: formatDatetime(day) };
      log.warn(what, 'history could not be filled in; it will be tried again');
      await this.#endThread();
      await wallClock.wait(RETRY_MS, this.#stop.signal).catch(() => undefined);
    }
    return false;
  }

  #giveUp(error: TakenOver): void {
    this.#takenOver = error;
    this.#stop.abort();
    this.#parts.log.error('the back-fill ends here: another process has taken over the history');
  }

  /** A day of which something is damaged stays as it is, so that others are filled in. It is told once. */
  #passBy(day: Millis, error: unknown): false {
    if ((error as NodeJS.ErrnoException).code !== DAY_DAMAGED) throw error;
    if (this.#passedBy.has(day)) return false;
    this.#passedBy.add(day);
    const what = { err: error, day: formatDatetime(day) };
    this.#parts.log.error(what, 'a stored day is damaged and is not filled in; restore it from a backup');
    return false;
  }

  /** A day that was passed by is missing, and is tried again by the next process: that one has set the file aside. */
  #saveAfter(job: BackfillJob, isStored: boolean): void {
    const { done = {}, missing: before = {}, ...progress } = this.#progress;
    const missing = isStored ? missingAfter(before, job) : missingWithout(before, job);
    // Also the other days of the job: a damaged year refuses all that it would hold.
    if (!isStored) this.#leftOut = missingWithout(this.#leftOut, job);
    const isWhole = allMissing(missing).length === 0;
    this.#save({ ...progress, done: doneAfter(done, job), ...(!isWhole && { missing }) });
  }

  /** Progress without what this process leaves as it is. */
  #ahead(): BackfillProgress {
    return { ...this.#progress, missing: this.#toDoAgain() };
  }

  /** Missing days that were not passed by. */
  #toDoAgain(): MissingDays {
    const { missing = {} } = this.#progress;
    return missingBut(missing, this.#leftOut);
  }

  /** How many of the days that were filled in are not in history any more. */
  async #lookForMissing(): Promise<number> {
    const { history, marketClock } = this.#parts;
    const { plan, done = {} } = this.#progress;
    if (!plan) return 0;
    const missing = await missingFrom(history, { plan, done, now: marketClock.now() });
    const days = allMissing(missing);
    if (days.length === 0) return 0;
    this.#passedBy.clear();
    this.#leftOut = {};
    this.#save({ ...this.#progress, missing: joinMissing(this.#progress.missing ?? {}, missing) });
    this.#pace.forget();
    this.#parts.log.warn(
      { days: days.length, newest: formatDatetime(days.at(-1)!) },
      'days that were filled in are missing: they are filled in again',
    );
    return days.length;
  }

  /** Its records are few and replace others: it does not wait for room. */
  async #recordSeam(day: Millis, isKept: boolean): Promise<boolean> {
    try {
      if (isKept) await this.#storeSeam(day);
      else {
        const what = { day: formatDatetime(day) };
        this.#parts.log.warn(what, 'the day of the first tick keeps the records of its live ticks');
      }
      this.#stop.signal.throwIfAborted();
      this.#save({ ...this.#progress, seamClosed: true });
      return true;
    } catch (error) {
      return this.#pauseAfter(day, error);
    }
  }

  async #storeSeam(day: Millis): Promise<void> {
    for await (const { candles = [] } of this.#batches({ kind: 'seam', day })) {
      this.#stop.signal.throwIfAborted();
      unlessTakenOver(await this.#parts.history.appendCandles(candles));
    }
  }

  #model(firstLive: Millis, leading?: readonly FirstPrice[]): Preparation {
    const references = CHANGE_SPANS.map((span) => firstLive - CHANGE_WINDOWS[span].backMs);
    const batches = collected(
      this.#batches({ kind: 'prepare', firstLive, references, firstPrices: leading }),
    );
    // The caller of prepare hears of a failure; after a start that failed elsewhere there is none.
    batches.catch(() => undefined);
    return { expected: firstLive, batches };
  }

  async #modelLeaning(firstLive: Millis): Promise<Preparation> {
    return this.#model(firstLive, await this.#firstPricesFor(dayOfTick(firstLive) - DAY_MS, firstLive));
  }

  #batches(order: Order): AsyncGenerator<ModelledBatch> {
    const { past, folder } = this.#parts;
    if (!past) throw new Error('the source has no past');
    this.#thread ??= new BackfillThread({ past, folder });
    return this.#thread.batches(order);
  }

  async #fillInJob(plan: BackfillPlan, job: BackfillJob): Promise<void> {
    const { firstLive } = plan;
    const prices = job.kind === 'values' ? await this.#firstPricesFor(job.firstDay, firstLive) : undefined;
    this.#stop.signal.throwIfAborted();
    const batches = this.#batches({ kind: 'job', job, plan, firstPrices: prices });
    if (job.kind === 'values') await this.#storeValues(job.firstDay, batches);
    else await this.#storeRecords(batches);
    if (job.stage === 'today') await this.#storeOpening(job.firstDay, firstLive);
    this.#stop.signal.throwIfAborted();
  }

  /** What the day of the first tick opens with: the day before may come much later. */
  async #storeOpening(day: Millis, firstLive: Millis): Promise<void> {
    const prices = await this.#firstPricesFor(day - DAY_MS, firstLive);
    this.#stop.signal.throwIfAborted();
    const batches = await collected(this.#batches({ kind: 'opening', firstLive, firstPrices: prices }));
    for (const { past } of batches)
      await this.#insert(past).catch((error: unknown) => this.#passBy(day - DAY_MS, error));
  }

  /** What a day leads over to; undefined where it ends long before the first tick. */
  async #firstPricesFor(day: Millis, firstLive: Millis): Promise<FirstPrice[] | undefined> {
    if (day + DAY_MS <= firstLive - BRIDGE_MS) return undefined;
    const { history } = this.#parts;
    const at = { atOrBefore: firstLive, notBefore: firstLive };
    return firstPrices(await history.readAcross({ types: INDEX_TYPES, ...at, limit: Infinity }));
  }

  /** All 30-second values of a day, then its end-of-day records: the store sees the day whole or not at all. */
  async #storeValues(startAt: Millis, batches: AsyncIterable<ModelledBatch>): Promise<void> {
    const { history } = this.#parts;
    const { signal } = this.#stop;
    const candles: Candle[] = [];
    let stored = 0;
    async function* parts() {
      for await (const batch of batches) {
        signal.throwIfAborted();
        candles.push(...(batch.candles ?? []));
        stored += batch.points;
        if (batch.past) yield batch.past.series;
      }
    }
    unlessTakenOver(await history.insertPast({ startAt, parts: parts() }));
    await this.#appendMissing(candles);
    this.#count(stored);
  }

  /** All of them at once: the store writes a year of records anew each time. */
  async #storeRecords(batches: AsyncIterable<ModelledBatch>): Promise<void> {
    const years = await collected(batches);
    this.#stop.signal.throwIfAborted();
    const [first] = years;
    if (!first?.records) return;
    const series = years.flatMap(({ records }) => records?.series ?? []);
    unlessTakenOver(await this.#parts.history.insertCandles({ startAt: first.records.startAt, series }));
    this.#count(years.reduce((sum, { points }) => sum + points, 0));
  }

  /** What a start waits for is little, and is stored the quickest way. */
  async #keepPrepared(batches: readonly ModelledBatch[]): Promise<void> {
    const candles = batches.flatMap(({ records }) => (records ? [...candlesIn(records)] : []));
    await this.#appendMissing(candles);
    for (const { past } of batches) await this.#insert(past);
    this.#points += batches.reduce((sum, { points }) => sum + points, 0);
  }

  async #insert(past: ModelledPast | undefined): Promise<void> {
    this.#stop.signal.throwIfAborted();
    if (!past) return;
    const { startAt, series } = past;
    unlessTakenOver(await this.#parts.history.insertPast({ startAt, parts: [series] }));
  }

  /** Records of one day. */
  async #appendMissing(candles: readonly Candle[]): Promise<void> {
    const { history } = this.#parts;
    this.#stop.signal.throwIfAborted();
    const wanted = await wantedRecords(history, candles);
    if (wanted.length > 0) unlessTakenOver(await history.appendCandles(wanted));
  }

  #count(points: number): void {
    this.#points += points;
    this.#tell();
  }

  #tell(): void {
    this.#parts.onProgress?.(this.state());
  }

  #save(progress: BackfillProgress): void {
    writeProgress(this.#parts.folder, progress);
    this.#progress = progress;
  }
}

/** Whether the day before leads over to a first tick at that instant: then it is modelled after the tick. */
function leadsOver(at: Millis): boolean {
  return dayOfTick(at) > at - BRIDGE_MS;
}

/** Whether what was modelled for one first tick serves another: the day before is the same, references are near enough. */
function isNear(expected: Millis, at: Millis): boolean {
  const isSameDay = dayOfTick(expected) === dayOfTick(at) && !leadsOver(at);
  return isSameDay && Math.abs(at - expected) < CHANGE_WINDOWS.change24h.toleranceMs;
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
