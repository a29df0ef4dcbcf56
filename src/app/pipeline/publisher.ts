import type { Logger } from 'pino';
import type { MarketClock } from '../../core/clocks/clock.ts';
import { Deferred } from '../../core/async/deferred.ts';
import { OperatorError } from '../../core/errors.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import { SerialQueue } from '../../core/async/serial-queue.ts';
import { formatDatetime, SECOND_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { Bus } from '../../bus/bus.ts';
import {
  StoreLostTicks,
  type AppendOutcome,
  type HistoryStore,
  type TickSlice,
} from '../../history/history-store.ts';
import type { MarketTopics } from '../../latest/market/market-topics.ts';
import type { QualityRefresh } from '../../latest/quality/quality-refresh.ts';
import { TAKEN_OVER_TEXT, TakenOver } from '../directory/taken-over.ts';
import type { PreparedTick, ShownTick } from './tick-loop.ts';
import type { TickMetrics } from './metrics/tick-metrics.ts';

export interface PublisherParts {
  /** Resolves with the order of series of a version of the reference data, when that is known. */
  readonly seriesOf: (reference: string) => Promise<SeriesOrder>;
  readonly history: HistoryStore;
  /**
   * Makes the inputs of a tick durable, unless they were recorded when it was computed. Resolves with whether
   * the store has them; if not, the tick is stored with its state. Rejects with `TakenOver` if another process
   * writes.
   */
  readonly storeInputs?: ((at: Millis) => Promise<boolean>) | undefined;
  readonly bus: Pick<Bus<MarketTopics>, 'publish'>;
  readonly marketClock: MarketClock;
  readonly metrics: Pick<TickMetrics, 'observeTick'>;
  readonly log: Logger;
  /** Called after each tick is published. */
  readonly onPublished?: (tick: PreparedTick) => void;
  /** Called for each tick that could not be stored and was therefore not published. */
  readonly onRefused?: (at: Millis) => void;
  /** Called for each tick: whether its inputs were recorded. Without them it is not stored. */
  readonly onRecorded?: (recorded: boolean) => void;
  /** Called once if the store has lost ticks that it acknowledged. After that nothing more is stored here. */
  readonly onStoreLostTicks?: (error: StoreLostTicks) => void;
  /** Called when no more ticks will arrive. Without it, that ends the process. */
  readonly onFailed?: (error: Error) => void;
  /**
   * Maximum number of ticks that wait for an unreachable remote store. Without it, a tick that cannot be
   * stored is refused.
   */
  readonly maxWaiting?: number;
  /** The last slot known to be stored before this process started. */
  readonly lastStored?: Millis | undefined;
  /**
   * The newest tick that was published before this process started. If the store has lost ticks before it, they are
   * stored again and not sent again: clients may have had them, and read them from history.
   */
  readonly publishedBefore?: Millis | undefined;
  /** Aborts the wait for a slot; a tick in progress is then not published. */
  readonly signal: AbortSignal;
}

/** With a remote store, the pipeline waits this long after a slot for its tick to be stored. Then it continues. */
const MAX_STORE_WAIT_MS = 2 * SECOND_MS;
const STORE_RETRY_MS = 300;

/** Stores each tick of the pipeline durably, then publishes it on the bus at its slot, never before. */
export class Publisher {
  /** Resolves with the first published tick. Rejects if the pipeline fails before it, or if it cannot be stored. */
  readonly first: Promise<ShownTick>;
  readonly #first = new Deferred<ShownTick>();
  /** Resolves when another process has taken over the history: this one must not write any more, and should end. */
  readonly takenOver: Promise<TakenOver>;
  readonly #fenced = new Deferred<TakenOver>();
  readonly #parts: PublisherParts;
  #storing = true;
  #takenOver = false;
  #lateMs = 0;
  #lastStored: Millis;
  #lastShown: Millis = -Infinity;
  #tickersShown: Millis = -Infinity;
  readonly #queue = new SerialQueue();
  #waiting = 0;

  constructor(parts: PublisherParts) {
    this.#parts = parts;
    this.#lastStored = parts.lastStored ?? -Infinity;
    this.first = this.#first.promise;
    this.takenOver = this.#fenced.promise;
  }

  /** Whether the last tick could be stored. If not, no index values are published. */
  get isStoring(): boolean {
    return this.#storing;
  }

  get whyNotStoring(): string {
    return this.#takenOver ? TAKEN_OVER_TEXT : 'history cannot be written';
  }

  /** The newest stored slot; its tick is published when the clock reaches it. -Infinity before the first. */
  get lastStored(): Millis {
    return this.#lastStored;
  }

  /** The newest slot whose index values are published; -Infinity before the first. */
  get lastShown(): Millis {
    return this.#lastShown;
  }

  /** Market time from the slot of the last tick until it was published. */
  get latenessMs(): Millis {
    return this.#lateMs;
  }

  /**
   * A failure before the first tick fails the start. Later failures end the process, unless `onFailed`
   * handles them.
   */
  fail(error: Error): void {
    const { onFailed } = this.#parts;
    if (!this.#hasShown) this.#first.reject(error);
    else if (onFailed) onFailed(error);
    else throw error;
  }

  /** Lets market time continue past a slot without data. */
  skipSlot(at: Millis): void {
    this.#parts.marketClock.hold(at + SLOT_MS);
  }

  /**
   * False if the tick was not stored and therefore not published. After a takeover the other process
   * publishes the slot.
   */
  async publish(tick: PreparedTick): Promise<boolean> {
    const { marketClock, maxWaiting = 0, signal, storeInputs } = this.#parts;
    this.#parts.onRecorded?.(tick.recorded);
    const isRecorded = tick.recorded || storeInputs !== undefined;
    if (maxWaiting > 0 && isRecorded && this.#waiting < maxWaiting) return this.#publishOrQueue(tick);
    const outcome = isRecorded && maxWaiting === 0 ? await this.#store(tick) : 'failed';
    await marketClock.waitUntil(tick.at, signal);
    if (outcome === 'stored') await this.#showStored(tick);
    else if (outcome === 'failed') {
      this.#parts.onRefused?.(tick.at);
      await this.#showTickers(tick);
    }
    this.#endSlot(tick, outcome);
    return outcome === 'stored';
  }

  /** True also if the tick still waits for the store: the next one continues from it. */
  async #publishOrQueue(tick: PreparedTick): Promise<boolean> {
    const { marketClock, signal } = this.#parts;
    this.#waiting++;
    const waiting = { tick };
    const storing = this.#queue.run(() => this.#storeWithRetries(waiting)).finally(() => this.#waiting--);
    const waits = marketClock
      .waitUntil(tick.at, signal)
      .then(() => marketClock.wait(MAX_STORE_WAIT_MS, signal))
      .then(() => 'waits' as const);
    // If the tick is stored first, nothing awaits `waits`.
    waits.catch(() => undefined);
    storing.catch(() => undefined);
    const outcome = await Promise.race([storing, waits]);
    if (outcome === 'waits') {
      await this.#showTickers(tick);
      if (tick.at <= this.#tickersShown) waiting.tick = withoutTickers(tick);
    }
    return outcome === 'stored' || outcome === 'waits';
  }

  /** Retries until the tick is stored and shown, or another process has taken over. */
  async #storeWithRetries(waiting: { readonly tick: PreparedTick }): Promise<AppendOutcome> {
    const { marketClock, signal } = this.#parts;
    for (;;) {
      const { tick } = waiting;
      const outcome = this.#takenOver ? 'fenced' : await this.#store(tick);
      if (outcome === 'failed') {
        await marketClock.wait(STORE_RETRY_MS, signal);
        continue;
      }
      await marketClock.waitUntil(tick.at, signal);
      if (outcome === 'stored') await this.#showStored(tick);
      this.#endSlot(tick, outcome);
      return outcome;
    }
  }

  async #showStored(tick: PreparedTick): Promise<void> {
    if (!this.#wasPublished(tick.at)) await this.show(tick);
    this.#lastShown = tick.at;
    this.#first.resolve(tick);
    this.#parts.onPublished?.(tick);
  }

  #endSlot(tick: PreparedTick, outcome: string): void {
    const { marketClock, metrics } = this.#parts;
    marketClock.hold(tick.at + SLOT_MS);
    this.#lateMs = marketClock.now() - tick.at;
    metrics.observeTick(tick, outcome, this.#lateMs);
  }

  /** Whether not to send this tick again. The newest published tick is sent again, for nodes that have just started. */
  #wasPublished(at: Millis): boolean {
    return at < (this.#parts.publishedBefore ?? -Infinity);
  }

  async show(tick: ShownTick): Promise<void> {
    this.#lastShown = tick.at;
    // Sent in this order without waiting for each other: the bus may be slow with the largest message.
    await Promise.all([
      this.#publishTickers(tick),
      this.#send('marketCaps', tick.marketCaps),
      this.#send('indices', tick.index),
      tick.quality && this.#send('quality', tick.quality),
    ]);
    this.#first.resolve(tick);
  }

  /** Publishes the quality of a tick that was shown again; it is computed later. */
  async showQuality(quality: QualityRefresh): Promise<void> {
    await this.#send('quality', quality);
  }

  /** Skips the tickers of a tick that waited for the store if later ones are shown already. */
  async #publishTickers({ at, tickers }: Pick<ShownTick, 'at' | 'tickers'>): Promise<void> {
    if (at <= this.#tickersShown) return;
    this.#tickersShown = at;
    await this.#send('tickers', tickers);
  }

  /**
   * A failure is only logged: the serving part reads lost ticks from history, so a stored tick counts as
   * published.
   */
  async #send<T extends 'tickers' | 'marketCaps' | 'indices' | 'quality'>(
    topic: T,
    message: MarketTopics[T],
  ): Promise<void> {
    const { bus, log } = this.#parts;
    await bus
      .publish(topic, message)
      .catch((error: unknown) =>
        log.warn({ err: error, topic }, 'a message could not be published on the bus'),
      );
  }

  get #hasShown(): boolean {
    return this.#lastShown > -Infinity;
  }

  /** Stores the records of a finished day before the tick that ends it: after a crash the next tick replaces them. */
  async #store(tick: PreparedTick): Promise<AppendOutcome | 'failed'> {
    const { history, seriesOf, storeInputs } = this.#parts;
    try {
      const order = await seriesOf(tick.index.reference);
      const hasInputs = !storeInputs || (await storeInputs(tick.at));
      const candles = tick.candles.length > 0 ? await history.appendCandles(tick.candles) : 'stored';
      if (candles === 'fenced') return this.#noteTakenOver(tick);
      // Without inputs the next leader cannot compute the state from an earlier one.
      const state = !hasInputs || history.wantsStateAt(tick.at) ? tick.state : undefined;
      const outcome = await history.append(sliceOf(tick, order), state);
      if (outcome === 'fenced') return this.#noteTakenOver(tick);
      if (outcome === 'stored') this.#lastStored = tick.at;
      this.#noteStoring(tick, undefined);
      return outcome;
    } catch (error) {
      if (error instanceof TakenOver) return this.#noteTakenOver(tick);
      if (error instanceof StoreLostTicks) return this.#noteLostTicks(error);
      this.#noteStoring(tick, error as NodeJS.ErrnoException);
      return 'failed';
    }
  }

  /** A takeover is permanent. Logs it once. */
  #noteTakenOver({ at }: PreparedTick): 'fenced' {
    const { log } = this.#parts;
    if (!this.#takenOver)
      log.error({ slot: formatDatetime(at) }, `${TAKEN_OVER_TEXT}: this process writes nothing more`);
    this.#takenOver = true;
    this.#storing = false;
    const error = new TakenOver();
    this.#first.reject(error);
    this.#fenced.resolve(error);
    return 'fenced';
  }

  /** A new writer must first store the lost ticks again. */
  #noteLostTicks(error: StoreLostTicks): 'fenced' {
    if (!this.#takenOver) this.#parts.onStoreLostTicks?.(error);
    this.#takenOver = true;
    this.#storing = false;
    return 'fenced';
  }

  /** Logs when a failure begins and when it ends, not with every tick. */
  #noteStoring({ at }: PreparedTick, error: NodeJS.ErrnoException | undefined): void {
    const { log } = this.#parts;
    const slot = formatDatetime(at);
    if (error && this.#storing)
      log.error({ slot, err: error }, 'history cannot be written: nothing is published until it can be');
    if (!error && !this.#storing) log.info({ slot }, 'history can be written again');
    this.#storing = !error;
  }

  /** Tickers of exchanges do not depend on history. But before the first index values, nothing is served. */
  async #showTickers(tick: PreparedTick): Promise<void> {
    if (this.#wasPublished(tick.at)) return;
    if (this.#hasShown) await this.#publishTickers(tick);
    else if (this.#parts.maxWaiting !== undefined) return;
    else
      this.#first.reject(
        new OperatorError('history cannot be written: is the disk of the data directory full?'),
      );
  }
}

/** Drops tickers that were shown: they are most of the bytes of a waiting tick. */
function withoutTickers(tick: PreparedTick): PreparedTick {
  const { tickers } = tick;
  return { ...tick, tickers: { ...tickers, body: new Uint8Array(), starts: new Uint32Array(1) } };
}

function sliceOf({ at, index, record }: PreparedTick, order: SeriesOrder): TickSlice {
  const { series, prices, volumes, tickVolumes, flags } = index;
  return { at, order, series, prices, volumes, tickVolumes, flags, record };
}
