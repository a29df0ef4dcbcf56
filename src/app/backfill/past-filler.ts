import type { Candle } from '../../core/candle.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { DAY_MS, dayOfTick, type Millis } from '../../core/time.ts';
import { CHANGE_SPANS, CHANGE_WINDOWS } from '../../engine/day/percent-change.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import { BRIDGE_MS, type FirstPrice, type ModelledBatch, type ModelledPast } from '../../sources/past.ts';
import type { SourcePast } from '../past/open-past-model.ts';
import type { PastThread } from '../past/past-thread.ts';
import type { Order } from './backfill-messages.ts';
import type { BackfillJob, BackfillPlan } from './backfill-plan.ts';
import { BackfillThread } from './backfill-thread.ts';
import { collected } from './collected.ts';
import { firstPrices } from './first-prices.ts';
import { PastWriter } from './past-writer.ts';

export interface PastFillerParts {
  /** The data directory. */
  readonly folder: string;
  /** Where history is not in it. */
  readonly store?: string | undefined;
  /** Absent where the source has no past: then nothing else may be called. */
  readonly past?: SourcePast | undefined;
  /** Models what a start waits for. */
  readonly pastThread?: Pick<PastThread, 'call'> | undefined;
  readonly history: HistoryStore;
  readonly signal: AbortSignal;
  /** Told of a day that cannot be written because it is damaged; throws where that is not why. */
  readonly passBy: (day: Millis, error: unknown) => void;
}

/** The end-of-day records of the last complete day, as they are modelled for a first tick at that instant. */
interface Preparation {
  readonly expected: Millis;
  readonly records: Promise<readonly Candle[]>;
}

/**
 * Has the past modelled in a thread of its own, which is there while it is needed, and stores what comes from it. Everything
 * rejects once the signal has aborted.
 */
export class PastFiller {
  readonly #parts: PastFillerParts;
  readonly #writer: PastWriter;
  #thread: BackfillThread | undefined;
  #preparation: Preparation | undefined;

  constructor(parts: PastFillerParts) {
    this.#parts = parts;
    this.#writer = new PastWriter(parts.history, parts.signal);
  }

  /** Models the last complete day while the first tick, which is expected at that instant, is computed. */
  expect(firstLive: Millis): void {
    if (!leadsOver(firstLive)) this.#preparation = this.#model(firstLive);
  }

  /** Stores the last complete day; the first tick is stored. Resolves with how many records there were. */
  async prepare(firstLive: Millis): Promise<number> {
    const early = this.#preparation;
    this.#preparation = undefined;
    const serves = early && isSameDay(early.expected, firstLive);
    const { records } = serves ? early : await this.#modelLeaning(firstLive);
    return this.#writer.prepared(await records);
  }

  /** Stores the values that changes are measured from at the first tick; resolves with how many there were. */
  async storeChanges(firstLive: Millis): Promise<number> {
    const instants = CHANGE_SPANS.map((span) => firstLive - CHANGE_WINDOWS[span].backMs);
    let stored = 0;
    for (const at of instants) {
      this.#parts.signal.throwIfAborted();
      const past = await this.#pastThread().call('instant', { at });
      await this.#insertUnlessDamaged(past);
      stored += past.series.length;
    }
    return stored;
  }

  /** `onStored`: so many values and records of the job are durable. */
  async fillIn(plan: BackfillPlan, job: BackfillJob, onStored: (points: number) => void): Promise<void> {
    const { signal } = this.#parts;
    const { firstLive } = plan;
    const prices = job.kind === 'values' ? await this.#firstPricesFor(job.firstDay, firstLive) : undefined;
    signal.throwIfAborted();
    const batches = this.#batches({ kind: 'job', job, plan, firstPrices: prices });
    if (job.kind === 'values') onStored(await this.#writer.values(job.firstDay, batches));
    else onStored(await this.#writer.records(batches));
    if (job.stage === 'today') await this.#storeOpening(job.firstDay, firstLive);
    signal.throwIfAborted();
  }

  /** Makes the end-of-day records of the day of the first tick anew, from all that is stored of it. */
  storeSeam(day: Millis): Promise<void> {
    return this.#writer.replaceRecords(this.#batches({ kind: 'seam', day }));
  }

  /** The next call starts the thread again. */
  async endThread(): Promise<void> {
    await this.#thread?.close();
    this.#thread = undefined;
  }

  #model(firstLive: Millis, leading?: readonly FirstPrice[]): Preparation {
    const day = dayOfTick(firstLive) - DAY_MS;
    const firstTick = leading && { at: firstLive, prices: leading };
    const records = this.#pastThread().call('lastDay', { day, firstTick });
    // The caller of prepare learns of a failure; after a start that failed elsewhere there is none.
    records.catch(() => undefined);
    return { expected: firstLive, records };
  }

  async #modelLeaning(firstLive: Millis): Promise<Preparation> {
    return this.#model(firstLive, await this.#firstPricesFor(dayOfTick(firstLive) - DAY_MS, firstLive));
  }

  #pastThread(): Pick<PastThread, 'call'> {
    const { pastThread } = this.#parts;
    if (!pastThread) throw new Error('the source has no past');
    return pastThread;
  }

  #batches(order: Order): AsyncGenerator<ModelledBatch> {
    const { past, folder, store, signal } = this.#parts;
    if (!past) throw new Error('the source has no past');
    signal.throwIfAborted();
    this.#thread ??= new BackfillThread({ past, folder, store });
    return this.#thread.batches(order);
  }

  /** What the day of the first tick opens with: the day before may come much later. */
  async #storeOpening(day: Millis, firstLive: Millis): Promise<void> {
    const { signal } = this.#parts;
    const prices = await this.#firstPricesFor(day - DAY_MS, firstLive);
    signal.throwIfAborted();
    const batches = await collected(this.#batches({ kind: 'opening', firstLive, firstPrices: prices }));
    for (const { past } of batches) await this.#insertUnlessDamaged(past);
  }

  async #insertUnlessDamaged(past: ModelledPast | undefined): Promise<void> {
    if (!past) return;
    await this.#writer.insert(past).catch((error: unknown) => this.#parts.passBy(past.startAt, error));
  }

  /** What a day leads over to; undefined where it ends long before the first tick. */
  async #firstPricesFor(day: Millis, firstLive: Millis): Promise<FirstPrice[] | undefined> {
    if (day + DAY_MS <= firstLive - BRIDGE_MS) return undefined;
    const { history } = this.#parts;
    const at = { atOrBefore: firstLive, notBefore: firstLive };
    return firstPrices(await history.readAcross({ types: INDEX_TYPES, ...at, limit: Infinity }));
  }
}

/** Whether the day before leads over to a first tick at that instant: then it is modelled after the tick. */
function leadsOver(at: Millis): boolean {
  return dayOfTick(at) > at - BRIDGE_MS;
}

/** Whether what was modelled for one first tick serves another: the day before is the same. */
function isSameDay(expected: Millis, at: Millis): boolean {
  return dayOfTick(expected) === dayOfTick(at) && !leadsOver(at);
}
