import { maskOf, type SeriesId } from '../../core/index-value.ts';
import { Lru } from '../../core/lru.ts';
import { SettledPast, type PastState } from '../../core/settled-past.ts';
import { DAY_MS, dayOfTick, dayStart, SLOT_MS, SLOTS_A_DAY, type Millis } from '../../core/time.ts';
import { seriesColumns, type SeriesColumns } from '../../core/value-columns.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { ModelledSpan } from '../../history/modelled-past.ts';
import { CoverageCount } from './coverage-count.ts';
import type { Coverage, CoverageRange, SeriesCoverage } from './coverage.ts';
import { dayRunsOf, withModelled, type DayRuns } from './day-runs.ts';
import type { GapReasons } from './gap-reasons.ts';

export interface StoredCoverageParts extends PastState {
  readonly history: Pick<HistoryReader, 'readSeriesInto' | 'readCandles' | 'summary'>;
  readonly reasons: Pick<GapReasons, 'split'>;
  /** Between which slots values can be modelled where they are not stored: from the first up to, not including, the second. */
  readonly modelled?: (series: SeriesId) => Promise<ModelledSpan | undefined>;
  /** Lets others have their turn of the event loop. */
  readonly yieldTurn: () => Promise<void>;
}

const SEEDED = maskOf('SEEDED');
const MOST_KEPT_BYTES = 24 * 2 ** 20;
/** Two arrays, their key and their entry, about. */
const BYTES_A_DAY = 400;
const BYTES_A_RUN = 3;
const MOST_SPARE_COLUMNS = 4;
/** A day without ticks. */
const NOTHING: DayRuns = { ends: Uint16Array.of(SLOTS_A_DAY), states: Uint8Array.of(0) };

/** Coverage out of history, a day at a time; days that do not change any more are kept as runs of slots. */
export class StoredCoverage implements Coverage {
  readonly #parts: StoredCoverageParts;
  readonly #kept = new Lru<string, DayRuns>({
    mostWeight: MOST_KEPT_BYTES,
    weightOf: ({ states }) => BYTES_A_DAY + BYTES_A_RUN * states.length,
  });
  readonly #spare: SeriesColumns[] = [];
  readonly #settled: SettledPast;

  constructor(parts: StoredCoverageParts) {
    this.#parts = parts;
    this.#settled = new SettledPast(parts, () => this.#kept.clear());
  }

  async of(
    series: SeriesId,
    { from, upTo, fromFirst, at }: CoverageRange,
    mostGaps: number,
    signal: AbortSignal,
  ): Promise<SeriesCoverage | 'too-many-gaps'> {
    const first = Math.ceil(from / SLOT_MS) * SLOT_MS;
    const count = new CoverageCount({ from: first, upTo, fromFirst });
    const { days: stored } = await this.#parts.history.summary();
    const withTicks = new Set(stored);
    const span = await this.#parts.modelled?.(series);
    const seeded = await this.#seededDays(series, dayOfTick(first), upTo);
    // No value is older than the oldest day that is stored.
    const oldestDay = Math.min(
      stored[0] ?? Infinity,
      span ? dayOfTick(span.valuesFrom) : Infinity,
      ...seeded,
    );
    const begin = Math.max(dayOfTick(first), fromFirst ? oldestDay : -Infinity);
    for (let day = begin; day < upTo; day += DAY_MS) {
      const known = withTicks.has(day) ? this.#keptOf(series, day) : NOTHING;
      const runs = known ?? (await this.#read(series, day, at));
      count.add(day, span ? withModelled(runs, day, span) : runs, seeded.has(day));
      if (known) continue;
      // What history has at hand comes without waiting: others have their turn all the same.
      await this.#parts.yieldTurn();
      signal.throwIfAborted();
    }
    const gaps = await this.#parts.reasons.split(series, count.missing, { at, most: mostGaps, signal });
    if (typeof gaps === 'string') return gaps;
    const { first: oldest, last: newest, days } = count;
    return {
      ...(oldest !== undefined && { first: oldest }),
      ...(newest !== undefined && { last: newest }),
      days,
      gaps,
    };
  }

  #keptOf(series: SeriesId, day: Millis): DayRuns | undefined {
    this.#settled.look();
    return this.#kept.get(keyOf(series, day));
  }

  /** Days without ticks of their own whose end-of-day record was combined from what exchanges say of them. */
  async #seededDays(series: SeriesId, from: Millis, upTo: Millis): Promise<ReadonlySet<Millis>> {
    const limit = Math.max(0, Math.ceil((upTo - from) / DAY_MS));
    const candles = await this.#parts.history.readCandles({ series, startAtOrBefore: upTo - 1, limit });
    const seeded = candles.filter(({ startAt, flags }) => startAt >= from && (flags & SEEDED) !== 0);
    return new Set(seeded.map(({ startAt }) => startAt));
  }

  async #read(series: SeriesId, day: Millis, at: Millis): Promise<DayRuns> {
    const look = this.#settled.look();
    const columns = this.#spare.pop() ?? seriesColumns(SLOTS_A_DAY);
    const read = {
      series,
      atOrBefore: Math.min(day + DAY_MS, at),
      notBefore: day + SLOT_MS,
      limit: SLOTS_A_DAY,
    };
    const count = await this.#parts.history.readSeriesInto(read, columns);
    const runs = dayRunsOf(day, columns, count);
    if (this.#spare.length < MOST_SPARE_COLUMNS) this.#spare.push(columns);
    const isOver = day + DAY_MS <= dayStart(at);
    if (isOver && this.#settled.isSettled(look, day)) this.#kept.set(keyOf(series, day), runs);
    return runs;
  }
}

function keyOf({ indexType, indexId }: SeriesId, day: Millis): string {
  return `${indexType} ${indexId} ${day}`;
}
