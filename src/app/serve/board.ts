import type { Listening, Unsubscribe } from '../../bus/bus.ts';
import { deliver, type Hear } from '../../bus/deliver.ts';
import { Deferred } from '../../core/async/deferred.ts';
import { StoreAway } from '../../core/errors.ts';
import { INDEX_WINDOW_MS } from '../../core/index-value.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { StoredValue } from '../../history/history-store.ts';
import { ExchangeTickers } from '../../latest/tickers/exchange-tickers.ts';
import { IndexSheet } from '../../latest/indices/index-sheet.ts';
import { IndexTickerText } from '../../latest/indices/index-ticker-text.ts';
import { IndexTickers, type PastRecord } from '../../latest/indices/index-tickers.ts';
import { MarketCaps } from '../../latest/market-caps/market-caps.ts';
import type { MarketFeed, MarketTopics } from '../../latest/market/market-topics.ts';
import type { MarketVersions } from '../../latest/market/market-versions.ts';
import { Quality } from '../../latest/quality/quality.ts';
import type { ServedMarket } from '../../latest/market/served-market.ts';
import { columnsOfStored } from '../pipeline/compute/index-columns.ts';
import type { StoredTickValues } from './missed-ticks.ts';

export interface MarketBoard {
  readonly tickers: ExchangeTickers;
  readonly indexTickers: IndexTickers;
  readonly marketCaps: MarketCaps;
  /** The only one that may have nothing yet: after a restart it comes with a delay. */
  readonly quality: Quality;
}

export interface BoardParts {
  readonly bus: Listening<MarketTopics>;
  readonly versions: MarketVersions;
  /** What history holds of every series since an instant: the first slot may lack some of them. */
  readonly newestValues: (notBefore: Millis) => Promise<readonly StoredValue[]>;
  /** Ticks that history has between two slots, in the order of time: the bus may have lost them. */
  readonly missed: (after: Millis, before: Millis) => AsyncIterable<StoredTickValues>;
  readonly onShown?: (at: Millis) => void;
  /** A refresh cannot be shown; the next one is tried again. */
  readonly failed: (error: unknown) => void;
}

type Shown = 'tickers' | 'indices' | 'marketCaps';
type Refresh = { readonly [T in Shown]: { readonly topic: T; readonly refresh: MarketTopics[T] } }[Shown];

/** What a client may ask to be sent again: ticks that were missed before that are in history for those who read it. */
const MOST_MISSED_MS = DAY_MS;
/** Two ticks and a half: where a version is late for longer, the oldest are not shown. */
const MOST_WAITING = 8;

/** Shows what the bus brings, in order, each refresh once its version is prepared. Lost ticks come from history. */
export class Board implements Listening<MarketFeed> {
  /** Resolves once there is something of everything. Rejects where history cannot be read. */
  readonly ready: Promise<MarketBoard>;
  readonly #parts: BoardParts;
  readonly #subscribers = new Set<{ readonly topic: keyof MarketFeed; readonly hear: Hear }>();
  readonly #unsubscribes: readonly Unsubscribe[];
  readonly #waiting: Refresh[] = [];
  #showing = false;
  #isClosed = false;
  readonly #quality = new Quality();
  #shown: Partial<Omit<MarketBoard, 'quality'>> = {};
  #lastShown: Millis = -Infinity;
  readonly #heardAt: Record<Shown, Millis> = {
    tickers: -Infinity,
    indices: -Infinity,
    marketCaps: -Infinity,
  };
  readonly #first = new Deferred<MarketBoard>();
  /** What is waited for is waited for no more. */
  #skip: () => void = () => {};

  constructor(parts: BoardParts) {
    this.#parts = parts;
    const { bus, versions } = parts;
    this.ready = this.#first.promise;
    // A start that failed elsewhere waits for it no more.
    this.ready.catch(() => undefined);
    this.#unsubscribes = [
      bus.subscribe('reference', (news) => versions.announce(news)),
      bus.subscribe('tickers', (refresh) => this.#hear({ topic: 'tickers', refresh })),
      bus.subscribe('marketCaps', (refresh) => this.#hear({ topic: 'marketCaps', refresh })),
      bus.subscribe('indices', (refresh) => this.#hear({ topic: 'indices', refresh })),
      bus.subscribe('quality', (refresh) => {
        if (refresh.at > (this.#quality.at ?? -Infinity)) this.#quality.replace(refresh);
      }),
      // Before there is something of everything, nothing is served, and a trade is over when it is.
      bus.subscribe('trades', (arrived) => {
        if (this.#isComplete) this.#publish('trades', arrived);
      }),
    ];
  }

  /** A subscriber receives everything after it is shown. */
  subscribe<T extends keyof MarketFeed>(topic: T, hear: (message: MarketFeed[T]) => void): Unsubscribe {
    const subscriber = { topic, hear: hear as Hear };
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** The slot of the index values that are shown; -Infinity before the first. */
  get shownAt(): Millis {
    return this.#shown.indexTickers?.at ?? -Infinity;
  }

  /** Shows ticks up to this slot that history has and the bus has not brought. */
  async lookFor(slot: Millis): Promise<void> {
    const { indexTickers } = this.#shown;
    if (!indexTickers || this.#showing || this.#isClosed || indexTickers.at >= slot) return;
    this.#showing = true;
    try {
      const range = { after: indexTickers.at, before: slot + 1 };
      // One of a version that is not known yet comes with the bus.
      await this.#showStored(indexTickers, range, [indexTickers.market], 'whole');
    } catch (error) {
      // It is asked for again as long as the tick is missing.
      if (!(error instanceof StoreAway)) this.#parts.failed(error);
    }
    // What was heard meanwhile.
    void this.#showWaiting();
  }

  close(): void {
    this.#isClosed = true;
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.#waiting.length = 0;
    this.#skip();
    this.#subscribers.clear();
  }

  #publish<T extends keyof MarketFeed>(topic: T, message: MarketFeed[T]): void {
    // One that subscribes during the delivery begins with the next message.
    const subscribers = new Set(this.#subscribers);
    for (const subscriber of subscribers)
      if (subscriber.topic === topic && this.#subscribers.has(subscriber)) deliver(subscriber.hear, message);
  }

  /** At once where nothing is to be waited for, so that it is shown when the bus has published it. */
  #hear(heard: Refresh): void {
    const { topic, refresh } = heard;
    // After a takeover the last tick is published again, by the process that took over.
    if (refresh.at <= this.#heardAt[topic]) return;
    this.#heardAt[topic] = refresh.at;
    if (!this.#showing && this.#canShow(heard)) {
      this.#tryToShow(heard);
      return;
    }
    this.#waiting.push(heard);
    if (this.#waiting.length > MOST_WAITING) {
      this.#waiting.shift();
      this.#skip();
      this.#parts.failed(new Error('a refresh is not shown: the version that it uses is not prepared'));
    }
    if (!this.#showing) void this.#showWaiting();
  }

  #canShow(heard: Refresh): boolean {
    if (heard.topic === 'marketCaps') return true;
    if (heard.topic === 'indices' && this.#mayHaveMissed(heard.refresh)) return false;
    return this.#parts.versions.of(heard.refresh.reference) !== undefined;
  }

  async #showWaiting(): Promise<void> {
    this.#showing = true;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        const past = await this.#whenPossible(next);
        if (this.#waiting[0] !== next) continue;
        if (next.topic === 'indices') await this.#showMissed(next.refresh);
        if (this.#waiting[0] !== next) continue;
        this.#waiting.shift();
        this.#tryToShow(next, past);
      } catch (error) {
        if (this.#waiting[0] === next) this.#waiting.shift();
        this.#fail(error);
      }
    }
    this.#showing = false;
  }

  /** Also before the first slot: what it lacks is in history. */
  #mayHaveMissed({ at }: MarketTopics['indices']): boolean {
    const { indexTickers } = this.#shown;
    return !indexTickers || at - indexTickers.at > SLOT_MS;
  }

  /** Slots between the one that is shown and this one that history has. Where it cannot be read, that is told, and this one is shown. */
  async #showMissed(refresh: MarketTopics['indices']): Promise<void> {
    const { indexTickers } = this.#shown;
    if (!indexTickers || !this.#mayHaveMissed(refresh)) return;
    const { versions, failed } = this.#parts;
    const markets = [versions.of(refresh.reference), indexTickers.market].filter(
      (market) => market !== undefined,
    );
    const after = Math.max(indexTickers.at, refresh.at - MOST_MISSED_MS);
    try {
      await this.#showStored(indexTickers, { after, before: refresh.at }, markets, 'as far as possible');
    } catch (error) {
      failed(error);
    }
  }

  async #showStored(
    indexTickers: IndexTickers,
    { after, before }: { readonly after: Millis; readonly before: Millis },
    markets: readonly ServedMarket[],
    how: 'whole' | 'as far as possible',
  ): Promise<void> {
    for await (const tick of this.#parts.missed(after, before)) {
      const fitting = markets.find((candidate) => hasAll(candidate, tick));
      if (this.#isClosed || (!fitting && how === 'whole')) return;
      const market = fitting ?? markets[0]!;
      const columns = columnsOfStored(tick.at, tick.values, market.series);
      const shown = new IndexSheet(market).publish(columns);
      this.#heardAt.indices = Math.max(this.#heardAt.indices, tick.at);
      this.#tellShown(tick.at);
      indexTickers.replace(shown, market);
      this.#publish('indices', shown);
    }
  }

  #tellShown(at: Millis): void {
    if (at > this.#lastShown) this.#parts.onShown?.(at);
    this.#lastShown = Math.max(this.#lastShown, at);
  }

  /** Resolves with what history adds to a first slot. */
  async #whenPossible(heard: Refresh): Promise<readonly StoredValue[]> {
    if (heard.topic === 'marketCaps') return [];
    const skipped = new Promise<void>((resolve) => (this.#skip = resolve));
    await Promise.race([this.#parts.versions.whenPrepared(heard.refresh.reference), skipped]);
    if (heard.topic !== 'indices' || this.#shown.indexTickers) return [];
    return this.#parts.newestValues(heard.refresh.at - INDEX_WINDOW_MS);
  }

  /** Whether it comes at once or was waited for: a refresh that cannot be shown is told, and the next one is tried. */
  #tryToShow(heard: Refresh, newest: readonly StoredValue[] = []): void {
    try {
      this.#show(heard, newest);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#parts.failed(error);
    this.#first.reject(error);
  }

  #show(heard: Refresh, newest: readonly StoredValue[]): void {
    this.#tellShown(heard.refresh.at);
    if (heard.topic === 'tickers') this.#showTickers(heard.refresh);
    else if (heard.topic === 'indices') this.#showIndices(heard.refresh, newest);
    else this.#showMarketCaps(heard.refresh);
    const { tickers, indexTickers, marketCaps } = this.#shown;
    if (tickers && indexTickers && marketCaps)
      this.#first.resolve({ tickers, indexTickers, marketCaps, quality: this.#quality });
  }

  #showTickers(refresh: MarketTopics['tickers']): void {
    const market = this.#parts.versions.use(refresh.reference);
    if (this.#shown.tickers) this.#shown.tickers.replace(refresh, market);
    else this.#shown = { ...this.#shown, tickers: new ExchangeTickers(market, refresh) };
    this.#publish('tickers', refresh);
  }

  #showMarketCaps(refresh: MarketTopics['marketCaps']): void {
    if (this.#shown.marketCaps) this.#shown.marketCaps.replace(refresh);
    else this.#shown = { ...this.#shown, marketCaps: new MarketCaps(refresh) };
  }

  #showIndices(refresh: MarketTopics['indices'], newest: readonly StoredValue[]): void {
    // Found in history while it waited to be shown.
    if (refresh.at <= this.shownAt) return;
    const market = this.#parts.versions.use(refresh.reference);
    if (this.#shown.indexTickers) this.#shown.indexTickers.replace(refresh, market);
    else {
      const indexTickers = new IndexTickers(market, pastRecords(newest, market.series, refresh), refresh);
      this.#shown = { ...this.#shown, indexTickers };
    }
    this.#publish('indices', refresh);
  }

  get #isComplete(): boolean {
    const { tickers, indexTickers, marketCaps } = this.#shown;
    return tickers !== undefined && indexTickers !== undefined && marketCaps !== undefined;
  }
}

/** Whether the version has every index that the tick has a value of. */
function hasAll({ series }: ServedMarket, { values }: StoredTickValues): boolean {
  return values.every((value) => series.numberOf(value) !== undefined);
}

/** Of series that the version has and the first slot lacks: mostly few, and a start waits for them. */
function* pastRecords(
  newest: readonly StoredValue[],
  order: SeriesOrder,
  first: MarketTopics['indices'],
): Generator<PastRecord> {
  const text = new IndexTickerText();
  const isShown = new Set(first.series);
  for (const value of newest) {
    const { indexType, indexId, at, price } = value;
    const series = { indexType, indexId };
    const number = order.numberOf(series);
    if (number === undefined || isShown.has(number)) continue;
    const record = text.record(value, at, { ...value, tickVolume: value.tickVolume ?? Number.NaN });
    yield { series, at, price, fragment: Buffer.from(record, 'latin1') };
  }
}
