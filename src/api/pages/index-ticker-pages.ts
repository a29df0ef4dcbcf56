import { MAX_PAGE_SIZE } from '../../contract/parameter-kinds.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, dayStart, SECOND_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import { SettledPast, type PastState, type SettledSnapshot } from '../../core/settled-past.ts';
import { seriesColumns, setRow, type SeriesColumns } from '../../core/value-columns.ts';
import type { HistoryReader, StoredValue } from '../../history/history-store.ts';
import type { ReadBudget } from '../../history/read-budget.ts';
import {
  IndexPageWriter,
  usualPageBytes,
  type PastValues,
  type WrittenPage,
} from '../../latest/indices/index-page-writer.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { freshUntilNextTick } from '../http/answers/freshness.ts';
import { StalePageCache, PageCache } from './page-cache.ts';
import { isToBeFilled, type IncompleteRanges } from '../http/answers/incomplete.ts';
import type { RequestedIndices } from './index-access.ts';
import {
  oldestFirst,
  oldestFirstAcross,
  stepAtOrAfter,
  stepAtOrBefore,
  type NewestFirst,
} from '../http/answers/oldest-first.ts';
import { PageBuffers } from './page-buffers.ts';
import { isToCome, type PagePosition } from './range.ts';
import type { Answer } from '../http/routing/route.ts';
import type { JobOwner, FairQueue } from '../http/limits/fair-queue.ts';

/** Past values do not change, but the window moves and a page may still be filled in. */
const PAST_PAGE_SECONDS = 300;
const DAY_SECONDS = DAY_MS / SECOND_MS;
/** Some hundred pages of 2,000 records. */
const KEPT_PAGE_BYTES = 48 * 2 ** 20;
/** A page, and one more record that tells whether there is a next page. */
const COLUMN_ROWS = MAX_PAGE_SIZE + 1;
const MAX_SPARE_COLUMNS = 8;

export interface IndexTickerPagesParts extends PastState {
  readonly indexTickers: IndexTickers;
  readonly incomplete: IncompleteRanges;
  readonly history: HistoryReader;
  readonly marketSpeed: number;
  /** Turns of the event loop for writing pages. */
  readonly turns: Pick<LoopTurns, 'next' | 'run'>;
}

interface PageQuery extends PagePosition {
  readonly limit: number;
  /** Older values are not available. */
  readonly windowFrom: Millis;
  /** Whether the request has an explicit start. */
  readonly hasFrom?: boolean;
}

/** `gone`: for a page over many series, aborts when its client has left. */
type PageRead = PageQuery & {
  readonly gone: AbortSignal | undefined;
  readonly budget: ReadBudget | undefined;
  readonly yieldTurn: () => Promise<void>;
};

/** Pages of the past, from history; final pages that are requested again are cached. */
export class IndexTickerPages {
  readonly #parts: IndexTickerPagesParts;
  readonly #writer = new IndexPageWriter();
  readonly #buffers = new PageBuffers();
  readonly #spareColumns: SeriesColumns[] = [];
  readonly #kept = new PageCache(KEPT_PAGE_BYTES);
  readonly #settled: SettledPast;
  readonly #line: FairQueue;
  /** Only if history is on another machine. */
  readonly #held: StalePageCache | undefined;

  /** `line`: the queue for pages over many series. */
  constructor(parts: IndexTickerPagesParts, line: FairQueue) {
    this.#parts = parts;
    this.#line = line;
    const { pastChanges, pastValueChanges = pastChanges ?? parts.pastRevision } = parts;
    this.#held = parts.history.mayBeUnavailable
      ? new StalePageCache({ ...parts, pastChanges: pastValueChanges })
      : undefined;
    this.#settled = new SettledPast(parts, () => this.#kept.clear());
  }

  /** `marketNow`: an answer is fresh from the moment at which it is ready. */
  answer(
    wanted: RequestedIndices,
    query: PageQuery,
    marketNow: () => Millis,
    asker: () => JobOwner,
  ): Answer | Promise<Answer> {
    const { indexTickers, marketSpeed } = this.#parts;
    const dayLong = Math.floor(DAY_SECONDS / marketSpeed);
    const snapshot = this.#settled.takeSnapshot();
    // A page that may be cached for a day must stay in the window for that long.
    const key = keyOf(wanted, query);
    const known = this.#kept.find(key, query.windowFrom + DAY_MS);
    if (known) return { prepared: known, maxAgeSeconds: dayLong };
    const { at } = indexTickers;
    const untilTick = () => freshUntilNextTick(at, marketNow(), marketSpeed);
    const make = (gone?: AbortSignal) =>
      this.#page(wanted, query, { dayLong, untilTick }, snapshot, asker(), gone);
    const page = () => {
      if (wanted.series) return make(query.hasFrom ? asker().gone : undefined);
      const whose = asker();
      return this.#line.run(whose, () => make(whose.gone));
    };
    return this.#held ? this.#held.makeOrCached(key, query.windowFrom, page) : page();
  }

  async #page(
    wanted: RequestedIndices,
    query: PageQuery,
    seconds: PageSeconds,
    snapshot: SettledSnapshot,
    whose: JobOwner,
    gone?: AbortSignal,
  ): Promise<Answer> {
    const columns = this.#spareColumns.pop() ?? seriesColumns(COLUMN_ROWS);
    const saysWhatItLacks = wanted.series !== undefined && query.hasFrom;
    const budget = wanted.series && this.#parts.incomplete.budget(saysWhatItLacks ?? false, whose);
    const yieldTurn = () => this.#parts.turns.next(whose.isVisitor);
    const read = { ...query, limit: query.limit + 1, gone, budget, yieldTurn };
    const found = await readPage(this.#parts.history, wanted, read, columns).finally(() => budget?.close());
    const count = Math.min(found.count, query.limit);
    const hasNext = found.count > query.limit;
    const covered = coveredBy(query, columns, count);
    if (budget && !saysWhatItLacks) this.#parts.incomplete.requireComplete(budget);
    const incomplete = saysWhatItLacks
      ? await this.#incomplete(wanted.series!, read, columns.ats[count - 1], hasNext)
      : undefined;
    const room = this.#buffers.take(usualPageBytes(count));
    const writing = this.#writer.pageInSlices({ ...found, count }, hasNext, room);
    const page = { ...(await this.#parts.turns.run(writing, whose.isVisitor)), incomplete };
    if (this.#spareColumns.length < MAX_SPARE_COLUMNS) this.#spareColumns.push(columns);
    if (isToBeFilled(incomplete)) return this.#sentOnce(page, 0);
    if (covered.newest < this.#parts.indexTickers.at)
      this.#held?.store(keyOf(wanted, query), covered.oldest, () => PreparedAnswer.copyOf(page));
    if (count < query.limit || !this.#isSettled(query, covered, snapshot))
      return this.#sentOnce(page, this.#usualSeconds(covered, seconds));
    return this.#settledAnswer(page, keyOf(wanted, query), covered.oldest, seconds.dayLong);
  }

  #settledAnswer(page: WrittenPage, key: string, oldestAt: Millis, maxAgeSeconds: number): Answer {
    if (!this.#kept.isRepeatedRequest(key)) return this.#sentOnce(page, maxAgeSeconds);
    const prepared = PreparedAnswer.copyOf(page);
    this.#buffers.giveBack(page.bytes);
    this.#kept.keep(key, { prepared, oldestAt });
    return { prepared, maxAgeSeconds };
  }

  /** The gaps of the page in the part of the range that it covers. */
  #incomplete(
    series: SeriesId,
    { ascending, atOrBefore, from = -Infinity, after, windowFrom, budget, gone }: PageRead,
    last: Millis | undefined,
    hasNext: boolean,
  ): Promise<string | undefined> {
    const end = hasNext ? last : undefined;
    // A cursor names a record that was sent.
    const first = ascending && after ? from + 1 : from;
    const newest = !ascending && after ? atOrBefore - 1 : atOrBefore;
    const range = ascending
      ? { from: first, to: (end ?? newest) + 1 }
      : { from: end ?? first, to: newest + 1 };
    const moment = { at: this.#parts.indexTickers.at, windowFrom };
    return this.#parts.incomplete.slotGaps(series, range, moment, budget, gone!);
  }

  #sentOnce({ bytes, tag, incomplete }: WrittenPage, maxAgeSeconds: number): Answer {
    return {
      prepared: new PreparedAnswer(bytes, tag, incomplete),
      maxAgeSeconds,
      release: () => this.#buffers.giveBack(bytes),
    };
  }

  /** A page that the next tick belongs to is fresh until then. */
  #usualSeconds({ newest }: Covered, { untilTick }: PageSeconds): number {
    return newest >= this.#parts.indexTickers.at ? untilTick() : PAST_PAGE_SECONDS;
  }

  /** Within complete days that will not be filled in further, and in the window for another day. */
  #isSettled({ windowFrom }: PageQuery, { oldest, newest }: Covered, snapshot: SettledSnapshot): boolean {
    const complete = newest <= dayStart(this.#parts.indexTickers.at);
    return complete && oldest >= windowFrom + DAY_MS && this.#settled.isSettled(snapshot, oldest);
  }
}

interface PageSeconds {
  readonly dayLong: number;
  /** Evaluated when the page is ready. */
  readonly untilTick: () => number;
}

/** The time range that a page covers: a new value in this range would belong on the page. */
interface Covered {
  readonly oldest: Millis;
  readonly newest: Millis;
}

function coveredBy(
  { ascending, atOrBefore, from, limit }: PageQuery,
  { ats }: SeriesColumns,
  count: number,
): Covered {
  const last = ats[count - 1] ?? -Infinity;
  if (!ascending) return { oldest: last, newest: atOrBefore };
  return { oldest: from ?? -Infinity, newest: count < limit ? atOrBefore : last };
}

function keyOf(
  { types, series }: RequestedIndices,
  { ascending, atOrBefore, from, after, limit, hasFrom }: PageQuery,
): string {
  const whose = series ? series.indexId : types.join();
  return `${whose} ${ascending ? 'asc ' : ''}${atOrBefore} ${from ?? ''} ${after?.indexId ?? ''} ${limit}${hasFrom ? ' from' : ''}`;
}

async function readPage(
  history: HistoryReader,
  { types, series }: RequestedIndices,
  query: PageRead,
  columns: SeriesColumns,
): Promise<PastValues> {
  const { ascending, atOrBefore, limit, budget } = query;
  const notBefore = Math.max(query.windowFrom, query.from ?? -Infinity);
  if (series && !ascending) {
    const upTo = atOrBefore - (isToCome(series, query) ? 0 : 1);
    const count = await history.readSeriesInto(
      { series, atOrBefore: upTo, notBefore, limit, budget },
      columns,
    );
    return { series, columns, count };
  }
  const values = await readValues(history, { types, ...(series ? { series } : {}) }, { ...query, notBefore });
  for (const [row, value] of values.entries()) setRow(columns, row, value);
  return { series: series ?? values, columns, count: values.length };
}

function readValues(
  history: HistoryReader,
  { types, series }: RequestedIndices,
  query: PageRead & { readonly notBefore: Millis },
): Promise<readonly StoredValue[]> | readonly StoredValue[] {
  const { ascending, atOrBefore, notBefore, limit } = query;
  const first = stepAtOrAfter(notBefore, SLOT_MS);
  const range = { from: first, upTo: stepAtOrBefore(atOrBefore, SLOT_MS) };
  // If the cursor is outside the window now, it does not affect the first instant of the page.
  const comes = (value: SeriesId) => first !== query.from || isToCome(value, query);
  if (series) {
    const from = comes(series) ? first : first + SLOT_MS;
    const newestFirst: NewestFirst<StoredValue> = (part, max) =>
      history.readSeries({
        series,
        atOrBefore: part.upTo,
        notBefore: part.from,
        limit: max,
        budget: query.budget,
      });
    return oldestFirst(newestFirst, { ...range, from }, SLOT_MS, limit);
  }
  if (types.length === 0) return [];
  if (!ascending) return history.readAcross({ types, ...query });
  const newestFirst: NewestFirst<StoredValue> = async (part, max) => {
    query.gone?.throwIfAborted();
    const { yieldTurn } = query;
    return history.readAcross({ types, atOrBefore: part.upTo, notBefore: part.from, limit: max, yieldTurn });
  };
  return oldestFirstAcross(newestFirst, range, SLOT_MS, limit, comes);
}
