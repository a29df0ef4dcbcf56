import { performance } from 'node:perf_hooks';
import { SeriesOrder } from '../../../src/core/ids/series-order.ts';
import type { Millis } from '../../../src/core/time.ts';
import type { EmbeddedHistoryStore } from '../../../src/history/embedded/embedded-history-store.ts';
import type { PastValues } from './past-values.ts';

export interface WrittenDay {
  readonly points: number;
  /** How long the store took, without the time that it waited for values. */
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
    record: new Uint8Array(0),
  });
  if (outcome !== 'stored') throw new Error(`the first tick is ${outcome}`);
}

/** Stores a day as the back-fill does. */
export async function writeDay(
  store: EmbeddedHistoryStore,
  day: Millis,
  values: PastValues,
): Promise<WrittenDay> {
  let [points, waitedMs] = [0, 0];
  async function* parts() {
    let askedAt = performance.now();
    for await (const batch of values.batches(day)) {
      waitedMs += performance.now() - askedAt;
      points += batch.reduce((sum, { slots }) => sum + slots.length, 0);
      yield batch;
      askedAt = performance.now();
    }
    waitedMs += performance.now() - askedAt;
  }
  const startedAt = performance.now();
  await store.insertPast({ startAt: day, parts: parts() });
  return { points, storeMs: performance.now() - startedAt - waitedMs };
}
