import type { Candle } from '../../core/candle.ts';
import type { Clock } from '../../core/clocks/clock.ts';
import { INDEX_WINDOW_MS, type IndexType, type SeriesId } from '../../core/index-value.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import type { PastState } from '../../core/settled-past.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { ReadBudget } from '../../history/read-budget.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { unavailable } from '../http/errors.ts';
import { candlePage, LatestCandles } from './candle-page.ts';
import { StalePageCache } from './page-cache.ts';
import { isToBeFilled, type IncompleteRanges } from '../http/answers/incomplete.ts';
import type { RequestedIndices } from './index-access.ts';
import {
  oldestFirst,
  oldestFirstAcross,
  stepAtOrAfter,
  stepAtOrBefore,
  type NewestFirst,
} from '../http/answers/oldest-first.ts';
import { isToCome, type PagePosition } from './range.ts';
import type { Answer } from '../http/routing/route.ts';
import type { JobOwner, FairQueue } from '../http/limits/fair-queue.ts';

const NOT_STORED = 'the last complete day could not be stored yet: try again';

export interface OhlcvPagesParts extends PastState {
  readonly history: HistoryReader;
  readonly incomplete: IncompleteRanges;
  readonly indexTickers: Pick<IndexTickers, 'at'>;
  /** The queue for pages over many indices. */
  readonly line: FairQueue;
  /** Turns of the event loop for writing pages. */
  readonly turns: Pick<LoopTurns, 'next'>;
  readonly clock?: Pick<Clock, 'wait'>;
  readonly lastDayStored: () => Promise<boolean>;
}

interface CandleQuery extends PagePosition {
  readonly limit: number;
  readonly budget?: ReadBudget | undefined;
  /** Lets other work of the event loop run. */
  readonly yieldTurn?: () => Promise<void>;
}

/** Common to all answers: the indices, the last published day, and how long the answer is valid. */
interface Wanted {
  readonly indices: RequestedIndices;
  readonly lastDay: Millis;
  /**
   * The last complete day: later than the last published one while the record of the first day is held back.
   */
  readonly finalDay: Millis;
  readonly maxAgeSeconds: () => number;
  /** Whether the request has an explicit start. */
  readonly hasFrom?: boolean;
}

/**
 * Pages of end-of-day records. They contain only final days, so that cached pages stay correct while the
 * store is unavailable.
 */
export class OhlcvPages {
  readonly #parts: OhlcvPagesParts;
  readonly #history: HistoryReader;
  readonly #line: FairQueue;
  readonly #turns: Pick<LoopTurns, 'next'>;
  readonly #latest: LatestCandles;
  readonly #held: StalePageCache | undefined;

  constructor(parts: OhlcvPagesParts) {
    const { history, line, turns, clock } = parts;
    this.#parts = parts;
    this.#history = history;
    this.#line = line;
    this.#turns = turns;
    this.#latest = new LatestCandles(history, turns);
    this.#held = history.mayBeUnavailable ? new StalePageCache(parts, clock) : undefined;
  }

  /** The last complete day of each index; `at`: the newest tick. */
  latest(wanted: Wanted, at: Millis): Promise<Answer> {
    const { types, series } = wanted.indices;
    return this.#orHeld(wanted, `latest ${wanted.lastDay}`, async () => {
      if (series) return this.#latest.ofSeries(series, wanted.lastDay);
      // In the first seconds of a new directory there are none.
      if (!(await this.#parts.lastDayStored())) throw unavailable(NOT_STORED, 30);
      return this.#latest.ofTypes(types, wanted.lastDay, at);
    });
  }

  /** Past days. */
  page(wanted: Wanted, position: PagePosition, size: number, asker: () => JobOwner): Promise<Answer> {
    const query = withinFinalDays({ ...position, limit: size + 1 }, wanted.lastDay);
    const { ascending, atOrBefore, from, after } = query;
    const key = `${ascending ? 'asc' : 'desc'} ${from} ${atOrBefore} ${after?.indexId} ${size} ${wanted.hasFrom ?? false}`;
    const newest = Math.min(position.atOrBefore, wanted.finalDay);
    return this.#orHeld(wanted, key, () => this.#page(wanted, query, newest, size, asker));
  }

  async #page(
    { indices, lastDay, finalDay, hasFrom = false }: Wanted,
    query: CandleQuery,
    newestAsked: Millis,
    size: number,
    asker: () => JobOwner,
  ): Promise<PreparedAnswer> {
    const whose = asker();
    const nextTurn = () => this.#turns.next(whose.isVisitor);
    const { series } = indices;
    if (!series) {
      const candles = await this.#read(indices, { ...query, yieldTurn: nextTurn }, asker);
      await nextTurn();
      return candlePage(candles, size, nextTurn);
    }
    const { incomplete, indexTickers } = this.#parts;
    const budget = incomplete.budget(hasFrom, whose);
    const candles = await this.#read(indices, { ...query, budget }, asker).finally(() => budget.close());
    if (!hasFrom) {
      incomplete.requireComplete(budget);
      await nextTurn();
      return candlePage(candles, size, nextTurn);
    }
    const shown = candles.slice(0, size).map(({ startAt }) => startAt);
    const { ascending, after, atOrBefore, from = -Infinity } = query;
    const end = candles.length > size ? shown.at(-1) : undefined;
    // A cursor names a record that was sent.
    const first = ascending && after ? from + 1 : from;
    const newest = !ascending && after ? atOrBefore - 1 : newestAsked;
    const range = ascending
      ? { from: first, to: (end ?? newest) + 1 }
      : { from: end ?? first, to: newest + 1 };
    const now = { at: indexTickers.at, windowFrom: lastDay - INDEX_WINDOW_MS, lastDay, finalDay };
    const lacks = await incomplete.dayGaps(series, range, shown, now, budget, whose.gone);
    await nextTurn();
    return candlePage(candles, size, nextTurn, lacks);
  }

  async #orHeld(
    { indices: { types, series }, maxAgeSeconds }: Wanted,
    page: string,
    read: () => Promise<PreparedAnswer>,
  ): Promise<Answer> {
    const key = `${series?.indexId ?? types.join()} ${page}`;
    const make = async () => {
      const prepared = await read();
      if (!isToBeFilled(prepared.incomplete)) this.#held?.store(key, -Infinity, () => prepared);
      return { prepared, maxAgeSeconds: maxAgeSeconds() };
    };
    return this.#held ? this.#held.makeOrCached(key, -Infinity, make) : make();
  }

  #read(wanted: RequestedIndices, query: CandleQuery, asker: () => JobOwner): Promise<readonly Candle[]> {
    if (wanted.series) return read(this.#history, wanted, query);
    const whose = asker();
    return this.#line.run(whose, () => read(this.#history, wanted, query, whose.gone));
  }
}

/** A cursor on a day that is not final, which no client was given, starts at the last final day. */
function withinFinalDays(query: CandleQuery, lastDay: Millis): CandleQuery {
  const { after, ...rest } = query;
  if (query.atOrBefore <= lastDay) return query;
  return { ...rest, atOrBefore: lastDay, ...(query.ascending && after ? { after } : {}) };
}

async function read(
  history: HistoryReader,
  { types, series }: RequestedIndices,
  query: CandleQuery,
  gone?: AbortSignal,
): Promise<readonly Candle[]> {
  const { ascending, atOrBefore, from = -Infinity, limit } = query;
  if (types.length === 0) return [];
  const newestFirst = series
    ? daysOf(history, series, query.budget)
    : daysAcross(history, types, query.yieldTurn, gone);
  if (ascending) return oldest(newestFirst, history, query, series);
  if (series) return newestFirst({ from, upTo: atOrBefore - (isToCome(series, query) ? 0 : 1) }, limit);
  const { yieldTurn } = query;
  const start = Number.isFinite(from) ? { startNotBefore: from } : {};
  const after = query.after ? { after: query.after } : {};
  return history.readCandlesAcross({
    types,
    startAtOrBefore: atOrBefore,
    limit,
    ...start,
    ...after,
    yieldTurn,
  });
}

async function oldest(
  newestFirst: NewestFirst<Candle>,
  history: HistoryReader,
  query: CandleQuery,
  series: SeriesId | undefined,
): Promise<readonly Candle[]> {
  const { candles: kept } = await history.summary();
  const from = stepAtOrAfter(Math.max(query.from ?? -Infinity, kept?.oldest ?? query.atOrBefore), DAY_MS);
  const range = { from, upTo: stepAtOrBefore(query.atOrBefore, DAY_MS) };
  const comes = (candle: SeriesId) => from !== query.from || isToCome(candle, query);
  if (!series) return oldestFirstAcross(newestFirst, range, DAY_MS, query.limit, comes);
  return oldestFirst(
    newestFirst,
    comes(series) ? range : { ...range, from: from + DAY_MS },
    DAY_MS,
    query.limit,
  );
}

/** A series has at most one record per day, so a range has at most as many as days. */
function daysOf(
  history: HistoryReader,
  series: SeriesId,
  budget: ReadBudget | undefined,
): NewestFirst<Candle> {
  return async ({ from, upTo }, limit) => {
    const days = Math.floor((upTo - from) / DAY_MS) + 1;
    const read = { series, startAtOrBefore: upTo, limit: Math.min(limit, days), budget };
    const newest = await history.readCandles(read);
    return newest.filter(({ startAt }) => startAt >= from);
  };
}

function daysAcross(
  history: HistoryReader,
  types: readonly IndexType[],
  yieldTurn: (() => Promise<void>) | undefined,
  gone: AbortSignal | undefined,
): NewestFirst<Candle> {
  return async ({ from, upTo }, limit) => {
    gone?.throwIfAborted();
    return history.readCandlesAcross({
      types,
      startAtOrBefore: upTo,
      startNotBefore: from,
      limit,
      yieldTurn,
    });
  };
}
