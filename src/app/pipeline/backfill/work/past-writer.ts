import type { Candle } from '../../../../core/candle.ts';
import type { Millis } from '../../../../core/time.ts';
import type { HistoryStore } from '../../../../history/history-store.ts';
import type { ModelledBatch, ModelledPast } from '../../../../sources/past.ts';
import { unlessTakenOver } from '../../../directory/taken-over.ts';
import { collected } from './collected.ts';
import { wantedRecords } from './modelled-records.ts';

/**
 * Stores what was modelled. Each method resolves once all of it is durable, and rejects with `TakenOver` where another
 * process writes the history by now. Those that return a number say how many values and records there were.
 */
export class PastWriter {
  readonly #history: HistoryStore;
  readonly #signal: AbortSignal;

  constructor(history: HistoryStore, signal: AbortSignal) {
    this.#history = history;
    this.#signal = signal;
  }

  /** All 30-second values of a day: the store sees them whole or not at all. */
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
    unlessTakenOver(await this.#history.insertPast({ startAt, parts: parts() }));
    return stored;
  }

  /** All of them at once: the store writes a year of records anew each time. */
  async records(batches: AsyncIterable<ModelledBatch>): Promise<number> {
    const years = await collected(batches);
    this.#signal.throwIfAborted();
    const [first] = years;
    if (!first?.records) return 0;
    const series = years.flatMap(({ records }) => records?.series ?? []);
    unlessTakenOver(await this.#history.insertCandles({ startAt: first.records.startAt, series }));
    return pointsOf(years);
  }

  /** Records of one day: they are few, and are stored the quickest way. */
  async lastDay(candles: readonly Candle[]): Promise<number> {
    this.#signal.throwIfAborted();
    const wanted = await wantedRecords(this.#history, candles);
    if (wanted.length > 0) unlessTakenOver(await this.#history.appendCandles(wanted));
    return candles.length;
  }

  async insert({ startAt, series }: ModelledPast): Promise<void> {
    this.#signal.throwIfAborted();
    unlessTakenOver(await this.#history.insertPast({ startAt, parts: [series] }));
  }

  /** Records in place of those that are there. */
  async replaceRecords(batches: AsyncIterable<ModelledBatch>): Promise<void> {
    for await (const { candles = [] } of batches) {
      this.#signal.throwIfAborted();
      unlessTakenOver(await this.#history.appendCandles(candles));
    }
  }
}

function pointsOf(batches: readonly ModelledBatch[]): number {
  return batches.reduce((sum, { points }) => sum + points, 0);
}
