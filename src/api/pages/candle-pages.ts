import type { Candles } from '../../values/candles/candles.ts';
import { INTERVALS, type Interval, type IntervalCandle } from '../../core/candle-interval.ts';
import { INDEX_WINDOW_MS, type SeriesId } from '../../core/index-value.ts';
import { DAY_MS, dayStart, SECOND_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import { Lru } from '../../core/lru.ts';
import { SettledPast, type PastState, type SettledSnapshot } from '../../core/settled-past.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { ReadBudget } from '../../history/read-budget.ts';
import { CandleNumbers } from '../../latest/candles/candle-numbers.ts';
import { CandlePageWriter, usualCandleBytes } from '../../latest/candles/candle-page-writer.ts';
import type { WrittenPage } from '../../latest/indices/index-page-writer.ts';
import { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { unavailable } from '../http/errors.ts';
import { isComplete, type CandleNow } from './candle-now.ts';
import { freshUntilNextTick } from '../http/answers/freshness.ts';
import { StalePageCache, PageCache } from './page-cache.ts';
import { isToBeFilled, type CoveredRange, type IncompleteRanges } from '../http/answers/incomplete.ts';
import { oldestFirst, stepAtOrBefore, type InstantRange } from '../http/answers/oldest-first.ts';
import { PageBuffers } from './page-buffers.ts';
import type { Answer } from '../http/routing/route.ts';
import { FairQueue, type JobOwner } from '../http/limits/fair-queue.ts';

/** Past candles do not change, but the window moves and history may still be filled in. */
const PAST_PAGE_SECONDS = 300;
const DAY_SECONDS = DAY_MS / SECOND_MS;
const KEPT_PAGE_BYTES = 32 * 2 ** 20;
/** Bytes of pages that are valid until the next slot. */
const SLOT_PAGE_BYTES = 16 * 2 ** 20;
/** Number of pages made at once: each holds thousands of candles until it is sent. */
const PAGES_AT_ONCE = 8;
const MAX_WAITING = 256;

const BUSY = () => unavailable('candles are being made for others: try again', 1);

export interface CandlePagesParts extends PastState {
  readonly candles: Candles;
  readonly incomplete: IncompleteRanges;
  readonly marketSpeed: number;
  /** Turns of the event loop for writing pages. */
  readonly turns: Pick<LoopTurns, 'run'>;
  /** Source of the candles. */
  readonly history: HistoryReader;
}

export interface CandlePageQuery {
  /** Undefined if the index is unknown. */
  readonly series: SeriesId | undefined;
  readonly interval: Interval;
  readonly ascending: boolean;
  /** The starts of the candles to return. */
  readonly starts: InstantRange;
  /**
   * The range from <= t < to that is covered by this and the following pages; undefined if the request has no
   * explicit start.
   */
  readonly requested?: CoveredRange | undefined;
  readonly limit: number;
  readonly marketTime: Millis;
  /** An answer is fresh from the moment at which it is ready. */
  readonly marketNow: () => Millis;
  readonly moment: CandleNow;
  readonly asker: () => JobOwner;
}

type KnownPageQuery = CandlePageQuery & { readonly series: SeriesId };

/** `gone`: aborts when the client of the page has left. */
type PageRead = KnownPageQuery & {
  readonly gone: AbortSignal;
  readonly budget: ReadBudget;
  readonly isVisitor: boolean;
};

interface MadePage {
  readonly page: WrittenPage;
  /** Start of the oldest and of the newest candle that the page covers. */
  readonly oldest: Millis;
  readonly newest: Millis;
  /** Whether it has as many candles as requested. */
  readonly isFull: boolean;
}

const NOTHING = PreparedAnswer.ofJson('{"content":[]}');

/** Pages of candles. Final pages are cached if they are requested again, others until the next slot. */
export class CandlePages {
  readonly #parts: CandlePagesParts;
  readonly #kept = new PageCache(KEPT_PAGE_BYTES);
  readonly #settled: SettledPast;
  readonly #buffers = new PageBuffers();
  /** Buffers that no page is being written to. */
  readonly #spareNumbers: CandleNumbers[] = [];
  readonly #ofSlot = new Lru<string, Answer>({
    maxWeight: SLOT_PAGE_BYTES,
    weightOf: ({ prepared }) => prepared.identity.bytes.length,
  });
  readonly #line = new FairQueue({ maxRunning: PAGES_AT_ONCE, maxWaiting: MAX_WAITING, queueFull: BUSY });
  readonly #held: StalePageCache | undefined;
  #slot = '';

  constructor(parts: CandlePagesParts) {
    this.#parts = parts;
    this.#held = parts.history.mayBeUnavailable ? new StalePageCache(parts) : undefined;
    this.#settled = new SettledPast(parts, () => {
      this.#kept.clear();
      this.#ofSlot.clear();
    });
  }

  answer(query: CandlePageQuery): Answer | Promise<Answer> {
    const { starts, marketTime, moment } = query;
    if (!isKnown(query)) return { prepared: NOTHING, maxAgeSeconds: this.#untilTick(query) };
    if (starts.from > starts.upTo) return this.#nothing(query);
    const snapshot = this.#settled.takeSnapshot();
    const key = keyOf(query);
    // End-of-day records may be replaced, and a page of them is cheap.
    if (query.interval === '1d') return this.#orHeld(query, key, () => this.#fresh(query, key));
    const settled = this.#kept.find(key, marketTime - INDEX_WINDOW_MS + DAY_MS);
    if (settled) return { prepared: settled, maxAgeSeconds: this.#dayLong };
    const slot = `${moment.at} ${Math.floor(marketTime / SLOT_MS)}`;
    if (slot !== this.#slot) this.#ofSlot.clear();
    this.#slot = slot;
    const ofSlot = this.#ofSlot.get(key);
    if (!ofSlot) return this.#orHeld(query, key, () => this.#page(query, key, snapshot));
    return { ...ofSlot, maxAgeSeconds: ofSlot.maxAgeSeconds || this.#untilTick(query) };
  }

  /** No candle begins in the range, which may be before everything available. */
  async #nothing(query: KnownPageQuery): Promise<Answer> {
    const { series, interval, requested, marketTime, moment, asker } = query;
    const moments = { at: moment.at, windowFrom: marketTime - INDEX_WINDOW_MS };
    const incomplete =
      requested && interval !== '1d'
        ? await this.#parts.incomplete.slotGaps(series, requested, moments, undefined, asker().gone)
        : undefined;
    const { identity, tag } = NOTHING;
    const prepared = new PreparedAnswer(identity.bytes, tag, incomplete);
    return { prepared, maxAgeSeconds: this.#untilTick(query) };
  }

  get #dayLong(): number {
    return Math.floor(DAY_SECONDS / this.#parts.marketSpeed);
  }

  /** Candles below a day are available as long as the values they are made of. */
  #orHeld({ interval, marketTime }: KnownPageQuery, key: string, make: () => Promise<Answer>) {
    const notBefore = interval === '1d' ? -Infinity : marketTime - INDEX_WINDOW_MS;
    return this.#held ? this.#held.makeOrCached(key, notBefore, make) : make();
  }

  async #fresh(query: KnownPageQuery, key: string): Promise<Answer> {
    const { page, oldest, newest } = await this.#make(query);
    const isRunning = !isComplete(newest, '1d', query.moment);
    if (!isRunning && !isToBeFilled(page.incomplete))
      this.#held?.store(key, oldest, () => PreparedAnswer.copyOf(page));
    return this.#sentOnce(page, isRunning ? this.#untilTick(query) : PAST_PAGE_SECONDS);
  }

  async #page(query: KnownPageQuery, key: string, snapshot: SettledSnapshot): Promise<Answer> {
    const slot = this.#slot;
    const made = await this.#make(query);
    const { page, oldest, newest, isFull } = made;
    const isRunning = !isComplete(newest, query.interval, query.moment);
    if (isToBeFilled(page.incomplete)) return this.#sentOnce(page, 0);
    if (!isRunning) this.#held?.store(key, oldest, () => PreparedAnswer.copyOf(page));
    if (isFull && this.#isSettled(query, made, snapshot)) {
      if (!this.#kept.isRepeatedRequest(key)) return this.#sentOnce(page, this.#dayLong);
      const prepared = this.#ownCopy(page);
      this.#kept.keep(key, { prepared, oldestAt: oldest });
      return { prepared, maxAgeSeconds: this.#dayLong };
    }
    const maxAgeSeconds = isRunning ? 0 : PAST_PAGE_SECONDS;
    if (slot !== this.#slot || snapshot.revision !== this.#parts.pastRevision())
      return this.#sentOnce(page, maxAgeSeconds || this.#untilTick(query));
    const answer = { prepared: this.#ownCopy(page), maxAgeSeconds };
    this.#ofSlot.set(key, answer);
    return { ...answer, maxAgeSeconds: maxAgeSeconds || this.#untilTick(query) };
  }

  #sentOnce({ bytes, tag, incomplete }: WrittenPage, maxAgeSeconds: number): Answer {
    const release = () => this.#buffers.giveBack(bytes);
    return { prepared: new PreparedAnswer(bytes, tag, incomplete), maxAgeSeconds, release };
  }

  /** A copy to be cached. */
  #ownCopy(page: WrittenPage): PreparedAnswer {
    const prepared = PreparedAnswer.copyOf(page);
    this.#buffers.giveBack(page.bytes);
    return prepared;
  }

  /** A page with a candle that the next tick belongs to is fresh until then. */
  #untilTick({ moment, marketNow }: CandlePageQuery): number {
    return freshUntilNextTick(moment.at, marketNow(), this.#parts.marketSpeed);
  }

  #make(query: KnownPageQuery): Promise<MadePage> {
    const asker = query.asker();
    const budget = this.#parts.incomplete.budget(query.requested !== undefined, asker);
    return this.#line
      .run(asker, () =>
        this.#makeNow({ ...query, gone: asker.gone, budget, isVisitor: asker.isVisitor ?? false }),
      )
      .finally(() => budget.close());
  }

  async #makeNow(query: PageRead): Promise<MadePage> {
    const { ascending, starts, limit, interval } = query;
    const found = ascending ? await this.#oldestFirst(query) : await this.#read(query, starts, limit + 1);
    const shown = found.slice(0, limit);
    const last = shown.at(-1)?.startAt;
    const hasNext = last !== undefined && found.length > limit;
    const reach = hasNext ? last : ascending ? starts.upTo : starts.from;
    const covered = {
      oldest: ascending ? starts.from : reach,
      newest: Math.min(
        ascending ? reach : starts.upTo,
        query.marketTime - (query.marketTime % INTERVALS[interval]),
      ),
    };
    const incomplete = await this.#incomplete(query, shown, hasNext);
    const page = await this.#write(shown, query, hasNext ? last : undefined);
    return { page: { ...page, incomplete }, isFull: shown.length === limit, ...covered };
  }

  /** The gaps of the page in the part of the range that it covers. */
  #incomplete(
    { series, interval, ascending, requested, marketTime, moment, budget, gone }: PageRead,
    shown: readonly IntervalCandle[],
    hasNext: boolean,
  ): Promise<string | undefined> | undefined {
    if (requested === undefined) {
      this.#parts.incomplete.requireComplete(budget);
      return undefined;
    }
    const last = hasNext ? shown.at(-1)!.startAt : undefined;
    const from = ascending ? requested.from : (last ?? requested.from);
    const to = ascending && last !== undefined ? last + 1 : requested.to;
    const now = { at: moment.at, windowFrom: marketTime - INDEX_WINDOW_MS };
    if (interval === '1d') {
      const days = shown.map(({ startAt }) => startAt);
      const final = { ...now, lastDay: moment.lastDay };
      return this.#parts.incomplete.dayGaps(series, { from, to }, days, final, budget, gone);
    }
    // A candle holds the ticks after its start, up to and including its end.
    const newest = stepAtOrBefore(to - 1, INTERVALS[interval]);
    const range = { from: from + 1, to: newest + INTERVALS[interval] + 1 };
    return this.#parts.incomplete.slotGaps(series, range, now, budget, gone);
  }

  async #write(
    candles: readonly IntervalCandle[],
    { series, interval, moment, marketTime, gone, isVisitor }: PageRead,
    next: Millis | undefined,
  ): Promise<WrittenPage> {
    gone.throwIfAborted();
    const numbers = this.#spareNumbers.pop() ?? new CandleNumbers();
    const writer = new CandlePageWriter(series, interval, numbers);
    const marks = {
      now: marketTime,
      isComplete: (startAt: Millis) => isComplete(startAt, interval, moment),
    };
    const buffer = this.#buffers.take(usualCandleBytes(candles.length));
    const page = await this.#parts.turns.run(writer.pageInSlices(candles, marks, next, buffer), isVisitor);
    this.#spareNumbers.push(numbers);
    return page;
  }

  #oldestFirst(query: PageRead): Promise<IntervalCandle[]> {
    const { starts, interval, limit } = query;
    const read = (part: InstantRange, max: number) => this.#read(query, part, max);
    return oldestFirst(read, starts, INTERVALS[interval], limit + 1);
  }

  async #read({ series, interval, moment, gone, budget }: PageRead, starts: InstantRange, limit: number) {
    gone.throwIfAborted();
    return this.#parts.candles.newestFirst(series, interval, starts, limit, moment, budget);
  }

  #isSettled(
    { interval, moment, marketTime }: CandlePageQuery,
    page: MadePage,
    snapshot: SettledSnapshot,
  ): boolean {
    const { oldest, newest } = page;
    const leavesWindow = oldest < marketTime - INDEX_WINDOW_MS + DAY_MS;
    const isOver = newest + INTERVALS[interval] <= dayStart(moment.at);
    return !leavesWindow && isOver && this.#settled.isSettled(snapshot, oldest);
  }
}

function isKnown(query: CandlePageQuery): query is KnownPageQuery {
  return query.series !== undefined;
}

function keyOf(query: KnownPageQuery): string {
  const { series, interval, ascending, starts, requested, limit } = query;
  return `${series.indexId} ${interval} ${ascending ? 'asc' : 'desc'} ${starts.from} ${starts.upTo} ${requested?.from} ${limit}`;
}
