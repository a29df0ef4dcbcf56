import type { Candle } from '../../../src/core/candle.ts';
import type { SeriesId } from '../../../src/core/index-value.ts';
import { compareSeries } from '../../../src/core/ids/series-order.ts';
import type { Millis } from '../../../src/core/time.ts';
import type { Fence, StoredState, StoredValue, TickSlice } from '../../../src/history/history-store.ts';

/** The stored data of one slot. */
export interface Instant {
  readonly at: Millis;
  readonly slice: TickSlice | undefined;
  readonly past: ReadonlyMap<string, StoredValue> | undefined;
}

/** The content of a history in memory, shared by all readers and writers. */
export class MemoryContent {
  /** Fence of the newest writer, 0 before the first. */
  fence: Fence = 0;
  /** Oldest first. */
  slices: TickSlice[] = [];
  state: StoredState | undefined;
  /** Values inserted later, by instant, then by series. */
  readonly past = new Map<Millis, Map<string, StoredValue>>();
  /** Their records, by instant. */
  readonly pastRecords = new Map<Millis, Uint8Array>();
  /** By day, then by series. */
  readonly candles = new Map<Millis, Map<string, Candle>>();
  /** Increases with every write to days up to the newest. */
  candleRevision = 0;
  /** Every series with a stored value. */
  readonly series = new Map<string, SeriesId>();

  know({ indexType, indexId }: SeriesId): string {
    const key = `${indexType} ${indexId}`;
    if (!this.series.has(key)) this.series.set(key, { indexType, indexId });
    return key;
  }

  *newestFirst(atOrBefore: Millis, notBefore: Millis): Generator<Instant> {
    const slices = new Map(this.slices.map((slice) => [slice.at, slice]));
    const instants = [...new Set([...slices.keys(), ...this.past.keys()])];
    for (const at of instants.toSorted((a, b) => b - a)) {
      if (at < notBefore) return;
      if (at <= atOrBefore) yield { at, slice: slices.get(at), past: this.past.get(at) };
    }
  }

  candlesNewestFirst(startAtOrBefore: Millis): Candle[] {
    return [...this.candles]
      .filter(([day]) => day <= startAtOrBefore)
      .toSorted(([a], [b]) => b - a)
      .flatMap(([, candles]) => [...candles.values()].toSorted(compareSeries));
  }

  forgetBefore(oldest: Millis): void {
    const kept = this.slices.findIndex(({ at }) => at >= oldest);
    if (kept > 0) this.slices.splice(0, kept);
    for (const at of this.past.keys()) if (at < oldest) this.past.delete(at);
    for (const at of this.pastRecords.keys()) if (at < oldest) this.pastRecords.delete(at);
  }
}
