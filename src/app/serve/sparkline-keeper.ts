import { CandleCloses } from '../../values/candles/candle-closes.ts';
import { INTERVALS } from '../../core/candle-interval.ts';
import { formatNumber } from '../../core/numbers/decimal.ts';
import { Deferred } from '../../core/async/deferred.ts';
import { isReal, type SeriesId } from '../../core/index-value.ts';
import type { Loop } from '../../core/async/loop.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import type { PastState } from '../../core/settled-past.ts';
import { runInTurns, SLICE_MS } from '../../core/async/slices.ts';
import { MINUTE_MS, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import type { Instants } from '../../sources/past.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import { SPARKLINE_CANDLES, Sparklines } from '../../latest/indices/sparklines.ts';

const CANDLE_MS = INTERVALS['4h'];
const NOT_YET = -1;
/**
 * During a back-fill, history is checked again this often: the largest assets are filled in long before the
 * others.
 */
const RECHECK_MS = 5 * MINUTE_MS;

/** Series per call: other long work on the past runs in between. */
const SERIES_PER_CALL = 200;

/** Modelled closes from before the first tick. */
export interface ModelledCloses {
  firstTick(): Millis | undefined;
  /** In the order of `series`; undefined for a series without prices. */
  prices(series: readonly SeriesId[], instants: Instants): Promise<readonly (Float64Array | undefined)[]>;
}

export interface SparklineKeeperParts extends PastState {
  readonly history: Pick<HistoryReader, 'readSeriesInto'>;
  readonly indexTickers: Pick<IndexTickers, 'at' | 'refresh' | 'market'>;
  /** Models closes from before the first tick; absent if nothing can be modelled. */
  readonly modelled?: ModelledCloses | undefined;
  /** The current order of series. */
  readonly order: () => SeriesOrder;
  readonly loop: Loop;
  /** Called when lines cannot be prepared; the next tick retries. */
  readonly failed: (error: unknown) => void;
}

/** A candle of the lines, and whether its last read was final. */
interface LineCandle {
  readonly endAt: Millis;
  isRead: boolean;
  /** No back-fill will change it. */
  isSettled: boolean;
}

/** Prepares sparklines at the start and with each complete candle, in slices. Rereads candles until they are settled. */
export class SparklineKeeper {
  readonly lines = new Sparklines();
  #first = newDeferred();
  #isReady = false;
  readonly #parts: SparklineKeeperParts;
  readonly #closes: CandleCloses;
  /** Oldest first. */
  #candles: readonly LineCandle[] = [];
  #revision = NOT_YET;
  /** The tick at which all unsettled candles were last read. */
  #checkedAt: Millis = -Infinity;
  #preparing: Promise<void> | undefined;
  #isClosed = false;

  constructor(parts: SparklineKeeperParts) {
    this.#parts = parts;
    this.#closes = new CandleCloses(parts.history, CANDLE_MS);
  }

  /** Resolves when the lines are first prepared; rejects if that fails. The next tick retries. */
  get ready(): Promise<void> {
    return this.#first.promise;
  }

  /** The end of the newest candle that the lines have; -Infinity before the first. */
  get endAt(): Millis {
    return this.#candles.at(-1)?.endAt ?? -Infinity;
  }

  /** Whether the lines stay the same until the next candle is complete. */
  get isSettled(): boolean {
    return this.#candles.every((candle) => candle.isSettled);
  }

  /** Call after each shown tick. Prepares the lines if they changed; resolves when done, never rejects. */
  update(): Promise<void> {
    this.#preparing ??= this.#prepare()
      .then(() => this.#prepared())
      .catch((error: unknown) => this.#failed(error))
      .finally(() => (this.#preparing = undefined));
    return this.#preparing;
  }

  /** Resolves when all work has ended. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#first.reject(new Error('the service is stopping'));
    await this.#preparing;
  }

  #prepared(): void {
    this.#isReady = true;
    this.#first.resolve();
  }

  #failed(error: unknown): void {
    this.#parts.failed(error);
    if (this.#isReady) return;
    this.#first.reject(error);
    this.#first = newDeferred();
  }

  async #prepare(): Promise<void> {
    await this.#advance();
    const { settledFrom, pastRevision } = this.#parts;
    const revision = pastRevision();
    if (revision !== this.#revision) for (const candle of this.#candles) candle.isSettled = false;
    this.#revision = revision;
    const from = this.#parts.modelled ? -Infinity : settledFrom();
    const isSettledNow = ({ endAt }: LineCandle) => endAt - CANDLE_MS >= from;
    const { at } = this.#parts.indexTickers;
    const isDue = at >= this.#checkedAt + RECHECK_MS;
    const wanted = this.#candles.filter(
      (candle) => !candle.isRead || (!candle.isSettled && (isDue || isSettledNow(candle))),
    );
    if (isDue) this.#checkedAt = at;
    if (wanted.length === 0) return;
    const order = this.#parts.order();
    const firstTick = this.#parts.modelled?.firstTick() ?? -Infinity;
    await this.#model(
      order,
      wanted.filter(({ endAt }) => endAt < firstTick),
    );
    await this.#read(
      order,
      wanted.filter(({ endAt }) => endAt >= firstTick),
    );
    if (this.#isClosed) return;
    await runInTurns(this.lines.publish(order, this.endAt), this.#parts.loop);
    for (const candle of wanted) {
      candle.isRead = true;
      candle.isSettled = isSettledNow(candle) && revision === pastRevision();
    }
  }

  /** A candle is complete when the tick at its end is published, or a later one if that was skipped. */
  async #advance(): Promise<void> {
    const newest = Math.floor(this.#parts.indexTickers.at / CANDLE_MS) * CANDLE_MS;
    const added = Math.min(SPARKLINE_CANDLES, (newest - this.endAt) / CANDLE_MS);
    if (added <= 0) return;
    await runInTurns(this.lines.shift(added), this.#parts.loop);
    const candles = Array.from({ length: added }, (_, i) => ({
      endAt: newest - (added - 1 - i) * CANDLE_MS,
      isRead: false,
      isSettled: false,
    }));
    this.#candles = [...this.#candles, ...candles].slice(-SPARKLINE_CANDLES);
  }

  /**
   * Assets first, because lists show them; they are published before markets are modelled. The candles in
   * `wanted` are consecutive.
   */
  async #model(order: SeriesOrder, wanted: readonly LineCandle[]): Promise<void> {
    const { modelled, loop } = this.#parts;
    const [first] = wanted;
    if (!modelled || !first) return;
    const instants = { first: first.endAt, stepMs: CANDLE_MS, count: wanted.length };
    const place = this.#candles.indexOf(first);
    for (const types of [['GWA', 'LX'], ['MWA']]) {
      const series = order.series.filter(({ indexType }) => types.includes(indexType));
      for (let start = 0; start < series.length && !this.#isClosed; start += SERIES_PER_CALL) {
        const some = series.slice(start, start + SERIES_PER_CALL);
        const prices = await modelled.prices(some, instants);
        for (const [i, closes] of prices.entries())
          if (closes)
            this.lines.enter(
              some[i]!,
              new Map(Array.from(closes, (close, k) => [place + k, formatNumber(close)])),
            );
      }
      if (this.#isClosed) return;
      await runInTurns(this.lines.publish(order, this.endAt), loop);
      this.#prepared();
    }
  }

  /** Series by series: files of history that one candle has opened are read again for the next. */
  async #read(order: SeriesOrder, wanted: readonly LineCandle[]): Promise<void> {
    const { loop } = this.#parts;
    if (wanted.length === 0) return;
    const shown = this.#shownCloses(wanted.at(-1)!.endAt);
    const places = wanted.map((candle) => this.#candles.indexOf(candle));
    let start = loop.now();
    for (const series of order.series) {
      const closes = new Map<number, string>();
      for (const [i, { endAt }] of wanted.entries()) {
        const isLast = i === wanted.length - 1;
        const close = (isLast && shown.get(series.indexId)) || (await this.#closes.endingAt(series, endAt));
        if (close !== undefined) closes.set(places[i]!, formatNumber(close));
      }
      this.lines.enter(series, closes);
      if (loop.now() - start < SLICE_MS) continue;
      await new Promise<void>((resolve) => loop.nextTurn(resolve));
      if (this.#isClosed) return;
      start = loop.now();
    }
  }

  /** If the last tick ends the candle, most closes are in memory. */
  #shownCloses(endAt: Millis): ReadonlyMap<string, number> {
    const { refresh, market } = this.#parts.indexTickers;
    const closes = new Map<string, number>();
    if (refresh.at !== endAt) return closes;
    refresh.series.forEach((number, row) => {
      const { indexId } = market.series.series[number] as SeriesId;
      if (isReal(refresh.flags[row]!)) closes.set(indexId, refresh.prices[row]!);
    });
    return closes;
  }
}

/** The catch prevents an unhandled rejection if nothing awaits it. */
function newDeferred(): Deferred<void> {
  const deferred = new Deferred<void>();
  deferred.promise.catch(() => undefined);
  return deferred;
}
