import type { Logger } from 'pino';
import { ScaledClock, type Clock } from '../core/clock.ts';
import { OperatorError } from '../core/errors.ts';
import type { SeriesOrder } from '../core/series-order.ts';
import { formatDatetime, SLOT_MS } from '../core/time.ts';
import type { Metrics } from '../api/metrics.ts';
import { INDEX_WINDOW_MS } from '../api/rest/index-ticker.ts';
import type { AppendOutcome, HistoryStore } from '../history/history-store.ts';
import type { ListingOrder } from '../latest/listing-order.ts';
import { createBoard, showTick, sliceOf, type MarketBoard } from './market-board.ts';
import type { PreparedTick, ShownTick } from './tick-loop.ts';

export interface PublisherParts {
  readonly listings: ListingOrder;
  readonly series: SeriesOrder;
  readonly history: HistoryStore;
  readonly marketClock: Clock;
  readonly metrics: Metrics;
  readonly log: Logger;
}

/**
 * Takes each tick from the pipeline to those who read: durable first, then, at its slot and never before, visible. The
 * first tick makes the board; until there is one, there is nothing to serve.
 */
export class Publisher {
  /** Rejects where the pipeline fails before its first tick. */
  readonly board: Promise<MarketBoard>;
  readonly #parts: PublisherParts;
  #shown: MarketBoard | undefined;
  #storing = true;
  #firstShown!: (board: MarketBoard) => void;
  #firstFailed!: (error: Error) => void;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
    this.board = new Promise((resolve, reject) => {
      this.#firstShown = resolve;
      this.#firstFailed = reject;
    });
  }

  /** Whether the last tick could be stored. Where it could not, nothing new is published. */
  get storing(): boolean {
    return this.#storing;
  }

  /** A failure before the first tick is a failure to start. Later nothing would ever be fresh again: the process ends. */
  fail(error: Error): void {
    if (this.#shown) throw error;
    this.#firstFailed(error);
  }

  /** False where the tick was not stored: then nobody sees its values. */
  async publish(tick: PreparedTick): Promise<boolean> {
    const { marketClock, metrics } = this.#parts;
    const outcome = tick.recorded ? await this.#store(tick) : 'failed';
    await marketClock.waitUntil(tick.at);
    if (outcome === 'stored') await this.show(tick);
    else if (outcome === 'failed') this.#showTickers(tick);
    if (marketClock instanceof ScaledClock) marketClock.hold(tick.at + SLOT_MS);
    metrics.observeTick(tick, outcome, marketClock.now() - tick.at);
    return outcome === 'stored';
  }

  /** Shows a tick that is stored. */
  async show(tick: ShownTick): Promise<void> {
    if (this.#shown) {
      showTick(this.#shown, tick);
      return;
    }
    const { history, listings, series } = this.#parts;
    const newest = await history.newestValues(tick.at - INDEX_WINDOW_MS);
    this.#shown = createBoard(tick, { listings, series }, newest);
    this.#firstShown(this.#shown);
  }

  /**
   * The records of a day that has ended are stored before the tick that ends it: after a crash in between, the next
   * tick ends that day again, and the records that it leaves replace these before anybody sees them.
   */
  async #store(tick: PreparedTick): Promise<AppendOutcome | 'failed'> {
    const { history, series } = this.#parts;
    try {
      if (tick.candles.length > 0) await history.appendCandles(tick.candles);
      const outcome = await history.append(sliceOf(tick, series));
      this.#noteStoring(tick, undefined);
      return outcome;
    } catch (error) {
      this.#noteStoring(tick, error as NodeJS.ErrnoException);
      return 'failed';
    }
  }

  /** Once when it begins and once when it is over, not with every tick. */
  #noteStoring({ at }: PreparedTick, error: NodeJS.ErrnoException | undefined): void {
    const { log } = this.#parts;
    const slot = formatDatetime(at);
    if (error && this.#storing)
      log.error({ slot, err: error }, 'history cannot be written: nothing new is published until it can');
    if (!error && !this.#storing) log.info({ slot }, 'history is written again');
    this.#storing = !error;
  }

  /** What exchanges show needs no history; without a board there is nothing to show it on. */
  #showTickers({ tickers }: PreparedTick): void {
    if (this.#shown) this.#shown.tickers.replace(tickers);
    else
      this.#firstFailed(new OperatorError('history cannot be written: is there room in the data directory?'));
  }
}
