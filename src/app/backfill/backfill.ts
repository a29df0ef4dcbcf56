import type { Logger } from 'pino';
import type { Candle } from '../../core/candle.ts';
import type { Clock } from '../../core/clock.ts';
import { OperatorError } from '../../core/errors.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { DAY_MS, dayOfTick, formatDatetime, SECOND_MS, type Millis } from '../../core/time.ts';
import { CHANGE_SPANS, CHANGE_WINDOWS } from '../../engine/percent-change.ts';
import { DAY_DAMAGED, type HistoryStore } from '../../history/history-store.ts';
import type { BackfillInput, Order } from './backfill-messages.ts';
import {
  firstFrontier,
  frontierAfter,
  MOST_DAYS,
  nextJob,
  workLeft,
  type BackfillJob,
  type BackfillPlan,
  type Frontier,
} from './backfill-plan.ts';
import {
  candlesSettledFrom,
  openSeamDay,
  readProgress,
  writeProgress,
  type BackfillProgress,
} from './backfill-progress.ts';
import { BackfillRoom } from './backfill-room.ts';
import { BackfillThread } from './backfill-thread.ts';
import type { ModelledBatch } from './modelled-day.ts';
import { wantedRecords } from './modelled-records.ts';
import { BRIDGE_MS, firstPrices } from './seam-bridge.ts';
import { SeamDay } from './seam-day.ts';

/** What somebody may want to know while it runs. */
export interface BackfillState {
  /** From 0 to 1; 1 where nothing is left. */
  readonly done: number;
  /** Values and end-of-day records stored since the process began. */
  readonly points: number;
  /** Where it stands; undefined without a plan. */
  readonly frontier: Frontier | undefined;
}

export interface BackfillParts {
  /** The data directory. */
  readonly folder: string;
  readonly input: Omit<BackfillInput, 'folder'>;
  readonly history: HistoryStore;
  readonly marketClock: Clock;
  readonly wallClock: Clock;
  readonly log: Logger;
  readonly onProgress?: (state: BackfillState) => void;
}

/** What a first request needs, as it is modelled for a first tick at that instant. */
interface Preparation {
  readonly expected: Millis;
  readonly batches: Promise<readonly ModelledBatch[]>;
}

type JobOrder = Exclude<Order, { kind: 'prepare' }>;

/** After a failure, such as a full disk, the same day is tried again. */
const RETRY_MS = 30 * SECOND_MS;

/**
 * Fills in the history of the simulated world before its first tick, newest first, in a thread of its own. What it has
 * done is written down day by day; after a crash the last one is done again, which changes nothing that is there.
 */
export class Backfill {
  readonly #parts: BackfillParts;
  readonly #room: BackfillRoom;
  readonly #seam: SeamDay;
  readonly #stop = new AbortController();
  #progress: BackfillProgress;
  #thread: BackfillThread | undefined;
  #points = 0;
  #work = 0;
  #running: Promise<void> = Promise.resolve();
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
    const { plan, frontier } = this.#progress;
    if (!plan || frontier?.phase !== 'ticks') return -Infinity;
    return frontier.day + DAY_MS;
  }

  /** The same for end-of-day records: those of the day that starts there, and of later ones, but for the seam. */
  candlesSettledFrom(): Millis {
    return candlesSettledFrom(this.#progress);
  }

  /** The day of the first tick while its end-of-day records are still to be made from all of it. */
  openSeamDay(): Millis | undefined {
    return openSeamDay(this.#progress);
  }

  state(): BackfillState {
    const { plan, frontier } = this.#progress;
    const left = plan && frontier ? workLeft(plan, frontier, this.#parts.marketClock.now()) : 0;
    return { done: this.#work > 0 ? 1 - left / this.#work : 1, points: this.#points, frontier };
  }

  /**
   * Before the first tick, which is expected at that instant: a store without one is going to be filled in, and what a
   * first request needs is modelled while the tick is computed. A store that has ticks and was never filled in stays as
   * it is: nobody knows when its first tick was.
   */
  begin(hasTicks: boolean, expected: Millis): void {
    if (hasTicks) return;
    this.#save({ prepared: false });
    this.#preparation = this.#model(expected);
  }

  /** After the first tick of a process, which is at that instant: gives a first request what it needs, once in the life of a directory. */
  async prepare(at: Millis, largest: readonly string[]): Promise<void> {
    if (this.#progress.prepared || !this.#knowsItsBeginning()) return;
    const firstLive = this.#progress.firstLive ?? at;
    this.#save({ largest, ...this.#progress, firstLive });
    const early = this.#preparation;
    const { batches } = early && isNear(early.expected, firstLive) ? early : this.#model(firstLive);
    this.#preparation = undefined;
    for (const batch of await batches) await this.#keep(batch);
    this.#save({ ...this.#progress, prepared: true });
  }

  /**
   * At the start of a process, which is configured with that depth or with none: a plan that somebody asked for and that
   * is not done goes on before anything else.
   */
  resume(depth: BackfillPlan['depth'] | undefined): void {
    const { plan, frontier } = this.#progress;
    if (plan?.byHand && frontier?.phase !== 'done') this.run(plan.depth, true);
    else if (depth !== undefined) this.run(depth);
  }

  /** Works on a plan in the background; one that was begun with the same depth goes on where it was. */
  run(depth: BackfillPlan['depth'], byHand = false): void {
    const { firstLive, plan, largest = [] } = this.#progress;
    if (firstLive === undefined || !this.#progress.prepared) return;
    if (plan?.depth !== depth || (byHand && !plan.byHand)) {
      const next = { firstLive, depth, largest, byHand };
      const frontier = plan?.depth === depth ? this.#progress.frontier : undefined;
      this.#save({ ...this.#progress, plan: next, frontier: frontier ?? firstFrontier(next) });
    }
    this.#running = this.#running.then(() => this.#fillIn());
    // A plan comes first.
    void this.#seam.await(firstLive, () => {
      this.#running = this.#running.then(() => this.#seam.close()).then(() => this.#endThread());
      return this.#running;
    });
  }

  /**
   * Carries out `tidemark backfill`: what the service was started with is replaced by days of everything, until they are
   * done and the service is started again.
   */
  extend(days: unknown): BackfillState {
    if (typeof days !== 'number' || !Number.isInteger(days) || days < 1 || days > MOST_DAYS)
      throw new OperatorError(`days must be a whole number from 1 to ${MOST_DAYS}`);
    if (!this.#progress.prepared)
      throw new OperatorError(
        'nothing can be filled in: nobody knows when the first tick of this directory was',
      );
    this.run(days, true);
    return this.state();
  }

  /** Stops at once; what is being stored is stored or not. */
  async close(): Promise<void> {
    this.#stop.abort();
    await this.#thread?.close();
  }

  /** Resolves when the plan is done, or it was closed. */
  idle(): Promise<void> {
    return this.#running;
  }

  #knowsItsBeginning(): boolean {
    return readProgress(this.#parts.folder) !== undefined;
  }

  async #fillIn(): Promise<void> {
    const { marketClock } = this.#parts;
    const { plan } = this.#progress;
    if (!plan) return;
    this.#work = workLeft(plan, firstFrontier(plan), marketClock.now());
    if (this.state().done < 1) this.#tell();
    while (!this.#stop.signal.aborted && this.#progress.plan === plan) {
      await this.#seam.close();
      const job = nextJob(plan, this.#progress.frontier ?? firstFrontier(plan), marketClock.now());
      if (!job) break;
      await this.#attempt(job.day, async () => {
        await this.#store({ kind: 'job', job, plan }).catch((error: unknown) => this.#passBy(job, error));
        this.#advance(plan, job);
      });
      if (this.#progress.plan !== plan) return;
    }
    await this.#endThread();
  }

  async #endThread(): Promise<void> {
    await this.#thread?.close();
    this.#thread = undefined;
  }

  /** False where it failed: then there was a pause, and it may be tried again. */
  async #attempt(day: Millis, work: () => Promise<void>): Promise<boolean> {
    const { wallClock, log } = this.#parts;
    try {
      await this.#room.wait(this.#stop.signal);
      await work();
      return true;
    } catch (error) {
      if (this.#stop.signal.aborted) return false;
      const what = { err: error, day: formatDatetime(day) };
      log.warn(what, 'history could not be filled in; it will be tried again');
      await this.#endThread();
      await wallClock.wait(RETRY_MS, this.#stop.signal).catch(() => undefined);
      return false;
    }
  }

  /** A day of which something is damaged stays as it is, so that those before it are filled in. */
  #passBy({ day }: BackfillJob, error: unknown): void {
    if ((error as NodeJS.ErrnoException).code !== DAY_DAMAGED) throw error;
    const what = { err: error, day: formatDatetime(day) };
    this.#parts.log.error(what, 'a stored day is damaged and is not filled in; restore it from a backup');
  }

  #recordSeam(day: Millis, isKept: boolean): Promise<boolean> {
    return this.#attempt(day, async () => {
      if (isKept) await this.#store({ kind: 'seam', day });
      this.#save({ ...this.#progress, seamClosed: true });
    });
  }

  #advance(plan: BackfillPlan, job: BackfillJob): void {
    const { marketClock, log } = this.#parts;
    if (this.#progress.plan !== plan) return;
    const frontier = frontierAfter(plan, job, marketClock.now());
    const progress = { ...this.#progress, frontier };
    if (isMilestone(job, frontier)) this.#save(progress);
    else this.#progress = progress;
    this.#tell();
    if (frontier.phase === 'done') log.info('history is filled in');
  }

  #model(firstLive: Millis): Preparation {
    const references = CHANGE_SPANS.map((span) => firstLive - CHANGE_WINDOWS[span].backMs);
    const batches = collected(this.#batches({ kind: 'prepare', firstLive, references }));
    // Whoever waits for them hears of a failure; a start that failed elsewhere has nobody who waits.
    batches.catch(() => undefined);
    return { expected: firstLive, batches };
  }

  #batches(order: Order): AsyncGenerator<ModelledBatch> {
    const { input, folder } = this.#parts;
    this.#thread ??= new BackfillThread({ ...input, folder });
    return this.#thread.batches(order);
  }

  async #store(order: JobOrder): Promise<void> {
    const whole = order.kind === 'job' ? { ...order, firstPrices: await this.#firstPricesFor(order) } : order;
    this.#stop.signal.throwIfAborted();
    const batches = this.#batches(whole);
    if (order.kind === 'job' && order.job.phase === 'ticks') await this.#storeDay(order.job.day, batches);
    else for await (const batch of batches) await this.#keep(batch, order.kind === 'seam');
    this.#stop.signal.throwIfAborted();
  }

  /** What a day leads over to; undefined where it ends long before the first tick. */
  async #firstPricesFor({ job: { phase, day }, plan: { firstLive } }: Extract<Order, { kind: 'job' }>) {
    if (phase !== 'ticks' || day + DAY_MS <= firstLive - BRIDGE_MS) return undefined;
    const { history } = this.#parts;
    const at = { atOrBefore: firstLive, notBefore: firstLive };
    return firstPrices(await history.readAcross({ types: INDEX_TYPES, ...at, limit: Infinity }));
  }

  /** All 30-second values of a day, then its end-of-day records: the store sees the day whole or not at all. */
  async #storeDay(startAt: Millis, batches: AsyncIterable<ModelledBatch>): Promise<void> {
    const { history } = this.#parts;
    const { signal } = this.#stop;
    const candles: Candle[] = [];
    let stored = 0;
    async function* parts() {
      for await (const batch of batches) {
        signal.throwIfAborted();
        candles.push(...batch.candles);
        stored += batch.points;
        if (batch.past) yield batch.past.series;
      }
    }
    await history.insertPast({ startAt, parts: parts() });
    await this.#keep({ candles, points: stored });
  }

  async #keep({ past, candles, points }: ModelledBatch, replaces = false): Promise<void> {
    const { history } = this.#parts;
    this.#stop.signal.throwIfAborted();
    if (past) await history.insertPast({ startAt: past.startAt, parts: [past.series] });
    const wanted = replaces ? candles : await wantedRecords(history, candles);
    if (wanted.length > 0) await history.appendCandles(wanted);
    this.#points += points;
    if (this.#progress.plan) this.#tell();
  }

  #tell(): void {
    this.#parts.onProgress?.(this.state());
  }

  #save(progress: BackfillProgress): void {
    writeProgress(this.#parts.folder, progress);
    this.#progress = progress;
  }
}

/** Whether what was modelled for one first tick serves another: the day before is the same, references are near enough. */
function isNear(expected: Millis, at: Millis): boolean {
  const isSameDay = dayOfTick(expected) === dayOfTick(at);
  return isSameDay && Math.abs(at - expected) < CHANGE_WINDOWS.change24h.toleranceMs;
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

/** Sampled days are quick to do again: they are written down by the month. */
function isMilestone(job: BackfillJob, { phase }: Frontier): boolean {
  return job.phase === 'ticks' || phase !== job.phase || new Date(job.day).getUTCDate() === 1;
}
