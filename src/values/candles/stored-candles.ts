import { INTERVALS, type Interval, type IntervalCandle } from '../../core/candle-interval.ts';
import { Lru } from '../../core/lru.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, dayOfTick, dayStart, SLOTS_A_DAY, type Millis } from '../../core/time.ts';
import { SettledPast, type PastState } from '../../core/settled-past.ts';
import type { Slices } from '../../core/async/slices.ts';
import { seriesColumns, type SeriesColumns } from '../../core/value-columns.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { ReadBudget } from '../../history/read-budget.ts';
import type { CandleMoment, Candles, CandleStretch } from './candles.ts';
import { candlesInSlices } from './day-candles.ts';

export interface StoredCandlesParts extends PastState {
  readonly history: Pick<HistoryReader, 'readSeriesInto' | 'readCandles'>;
  /** Lets others have their turn of the event loop. */
  readonly yieldTurn: () => Promise<void>;
  /** Candles that are kept at most; by default some 60 MB of them. */
  readonly mostKept?: number;
}

/** Days of candles that are kept, in candles: some 60 MB. */
const MOST_KEPT = 300_000;
/** A day and the tick at which it begins. */
const COLUMN_ROWS = SLOTS_A_DAY + 1;
const MOST_SPARE_COLUMNS = 4;
/** After so many days, some 3 ms, other work gets a turn of the event loop. */
const DAYS_A_TURN = 8;

/** Candles out of history, a day at a time; days that do not change any more are kept. */
export class StoredCandles implements Candles {
  readonly #parts: StoredCandlesParts;
  readonly #kept: Lru<string, readonly IntervalCandle[]>;
  readonly #spare: SeriesColumns[] = [];
  readonly #settled: SettledPast;

  constructor(parts: StoredCandlesParts) {
    this.#parts = parts;
    this.#kept = new Lru({
      mostWeight: parts.mostKept ?? MOST_KEPT,
      weightOf: (candles) => candles.length + 1,
    });
    this.#settled = new SettledPast(parts, () => this.#kept.clear());
  }

  newestFirst(
    series: SeriesId,
    interval: Interval,
    stretch: CandleStretch,
    limit: number,
    moment: CandleMoment,
    budget?: ReadBudget,
  ): Promise<IntervalCandle[]> {
    return interval === '1d'
      ? this.#days(series, stretch, limit, moment, budget)
      : this.#short(series, interval, stretch, limit, moment, budget);
  }

  async #short(
    series: SeriesId,
    interval: Interval,
    { from, upTo }: CandleStretch,
    limit: number,
    { at }: CandleMoment,
    budget: ReadBudget | undefined,
  ): Promise<IntervalCandle[]> {
    const found: IntervalCandle[] = [];
    let day = dayStart(upTo);
    let read = 0;
    while (found.length < limit && day + DAY_MS > from) {
      const ofDay = await this.#ofDay(series, interval, day, at, budget);
      for (let i = ofDay.length - 1; i >= 0 && found.length < limit; i--) {
        const candle = ofDay[i]!;
        if (candle.startAt <= upTo && candle.startAt >= from) found.push(candle);
      }
      day = ofDay.length > 0 ? day - DAY_MS : await this.#dayBefore(series, day, from, budget);
      // What history has at hand comes without waiting: others have their turn all the same.
      if (++read % DAYS_A_TURN === 0) await this.#parts.yieldTurn();
    }
    return found;
  }

  /** The last day before that has a value; -Infinity where there is none. */
  async #dayBefore(
    series: SeriesId,
    day: Millis,
    from: Millis,
    budget: ReadBudget | undefined,
  ): Promise<Millis> {
    // Days that could not be modelled in time are passed one by one, so that each is noted.
    if (budget?.lacksAnyOf(day, day + DAY_MS + 1)) return day - DAY_MS;
    const one = seriesColumns(1);
    const read = { series, atOrBefore: day, notBefore: from, limit: 1, budget };
    const count = await this.#parts.history.readSeriesInto(read, one);
    return count === 0 ? -Infinity : Math.min(dayOfTick(one.ats[0]!), day - DAY_MS);
  }

  /** All candles of a day, in the order of time. */
  async #ofDay(
    series: SeriesId,
    interval: Interval,
    day: Millis,
    at: Millis,
    budget: ReadBudget | undefined,
  ): Promise<readonly IntervalCandle[]> {
    const look = this.#settled.look();
    const key = `${series.indexType} ${series.indexId} ${interval} ${day}`;
    const known = this.#kept.get(key);
    if (known) return known;
    const made = await this.#make(series, INTERVALS[interval], day, at, budget);
    // The first candle opens with the tick at which the day begins.
    const isSettled = day + DAY_MS <= dayStart(at) && this.#settled.isSettled(look, day);
    if (isSettled && !budget?.lacksAnyOf(day, day + DAY_MS + 1)) this.#kept.set(key, made);
    return made;
  }

  /** Of ticks up to `at`: those that are stored and wait for their slot are not for anyone yet. */
  async #make(
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
    const made = await this.#inTurns(candlesInSlices(grid, { columns, count }));
    if (this.#spare.length < MOST_SPARE_COLUMNS) this.#spare.push(columns);
    if (!budget || budget.lacked.length === 0) return made;
    // A candle holds the ticks after its start, up to and with its end, and opens with the one at its start.
    return made.filter(({ startAt }) => !budget.lacksAnyOf(startAt, startAt + intervalMs + 1));
  }

  async #inTurns<T>(work: Slices<T>): Promise<T> {
    for (;;) {
      const { done, value } = work.next();
      if (done) return value;
      await this.#parts.yieldTurn();
    }
  }

  /** Final days as they are stored; the day that is not final yet from its values. */
  async #days(
    series: SeriesId,
    { from, upTo }: CandleStretch,
    limit: number,
    { at, lastDay }: CandleMoment,
    budget: ReadBudget | undefined,
  ): Promise<IntervalCandle[]> {
    const found: IntervalCandle[] = [];
    for (let day = dayStart(upTo); day > lastDay && day >= from && found.length < limit; day -= DAY_MS) {
      const made = await this.#make(series, DAY_MS, day, at, budget);
      found.push(...made);
    }
    const left = Math.min(limit - found.length, Math.floor((Math.min(upTo, lastDay) - from) / DAY_MS) + 1);
    if (left <= 0) return found;
    const read = { series, startAtOrBefore: Math.min(upTo, lastDay), limit: left, budget };
    const stored = await this.#parts.history.readCandles(read);
    return [...found, ...reachingBackTo(from, stored)];
  }
}

/** Of candles newest first. Nearly always all of them: a series rarely has older ones than a client asks for. */
function reachingBackTo(from: Millis, candles: readonly IntervalCandle[]): readonly IntervalCandle[] {
  const oldest = candles.at(-1);
  return oldest && oldest.startAt < from ? candles.filter(({ startAt }) => startAt >= from) : candles;
}
