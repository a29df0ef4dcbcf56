import { ScaledClock, type Clock } from '../core/clock.ts';
import type { SeriesOrder } from '../core/series-order.ts';
import { SLOT_MS } from '../core/time.ts';
import type { Metrics } from '../api/metrics.ts';
import type { HistoryStore } from '../history/history-store.ts';
import type { ListingOrder } from '../latest/listing-order.ts';
import { createBoard, showTick, sliceOf, type MarketBoard } from './market-board.ts';
import type { PreparedTick } from './tick-loop.ts';

export interface PublisherParts {
  readonly listings: ListingOrder;
  readonly series: SeriesOrder;
  readonly history: HistoryStore;
  readonly marketClock: Clock;
  readonly metrics: Metrics;
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
  #firstShown!: (board: MarketBoard) => void;
  #firstFailed!: (error: Error) => void;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
    this.board = new Promise((resolve, reject) => {
      this.#firstShown = resolve;
      this.#firstFailed = reject;
    });
  }

  /** A failure before the first tick is a failure to start. Later nothing would ever be fresh again: the process ends. */
  fail(error: Error): void {
    if (this.#shown) throw error;
    this.#firstFailed(error);
  }

  /** False where the store refused the tick: then nobody sees its values. */
  async publish(tick: PreparedTick): Promise<boolean> {
    const { history, marketClock, metrics, series } = this.#parts;
    const outcome = await history.append(sliceOf(tick, series));
    await marketClock.waitUntil(tick.at);
    if (outcome === 'stored') await this.#show(tick);
    if (marketClock instanceof ScaledClock) marketClock.hold(tick.at + SLOT_MS);
    metrics.observeTick(tick, outcome, marketClock.now() - tick.at);
    return outcome === 'stored';
  }

  async #show(tick: PreparedTick): Promise<void> {
    if (this.#shown) {
      showTick(this.#shown, tick);
      return;
    }
    const { history, listings, series } = this.#parts;
    this.#shown = createBoard(tick, { listings, series }, await history.newestValues(0));
    this.#firstShown(this.#shown);
  }
}
