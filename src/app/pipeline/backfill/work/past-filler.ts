import { INDEX_TYPES } from '../../../../core/index-value.ts';
import { DAY_MS, dayOfTick, dayStart, SLOT_MS, type Millis } from '../../../../core/time.ts';
import { CHANGE_SPANS, CHANGE_WINDOWS } from '../../../../engine/day/percent-change.ts';
import type { HistoryStore, HistoryReader } from '../../../../history/history-store.ts';
import {
  BRIDGE_MS,
  type FirstPrice,
  type ModelledBatch,
  type ModelledDay,
} from '../../../../sources/past.ts';
import type { SourcePast } from '../../past/open-past-model.ts';
import type { PastThread } from '../../past/past-thread.ts';
import { BackfillThread, type BackfillInput, type BatchRequest } from './backfill-thread.ts';
import type { BackfillJob, BackfillPlan } from '../backfill-plan.ts';
import { firstPrices } from './first-prices.ts';
import type { Candle } from '../../../../core/candle.ts';
import { throwIfFenced } from '../../../directory/taken-over.ts';

interface PastFillerParts extends Omit<BackfillInput, 'past'> {
  /** Absent if the source has no past: then no method may be called. */
  readonly past?: SourcePast | undefined;
  /** Models the past for requests and for the first lists. */
  readonly pastThread?: Pick<PastThread, 'call'> | undefined;
  readonly history: HistoryStore;
  readonly signal: AbortSignal;
  /** Called with a day that could not be written; rethrows the error unless the day is damaged. */
  readonly skipIfDamaged: (day: Millis, error: unknown) => void;
}

/**
 * Models the past in a thread that starts when needed, and stores it. Methods reject after the signal has
 * aborted.
 */
export class PastFiller {
  readonly #parts: PastFillerParts;
  readonly #writer: PastWriter;
  #thread: BackfillThread | undefined;

  constructor(parts: PastFillerParts) {
    this.#parts = parts;
    this.#writer = new PastWriter(parts.history, parts.signal);
  }

  /** Stores the end-of-day records of the last complete day before the first tick; resolves with their number. */
  async storeLastDay(firstLive: Millis): Promise<number> {
    const day = dayOfTick(firstLive) - DAY_MS;
    const prices = await this.#firstPricesFor(day, firstLive);
    const firstTick = prices && { at: firstLive, prices };
    const records = await this.#pastThread().call('lastDay', { day, firstTick });
    this.#parts.signal.throwIfAborted();
    return this.#writer.lastDay(records);
  }

  /** Stores the reference values of the first tick's percent changes; resolves with their number. */
  async storeChanges(firstLive: Millis): Promise<number> {
    const instants = CHANGE_SPANS.map((span) => referenceAt(firstLive - CHANGE_WINDOWS[span].backMs));
    const thread = this.#pastThread();
    let stored = 0;
    for (const past of await Promise.all(instants.map((at) => thread.call('instant', { at })))) {
      this.#parts.signal.throwIfAborted();
      await this.#insertUnlessDamaged(past);
      stored += past.series.length;
    }
    return stored;
  }

  /** `onStored` is called with the number of values and records of the job that are durable. */
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

  /** Makes the end-of-day records of the first tick's day again, from all stored values of that day. */
  storeSeam(day: Millis): Promise<void> {
    return this.#writer.replaceRecords(this.#batches({ kind: 'seam', day }));
  }

  async endThread(): Promise<void> {
    await this.#thread?.close();
    this.#thread = undefined;
  }

  #pastThread(): Pick<PastThread, 'call'> {
    const { pastThread } = this.#parts;
    if (!pastThread) throw new Error('the source has no past');
    return pastThread;
  }

  #batches(request: BatchRequest): AsyncGenerator<ModelledBatch> {
    const { past, folder, store, signal } = this.#parts;
    if (!past) throw new Error('the source has no past');
    signal.throwIfAborted();
    this.#thread ??= new BackfillThread({ past, folder, store });
    return this.#thread.batches(request);
  }

  /** Stores the opening values of the first tick's day now: the day before may be filled in much later. */
  async #storeOpening(day: Millis, firstLive: Millis): Promise<void> {
    const { signal } = this.#parts;
    const prices = await this.#firstPricesFor(day - DAY_MS, firstLive);
    signal.throwIfAborted();
    const batches = await collected(this.#batches({ kind: 'opening', firstLive, firstPrices: prices }));
    for (const { past } of batches) await this.#insertUnlessDamaged(past);
  }

  async #insertUnlessDamaged(past: ModelledDay | undefined): Promise<void> {
    if (!past) return;
    await this.#writer.insert(past).catch((error: unknown) => this.#parts.skipIfDamaged(past.startAt, error));
  }

  /** The prices that a day's values must approach; undefined if the day ends long before the first tick. */
  async #firstPricesFor(day: Millis, firstLive: Millis): Promise<FirstPrice[] | undefined> {
    if (day + DAY_MS <= firstLive - BRIDGE_MS) return undefined;
    const { history } = this.#parts;
    const at = { atOrBefore: firstLive, notBefore: firstLive };
    return firstPrices(await history.readAcross({ types: INDEX_TYPES, ...at, limit: Infinity }));
  }
}

/** Stores modelled values; durable when a method resolves. Rejects with `TakenOver` if another process took over. */
class PastWriter {
  readonly #history: HistoryStore;
  readonly #signal: AbortSignal;

  constructor(history: HistoryStore, signal: AbortSignal) {
    this.#history = history;
    this.#signal = signal;
  }

  /** Stores all 30-second values of a day, or none. */
  async values(startAt: Millis, batches: AsyncIterable<ModelledBatch>): Promise<number> {
    const signal = this.#signal;
    let stored = 0;
    async function* parts() {
      for await (const batch of batches) {
        signal.throwIfAborted();
        stored += batch.points;
        if (batch.past) yield batch.past.series;
      }
    }
    throwIfFenced(await this.#history.insertPast({ startAt, parts: parts() }));
    return stored;
  }

  /** All records in one write: each write rewrites a whole year. */
  async records(batches: AsyncIterable<ModelledBatch>): Promise<number> {
    const years = await collected(batches);
    this.#signal.throwIfAborted();
    const [first] = years;
    if (!first?.records) return 0;
    const series = years.flatMap(({ records }) => records?.series ?? []);
    throwIfFenced(await this.#history.insertCandles({ startAt: first.records.startAt, series }));
    return pointsOf(years);
  }

  async lastDay(candles: readonly Candle[]): Promise<number> {
    this.#signal.throwIfAborted();
    const missing = await missingRecords(this.#history, candles);
    if (missing.length > 0) throwIfFenced(await this.#history.appendCandles(missing));
    return candles.length;
  }

  async insert({ startAt, series }: ModelledDay): Promise<void> {
    this.#signal.throwIfAborted();
    throwIfFenced(await this.#history.insertPast({ startAt, parts: [series] }));
  }

  async replaceRecords(batches: AsyncIterable<ModelledBatch>): Promise<void> {
    for await (const { candles = [] } of batches) {
      this.#signal.throwIfAborted();
      throwIfFenced(await this.#history.appendCandles(candles));
    }
  }
}

/**
 * The slot before a midnight, which serves a change as well. A value at midnight would be the opening of the first tick's day, whose
 * records the engine makes without it.
 */
function referenceAt(instant: Millis): Millis {
  return instant === dayStart(instant) ? instant - SLOT_MS : instant;
}

function pointsOf(batches: readonly ModelledBatch[]): number {
  return batches.reduce((sum, { points }) => sum + points, 0);
}

/** The modelled records that history does not have yet. Existing records, imported or modelled, stay unchanged. */
export async function missingRecords(
  history: Pick<HistoryReader, 'readCandlesAcross'>,
  candles: readonly Candle[],
): Promise<readonly Candle[]> {
  const [first] = candles;
  if (!first) return candles;
  const stored = await history.readCandlesAcross({
    types: INDEX_TYPES,
    startAtOrBefore: first.startAt,
    startNotBefore: first.startAt,
    limit: Infinity,
  });
  const known = new Set(stored.map(keyOf));
  return known.size === 0 ? candles : candles.filter((candle) => !known.has(keyOf(candle)));
}

function keyOf({ indexType, indexId }: Candle): string {
  return `${indexType} ${indexId}`;
}

async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}
