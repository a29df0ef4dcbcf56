import type { Subscribable, Unsubscribe } from '../../bus/bus.ts';
import type { MessageHandler } from '../../bus/deliver.ts';
import { Deferred } from '../../core/async/deferred.ts';
import { StoreUnavailable } from '../../core/errors.ts';
import { INDEX_WINDOW_MS } from '../../core/index-value.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import { DAY_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { StoredValue } from '../../history/history-store.ts';
import { ExchangeTickers } from '../../latest/tickers/exchange-tickers.ts';
import { IndexRefreshWriter } from '../../latest/indices/index-refresh-writer.ts';
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
  /** May be empty after a restart; the other three never are. */
  readonly quality: Quality;
}

export interface BoardParts {
  readonly bus: Subscribable<MarketTopics>;
  readonly versions: MarketVersions;
  /** The newest stored value of each series since an instant, for series that the first slot lacks. */
  readonly newestValues: (notBefore: Millis) => Promise<readonly StoredValue[]>;
  /** Stored ticks between two slots, oldest first: the bus may have lost them. */
  readonly storedBetween: (after: Millis, before: Millis) => AsyncIterable<StoredTickValues>;
  readonly onShown?: (at: Millis) => void;
  /** Called when a refresh cannot be shown; the next one is tried. */
  readonly failed: (error: unknown) => void;
}

type Shown = 'tickers' | 'indices' | 'marketCaps';
type Refresh = { readonly [T in Shown]: { readonly topic: T; readonly refresh: MarketTopics[T] } }[Shown];

/**
 * How far back lost ticks are delivered, equal to what a websocket client may ask to be replayed. Older ticks
 * are in history.
 */
const MAX_MISSED_MS = DAY_MS;
/** Two and a half ticks: if a new version is prepared later than that, the oldest refreshes are dropped. */
const MAX_WAITING = 8;

/** Applies refreshes from the bus in order, each when its version is prepared. Reads lost ticks from history. */
export class Board implements Subscribable<MarketFeed> {
  /** Resolves when every kind of refresh has arrived. Rejects if history cannot be read. */
  readonly ready: Promise<MarketBoard>;
  readonly #parts: BoardParts;
  readonly #subscribers = new Set<{ readonly topic: keyof MarketFeed; readonly handle: MessageHandler }>();
  readonly #unsubscribes: readonly Unsubscribe[];
  readonly #waiting: Refresh[] = [];
  #showing = false;
  #isClosed = false;
  readonly #quality = new Quality();
  #shown: Partial<Omit<MarketBoard, 'quality'>> = {};
  #lastShown: Millis = -Infinity;
  readonly #receivedAt: Record<Shown, Millis> = {
    tickers: -Infinity,
    indices: -Infinity,
    marketCaps: -Infinity,
  };
  readonly #first = new Deferred<MarketBoard>();
  /** Ends the wait for the version of the oldest waiting refresh. */
  #skip: () => void = () => {};
  /** Number of times that history has lost ticks: a read that began before the last time is discarded. */
  #losses = 0;
  /** Set after history has lost ticks: past values are read again until a slot later than this one is shown. */
  #lostUpTo: Millis | undefined;

  constructor(parts: BoardParts) {
    this.#parts = parts;
    const { bus, versions } = parts;
    this.ready = this.#first.promise;
    // If the start has failed elsewhere, nothing awaits it.
    this.ready.catch(() => undefined);
    this.#unsubscribes = [
      bus.subscribe('reference', (news) => versions.announce(news)),
      bus.subscribe('tickers', (refresh) => this.#receive({ topic: 'tickers', refresh })),
      bus.subscribe('marketCaps', (refresh) => this.#receive({ topic: 'marketCaps', refresh })),
      bus.subscribe('indices', (refresh) => this.#receive({ topic: 'indices', refresh })),
      bus.subscribe('quality', (refresh) => {
        if (refresh.at > (this.#quality.at ?? -Infinity)) this.#quality.replace(refresh);
      }),
      // Nothing is served before the board is complete, and trades are not kept.
      bus.subscribe('trades', (arrived) => {
        if (this.#isComplete) this.#publish('trades', arrived);
      }),
    ];
  }

  /** Subscribers are called after the refresh is shown. */
  subscribe<T extends keyof MarketFeed>(topic: T, handle: (message: MarketFeed[T]) => void): Unsubscribe {
    const subscriber = { topic, handle: handle as MessageHandler };
    this.#subscribers.add(subscriber);
    return () => void this.#subscribers.delete(subscriber);
  }

  /** The slot of the index values that are shown; -Infinity before the first. */
  get shownAt(): Millis {
    return this.#shown.indexTickers?.at ?? -Infinity;
  }

  /** Shows ticks up to this slot that are in history but have not arrived on the bus. */
  async showStoredUpTo(slot: Millis): Promise<void> {
    const { indexTickers } = this.#shown;
    if (!indexTickers || this.#showing || this.#isClosed || indexTickers.at >= slot) return;
    this.#showing = true;
    try {
      const range = { after: indexTickers.at, before: slot + 1 };
      // Ticks of an unknown version arrive on the bus later.
      await this.#showStored(indexTickers, range, [indexTickers.market], 'whole');
    } catch (error) {
      // The caller retries as long as the tick is missing.
      if (!(error instanceof StoreUnavailable)) this.#parts.failed(error);
    }
    // Refreshes that arrived meanwhile.
    void this.#showWaiting();
  }

  /**
   * Call when history has lost ticks. Drops remembered values, which may be of lost ticks, and reads the newest stored ones. Reads them
   * again with the next tick, before which lost ticks may be stored again.
   */
  storeLostTicks(): void {
    this.#losses++;
    this.#lostUpTo = this.#receivedAt.indices;
    this.#shown.indexTickers?.dropPast();
    void this.#readPast();
  }

  close(): void {
    this.#isClosed = true;
    for (const unsubscribe of this.#unsubscribes) unsubscribe();
    this.#waiting.length = 0;
    this.#skip();
    this.#subscribers.clear();
  }

  #publish<T extends keyof MarketFeed>(topic: T, message: MarketFeed[T]): void {
    // A subscriber added during delivery starts with the next message.
    const subscribers = new Set(this.#subscribers);
    for (const subscriber of subscribers)
      if (subscriber.topic === topic && this.#subscribers.has(subscriber))
        this.#deliver(subscriber.handle, message);
  }

  /** Messages come from another process: one that a subscriber cannot handle must not end this process. */
  #deliver(handle: MessageHandler, message: unknown): void {
    try {
      handle(message as never);
    } catch (error) {
      this.#parts.failed(error);
    }
  }

  /**
   * Shows a refresh synchronously if nothing has to be awaited, so that it is shown when the publish has
   * completed.
   */
  #receive(received: Refresh): void {
    const { topic, refresh } = received;
    // After a takeover the last tick is published again, by the process that took over.
    if (refresh.at <= this.#receivedAt[topic]) return;
    this.#receivedAt[topic] = refresh.at;
    if (!this.#showing && this.#canShow(received)) {
      this.#tryToShow(received);
      return;
    }
    if (!this.#isComplete) this.#dropOlder(received);
    this.#waiting.push(received);
    if (this.#waiting.length > MAX_WAITING) {
      this.#waiting.shift();
      this.#skip();
      this.#parts.failed(
        new Error(
          'a refresh was dropped: too many wait for their version of the reference data, or for history',
        ),
      );
    }
    if (!this.#showing) void this.#showWaiting();
  }

  /**
   * Before the board is complete, nothing has been sent to a client, so only the newest refresh of a topic is needed: preparing the
   * first version may take longer than several ticks. The oldest waiting refresh stays if only history is being read for it.
   */
  #dropOlder({ topic }: Refresh): void {
    const first = this.#waiting[0];
    const isBeingShown = first !== undefined && this.#isPrepared(first);
    const kept = this.#waiting.filter(
      (waiting) => waiting.topic !== topic || (isBeingShown && waiting === first),
    );
    this.#waiting.splice(0, this.#waiting.length, ...kept);
    if (this.#waiting[0] !== first) this.#skip();
  }

  #canShow(received: Refresh): boolean {
    if (received.topic === 'indices' && this.#mayHaveMissed(received.refresh)) return false;
    return this.#isPrepared(received);
  }

  #isPrepared(received: Refresh): boolean {
    if (received.topic === 'marketCaps') return true;
    return this.#parts.versions.of(received.refresh.reference) !== undefined;
  }

  async #showWaiting(): Promise<void> {
    this.#showing = true;
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        const past = await this.#prepared(next);
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

  /** Also true before the first slot: values that it lacks are read from history. */
  #mayHaveMissed({ at }: MarketTopics['indices']): boolean {
    const { indexTickers } = this.#shown;
    return !indexTickers || at - indexTickers.at > SLOT_MS;
  }

  /** Shows the stored slots between the shown one and this one. If history cannot be read, reports that and skips them. */
  async #showMissed(refresh: MarketTopics['indices']): Promise<void> {
    const { indexTickers } = this.#shown;
    if (!indexTickers || !this.#mayHaveMissed(refresh)) return;
    const { versions, failed } = this.#parts;
    const markets = [versions.of(refresh.reference), indexTickers.market].filter(
      (market) => market !== undefined,
    );
    const after = Math.max(indexTickers.at, refresh.at - MAX_MISSED_MS);
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
    for await (const tick of this.#parts.storedBetween(after, before)) {
      const complete = markets.find((candidate) => hasAll(candidate, tick));
      if (this.#isClosed || (!complete && how === 'whole')) return;
      const market = complete ?? markets[0]!;
      const columns = columnsOfStored(tick.at, tick.values, market.series);
      const shown = new IndexRefreshWriter(market).publish(columns);
      this.#receivedAt.indices = Math.max(this.#receivedAt.indices, tick.at);
      this.#notifyShown(tick.at);
      indexTickers.replace(shown, market);
      this.#readPastAfterLoss();
      this.#publish('indices', shown);
    }
  }

  #notifyShown(at: Millis): void {
    if (at > this.#lastShown) this.#parts.onShown?.(at);
    this.#lastShown = Math.max(this.#lastShown, at);
  }

  /** Waits for the version of a refresh. Resolves with the stored values that complete a first slot. */
  async #prepared(received: Refresh): Promise<readonly StoredValue[]> {
    if (received.topic === 'marketCaps') return [];
    const skipped = new Promise<void>((resolve) => (this.#skip = resolve));
    await Promise.race([this.#parts.versions.whenPrepared(received.refresh.reference), skipped]);
    if (received.topic !== 'indices' || this.#shown.indexTickers) return [];
    return this.#parts.newestValues(received.refresh.at - INDEX_WINDOW_MS);
  }

  /** Reports a refresh that cannot be shown; the next one is tried. */
  #tryToShow(received: Refresh, newest: readonly StoredValue[] = []): void {
    try {
      this.#show(received, newest);
    } catch (error) {
      this.#fail(error);
    }
  }

  #fail(error: unknown): void {
    this.#parts.failed(error);
    this.#first.reject(error);
  }

  #show(received: Refresh, newest: readonly StoredValue[]): void {
    this.#notifyShown(received.refresh.at);
    if (received.topic === 'tickers') this.#showTickers(received.refresh);
    else if (received.topic === 'indices') this.#showIndices(received.refresh, newest);
    else this.#showMarketCaps(received.refresh);
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
    // Already shown from history while it waited.
    if (refresh.at <= this.shownAt) return;
    const market = this.#parts.versions.use(refresh.reference);
    if (this.#shown.indexTickers) this.#shown.indexTickers.replace(refresh, market);
    else {
      const indexTickers = new IndexTickers(market, pastRecords(newest, market.series, refresh), refresh);
      this.#shown = { ...this.#shown, indexTickers };
    }
    this.#readPastAfterLoss();
    this.#publish('indices', refresh);
  }

  #readPastAfterLoss(): void {
    if (this.#lostUpTo !== undefined) void this.#readPast();
  }

  /** If history cannot be read, series without a current value stay absent until the next tick. */
  async #readPast(): Promise<void> {
    const { indexTickers } = this.#shown;
    if (!indexTickers || this.#isClosed) return;
    const [losses, { at }] = [this.#losses, indexTickers];
    try {
      const newest = await this.#parts.newestValues(at - INDEX_WINDOW_MS);
      if (losses !== this.#losses) return;
      const { market, refresh } = indexTickers;
      indexTickers.addPast(pastRecords(newest, market.series, refresh));
      if (at > (this.#lostUpTo ?? Infinity)) this.#lostUpTo = undefined;
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) this.#parts.failed(error);
    }
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

/** Records of series that the first slot lacks. Usually few: the start waits for them. */
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
