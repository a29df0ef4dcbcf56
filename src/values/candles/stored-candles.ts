import { INTERVALS, type Interval, type IntervalCandle } from '../../core/candle-interval.ts';
import { Lru } from '../../core/lru.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, dayOfTick, dayStart, SLOTS_PER_DAY, type Millis } from '../../core/time.ts';
import { SettledPast, type PastState } from '../../core/settled-past.ts';
import type { Slices } from '../../core/async/slices.ts';
import { seriesColumns, type SeriesColumns } from '../../core/value-columns.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { ReadBudget } from '../../history/read-budget.ts';
import type { CandleCutoff, Candles, CandleRange } from './candles.ts';
import { candlesInSlices } from './day-candles.ts';

export interface HistoryCandlesParts extends PastState {
  readonly history: Pick<HistoryReader, 'readSeriesInto' | 'readCandles'>;
  /** Lets other work run on the event loop. */
  readonly yieldTurn: () => Promise<void>;
  /** The maximum number of cached candles; by default about 60 MB of them. */
  readonly maxCached?: number;
}

/** Maximum size of the cache, in candles: about 60 MB. */
const MAX_CACHED = 300_000;
/** A day, plus the tick at which it starts. */
const COLUMN_ROWS = SLOTS_PER_DAY + 1;
const MAX_SPARE_COLUMNS = 4;
/** After this many days, about 3 ms, other work gets a turn of the event loop. */
const DAYS_PER_TURN = 8;

/** Candles computed from history, one day at a time. Days that can no longer change are cached. */
export class HistoryCandles implements Candles {
  readonly #parts: HistoryCandlesParts;
  readonly #cache: Lru<string, readonly IntervalCandle[]>;
  readonly #spare: SeriesColumns[] = [];
  readonly #settled: SettledPast;

  constructor(parts: HistoryCandlesParts) {
    this.#parts = parts;
    this.#cache = new Lru({
      maxWeight: parts.maxCached ?? MAX_CACHED,
      weightOf: (candles) => candles.length + 1,
    });
    this.#settled = new SettledPast(parts, () => this.#cache.clear());
  }

  newestFirst(
    series: SeriesId,
    interval: Interval,
    range: CandleRange,
    limit: number,
    moment: CandleCutoff,
    budget?: ReadBudget,
  ): Promise<IntervalCandle[]> {
    return interval === '1d'
      ? this.#days(series, range, limit, moment, budget)
      : this.#short(series, interval, range, limit, moment, budget);
  }

  async #short(
    series: SeriesId,
    interval: Interval,
    { from, upTo }: CandleRange,
    limit: number,
    { at }: CandleCutoff,
    budget: ReadBudget | undefined,
  ): Promise<IntervalCandle[]> {
    const found: IntervalCandle[] = [];
    let day = dayStart(upTo);
    let read = 0;
    while (found.length < limit && day + DAY_MS > from) {
      const ofDay = await this.#candlesOfDay(series, interval, day, at, budget);
      for (let i = ofDay.length - 1; i >= 0 && found.length < limit; i--) {
        const candle = ofDay[i]!;
        if (candle.startAt <= upTo && candle.startAt >= from) found.push(candle);
      }
      day = ofDay.length > 0 ? day - DAY_MS : await this.#dayBefore(series, day, from, budget);
      // Reads that history serves from memory do not yield by themselves.
      if (++read % DAYS_PER_TURN === 0) await this.#parts.yieldTurn();
    }
    return found;
  }

  /** The last earlier day that has a value; -Infinity if there is none. */
  async #dayBefore(
    series: SeriesId,
    day: Millis,
    from: Millis,
    budget: ReadBudget | undefined,
  ): Promise<Millis> {
    // Days that could not be modelled in time are visited one by one, so that the budget records each.
    if (budget?.omitsAnyOf(day, day + DAY_MS + 1)) return day - DAY_MS;
    const one = seriesColumns(1);
    const read = { series, atOrBefore: day, notBefore: from, limit: 1, budget };
    const count = await this.#parts.history.readSeriesInto(read, one);
    return count === 0 ? -Infinity : Math.min(dayOfTick(one.ats[0]!), day - DAY_MS);
  }

  /** All candles of a day, in chronological order. */
  async #candlesOfDay(
    series: SeriesId,
    interval: Interval,
    day: Millis,
    at: Millis,
    budget: ReadBudget | undefined,
  ): Promise<readonly IntervalCandle[]> {
    const snapshot = this.#settled.takeSnapshot();
    const key = `${series.indexType} ${series.indexId} ${interval} ${day}`;
    const known = this.#cache.get(key);
    if (known) return known;
    const candles = await this.#compute(series, INTERVALS[interval], day, at, budget);
    // The first candle opens with the tick at which the day starts.
    const isSettled = day + DAY_MS <= dayStart(at) && this.#settled.isSettled(snapshot, day);
    if (isSettled && !budget?.omitsAnyOf(day, day + DAY_MS + 1)) this.#cache.set(key, candles);
    return candles;
  }

  /** Uses only ticks up to `at`: later ones are stored but not published yet. */
  async #compute(
    series: SeriesId,
    intervalMs: Millis,
    day: Millis,
    at: Millis,
    budget: ReadBudget | undefined,
  ): Promise<IntervalCandle[]> {
    const columns = this.#spare.pop() ?? seriesColumns(COLUMN_ROWS);
    const atOrBefore = Math.min(day + DAY_MS, at);
    const read = { series, atOrBefore, notBefore: day, limit: COLUMN_ROWS, budget };
    const count = await this.#parts.history.readSeriesInto(read, columns);
    const { indexType } = series;
    const grid = { indexType, startAt: day, intervalMs, candles: DAY_MS / intervalMs };
    const candles = await this.#inTurns(candlesInSlices(grid, { columns, count }));
    if (this.#spare.length < MAX_SPARE_COLUMNS) this.#spare.push(columns);
    if (!budget || budget.omitted.length === 0) return candles;
    // A candle contains the ticks after its start up to and including its end, and opens with the tick at its start.
    return candles.filter(({ startAt }) => !budget.omitsAnyOf(startAt, startAt + intervalMs + 1));
  }

  async #inTurns<T>(work: Slices<T>): Promise<T> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      await this.#parts.yieldTurn();
    }
  }

  /** Final days as stored; days that are not final yet, computed from their values. */
  async #days(
    series: SeriesId,
    { from, upTo }: CandleRange,
    limit: number,
    { at, lastDay }: CandleCutoff,
    budget: ReadBudget | undefined,
  ): Promise<IntervalCandle[]> {
    const found: IntervalCandle[] = [];
    for (let day = dayStart(upTo); day > lastDay && day >= from && found.length < limit; day -= DAY_MS) {
      const candles = await this.#compute(series, DAY_MS, day, at, budget);
      found.push(...candles);
    }
    const left = Math.min(limit - found.length, Math.floor((Math.min(upTo, lastDay) - from) / DAY_MS) + 1);
    if (left <= 0) return found;
    const read = { series, startAtOrBefore: Math.min(upTo, lastDay), limit: left, budget };
    const stored = await this.#parts.history.readCandles(read);
    return [...found, ...reachingBackTo(from, stored)];
  }
}

/** Expects candles newest first. Rarely has to drop any. */
function reachingBackTo(from: Millis, candles: readonly IntervalCandle[]): readonly IntervalCandle[] {
  const oldest = candles.at(-1);
  return oldest && oldest.startAt < from ? candles.filter(({ startAt }) => startAt >= from) : candles;
}
