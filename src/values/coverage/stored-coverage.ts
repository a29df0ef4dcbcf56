import { maskOf, type SeriesId } from '../../core/index-value.ts';
import { Lru } from '../../core/lru.ts';
import { SettledPast, type PastState } from '../../core/settled-past.ts';
import { DAY_MS, dayOfTick, dayStart, SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../core/time.ts';
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
  /** The slots for which values can be modelled if they are not stored: from `valuesFrom` up to, not including, `firstTick`. */
  readonly modelled?: (series: SeriesId) => Promise<ModelledSpan | undefined>;
  /** Lets other work run on the event loop. */
  readonly yieldTurn: () => Promise<void>;
}

const SEEDED = maskOf('SEEDED');
const MAX_CACHED_BYTES = 24 * 2 ** 20;
/** Approximate size of two arrays, their key and their cache entry. */
const BYTES_PER_DAY = 400;
const BYTES_PER_RUN = 3;
const MAX_SPARE_COLUMNS = 4;
/** A day without ticks. */
const EMPTY_DAY: DayRuns = { ends: Uint16Array.of(SLOTS_PER_DAY), states: Uint8Array.of(0) };

/** Coverage computed from history, one day at a time. Days that can no longer change are cached as runs of slots. */
export class StoredCoverage implements Coverage {
  readonly #parts: StoredCoverageParts;
  readonly #cache = new Lru<string, DayRuns>({
    maxWeight: MAX_CACHED_BYTES,
    weightOf: ({ states }) => BYTES_PER_DAY + BYTES_PER_RUN * states.length,
  });
  readonly #spare: SeriesColumns[] = [];
  readonly #settled: SettledPast;

  constructor(parts: StoredCoverageParts) {
    this.#parts = parts;
    this.#settled = new SettledPast(parts, () => this.#cache.clear());
  }

  async of(
    series: SeriesId,
    { from, upTo, fromFirst, at }: CoverageRange,
    maxGaps: number,
    signal: AbortSignal,
  ): Promise<SeriesCoverage | 'too-many-gaps'> {
    const first = Math.ceil(from / SLOT_MS) * SLOT_MS;
    const count = new CoverageCount({ from: first, upTo, fromFirst });
    const { days: stored } = await this.#parts.history.summary();
    const withTicks = new Set(stored);
    const span = await this.#parts.modelled?.(series);
    const seeded = await this.#seededDays(series, dayOfTick(first), upTo);
    // No value is older than the oldest stored day.
    const oldestDay = Math.min(
      stored[0] ?? Infinity,
      span ? dayOfTick(span.valuesFrom) : Infinity,
      ...seeded,
    );
    const begin = Math.max(dayOfTick(first), fromFirst ? oldestDay : -Infinity);
    for (let day = begin; day < upTo; day += DAY_MS) {
      const known = withTicks.has(day) ? this.#cached(series, day) : EMPTY_DAY;
      const runs = known ?? (await this.#read(series, day, at));
      count.add(day, span ? withModelled(runs, day, span) : runs, seeded.has(day));
      if (known) continue;
      // Reads that history serves from memory do not yield by themselves.
      await this.#parts.yieldTurn();
      signal.throwIfAborted();
    }
    const gaps = await this.#parts.reasons.split(series, count.missing, { at, maxGaps, signal });
    if (typeof gaps === 'string') return gaps;
    const { first: oldest, last: newest, days } = count;
    return {
      ...(oldest !== undefined && { first: oldest }),
      ...(newest !== undefined && { last: newest }),
      days,
      gaps,
    };
  }

  #cached(series: SeriesId, day: Millis): DayRuns | undefined {
    this.#settled.takeSnapshot();
    return this.#cache.get(keyOf(series, day));
  }

  /** Days without ticks of their own whose end-of-day record was combined from daily candles of exchanges. */
  async #seededDays(series: SeriesId, from: Millis, upTo: Millis): Promise<ReadonlySet<Millis>> {
    const limit = Math.max(0, Math.ceil((upTo - from) / DAY_MS));
    const candles = await this.#parts.history.readCandles({ series, startAtOrBefore: upTo - 1, limit });
    const seeded = candles.filter(({ startAt, flags }) => startAt >= from && (flags & SEEDED) !== 0);
    return new Set(seeded.map(({ startAt }) => startAt));
  }

  async #read(series: SeriesId, day: Millis, at: Millis): Promise<DayRuns> {
    const snapshot = this.#settled.takeSnapshot();
    const columns = this.#spare.pop() ?? seriesColumns(SLOTS_PER_DAY);
    const read = {
      series,
      atOrBefore: Math.min(day + DAY_MS, at),
      notBefore: day + SLOT_MS,
      limit: SLOTS_PER_DAY,
    };
    const count = await this.#parts.history.readSeriesInto(read, columns);
    const runs = dayRunsOf(day, columns, count);
    if (this.#spare.length < MAX_SPARE_COLUMNS) this.#spare.push(columns);
    const isOver = day + DAY_MS <= dayStart(at);
    if (isOver && this.#settled.isSettled(snapshot, day)) this.#cache.set(keyOf(series, day), runs);
    return runs;
  }
}

function keyOf({ indexType, indexId }: SeriesId, day: Millis): string {
  return `${indexType} ${indexId} ${day}`;
}
