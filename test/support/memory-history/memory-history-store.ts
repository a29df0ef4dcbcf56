import type { Candle } from '../../../src/core/candle.ts';
import { SLOT_MS, type Millis } from '../../../src/core/time.ts';
import type { SeriesId } from '../../../src/core/index-value.ts';
import { rowAt } from '../../../src/core/value-columns.ts';
import type {
  AppendOutcome,
  Fence,
  HistoryStore,
  PastDay,
  PastSeries,
  PastYear,
  StoredValue,
  TickSlice,
  WriteOutcome,
} from '../../../src/history/history-store.ts';
import { candlesIn } from '../../../src/history/past-candles.ts';
import { MemoryContent } from './memory-content.ts';
import { MemoryHistoryReader, rowOf } from './memory-history-reader.ts';

export interface MemoryHistoryOptions {
  /** Number of ticks between engine states; by default each tick has one. */
  readonly stateEveryTicks?: number;
}

/** Keeps slices in memory and drops the oldest: for tests, and as the simplest implementation of the port. */
export class MemoryHistoryStore extends MemoryHistoryReader implements HistoryStore {
  readonly fence: Fence;
  readonly #windowMs: Millis;
  readonly #stateEveryMs: Millis;
  #passedOver = -Infinity;

  constructor(
    windowMs: Millis,
    content: MemoryContent = new MemoryContent(),
    { stateEveryTicks = 1 }: MemoryHistoryOptions = {},
  ) {
    super(content);
    this.fence = ++content.fence;
    this.#windowMs = windowMs;
    this.#stateEveryMs = stateEveryTicks * SLOT_MS;
  }

  async append(slice: TickSlice, state?: Uint8Array): Promise<AppendOutcome> {
    const { content } = this;
    const { at } = slice;
    if (this.#isFenced) return 'fenced';
    const last = content.slices.at(-1)?.at ?? -Infinity;
    if (at <= Math.max(last, this.#passedOver)) return this.#refusal(at, last);
    content.slices.push(slice);
    for (const number of slice.series) content.know(slice.order.series[number] as SeriesId);
    if (state) content.state = { at, state };
    content.forgetBefore(at - this.#windowMs);
    return 'stored';
  }

  wantsStateAt(at: Millis): boolean {
    return at >= (this.content.state?.at ?? -Infinity) + this.#stateEveryMs;
  }

  async insertPast({ startAt, parts, records = [] }: PastDay): Promise<WriteOutcome> {
    if (this.#isFenced) return 'fenced';
    const series: PastSeries[] = [];
    for await (const part of parts) series.push(...part);
    if (this.#isFenced) return 'fenced';
    const stored = new Map(this.content.slices.map((slice) => [slice.at, slice]));
    for (const one of series) this.#insertSeries(startAt, one, stored);
    const last = this.content.slices.at(-1)?.at ?? -Infinity;
    for (const { at, record } of records)
      if (at <= last && !stored.has(at) && !this.content.pastRecords.has(at))
        this.content.pastRecords.set(at, record);
    return 'stored';
  }

  async appendCandles(candles: readonly Candle[]): Promise<WriteOutcome> {
    if (this.#isFenced) return 'fenced';
    const newest = Math.max(...this.content.candles.keys());
    if (candles.some(({ startAt }) => startAt <= newest)) this.content.candleRevision++;
    for (const candle of candles) this.#dayOf(candle).set(this.content.know(candle), candle);
    return 'stored';
  }

  async insertCandles(past: PastYear): Promise<WriteOutcome> {
    if (this.#isFenced) return 'fenced';
    this.content.candleRevision++;
    for (const candle of candlesIn(past)) {
      const [day, key] = [this.#dayOf(candle), this.content.know(candle)];
      if (!day.has(key)) day.set(key, candle);
    }
    return 'stored';
  }

  skipUpTo(at: Millis): void {
    this.#passedOver = at;
  }

  files(): undefined {
    return undefined;
  }

  get #isFenced(): boolean {
    return this.fence < this.content.fence;
  }

  #insertSeries(startAt: Millis, series: PastSeries, stored: ReadonlyMap<Millis, TickSlice>): void {
    const { past, slices } = this.content;
    const { indexType, indexId, slots } = series;
    const last = slices.at(-1)?.at ?? -Infinity;
    const key = this.content.know(series);
    slots.forEach((slot, row) => {
      const at = startAt + (slot + 1) * SLOT_MS;
      const slice = stored.get(at);
      if (at > last || at < last - this.#windowMs) return;
      if (slice && rowOf(slice, { indexType, indexId }) >= 0) return;
      const instant = past.get(at) ?? new Map<string, StoredValue>();
      past.set(at, instant);
      if (!instant.has(key)) instant.set(key, { indexType, indexId, at, ...rowAt(series, row) });
    });
  }

  #dayOf({ startAt }: Candle): Map<string, Candle> {
    const { candles } = this.content;
    const day = candles.get(startAt) ?? new Map<string, Candle>();
    candles.set(startAt, day);
    return day;
  }

  #refusal(at: Millis, lastAt: Millis): AppendOutcome {
    if (this.content.slices.some((slice) => slice.at === at)) return 'duplicate';
    return at < lastAt - this.#windowMs ? 'too-old' : 'out-of-order';
  }
}
