import { performance } from 'node:perf_hooks';
import { SeriesOrder } from '../../src/core/series-order.ts';
import type { Millis } from '../../src/core/time.ts';
import type { EmbeddedHistoryStore } from '../../src/history/embedded/embedded-history-store.ts';
import type { PastSeries } from '../../src/history/history-store.ts';
import type { PastValues } from './past-values.ts';

export interface WrittenDay {
  readonly points: number;
  /** How long the store took for it. */
  readonly storeMs: number;
}

/** The store fills in the past only: a single value after the last day makes all days past. */
export async function appendFirstTick(store: EmbeddedHistoryStore, at: Millis): Promise<void> {
  const outcome = await store.append({
    at,
    order: new SeriesOrder({ markets: [], assets: [] }),
    series: Uint32Array.of(0),
    prices: Float64Array.of(1),
    volumes: Float64Array.of(1),
    tickVolumes: Float64Array.of(1),
    flags: Uint16Array.of(0),
    state: new Uint8Array(0),
    record: new Uint8Array(0),
  });
  if (outcome !== 'stored') throw new Error(`the first tick is ${outcome}`);
}

/** Stores days as the back-fill does, but in large parts; while one is being stored the next one is made. */
export class DayWriter {
  readonly #store: EmbeddedHistoryStore;
  readonly #mostPoints: number;
  #storing: Promise<void> = Promise.resolve();

  constructor(store: EmbeddedHistoryStore, mostPoints: number) {
    this.#store = store;
    this.#mostPoints = mostPoints;
  }

  /** Resolves when all but the last part of the day is stored. */
  async write(day: Millis, values: PastValues, done: (written: WrittenDay) => void): Promise<void> {
    let [points, waiting, storeMs] = [0, 0, 0];
    let series: PastSeries[] = [];
    const store = async (part: readonly PastSeries[]) => {
      const startedAt = performance.now();
      await this.#store.insertPast({ startAt: day, series: part });
      storeMs += performance.now() - startedAt;
    };
    for await (const batch of values.batches(day)) {
      const added = batch.reduce((sum, { slots }) => sum + slots.length, 0);
      if (waiting > 0 && waiting + added > this.#mostPoints) {
        const part = series;
        await this.#after(() => store(part));
        [series, waiting] = [[], 0];
      }
      series.push(...batch);
      waiting += added;
      points += added;
    }
    const last = series;
    await this.#after(async () => {
      await store(last);
      done({ points, storeMs });
    });
  }

  /** Resolves when everything is stored. */
  finished(): Promise<void> {
    return this.#storing;
  }

  /** Begins the work once what was begun before is done. */
  async #after(work: () => Promise<void>): Promise<void> {
    await this.#storing;
    this.#storing = work();
    // Whoever waits for it next hears of a failure.
    this.#storing.catch(() => undefined);
  }
}
