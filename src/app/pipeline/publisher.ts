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
import { TAKEN_OVER, TakenOver } from '../directory/taken-over.ts';
import type { PreparedTick, ShownTick } from './tick-loop.ts';
import type { TickMetrics } from './metrics/tick-metrics.ts';

export interface PublisherParts {
  /** The order of series in a version of the reference data, as soon as it is known. */
  readonly seriesOf: (reference: string) => Promise<SeriesOrder>;
  readonly history: HistoryStore;
  /** Makes the inputs of a tick durable, if that was not done when it was computed. Rejects with `TakenOver` if another process writes. */
  readonly storeInputs?: ((at: Millis) => Promise<void>) | undefined;
  readonly bus: Pick<Bus<MarketTopics>, 'publish'>;
  readonly marketClock: MarketClock;
  readonly metrics: Pick<TickMetrics, 'observeTick'>;
  readonly log: Logger;
  /** Hears of each tick once it is published. */
  readonly onPublished?: (tick: PreparedTick) => void;
  /** Hears of each tick that could not be stored, and so was not published. */
  readonly onRefused?: (at: Millis) => void;
  /** Hears of each tick whether its inputs could be recorded: without them it is not stored. */
  readonly onRecorded?: (recorded: boolean) => void;
  /** Called once if the store no longer has ticks that it acknowledged. Nothing more is stored here then. */
  readonly onStoreLostTicks?: (error: StoreLostTicks) => void;
  /** Hears that nothing more will come, where that is not to end the process. */
  readonly onFailed?: (error: Error) => void;
  /** How many ticks may wait for a remote store that is away. Without it a tick that cannot be stored is refused. */
  readonly mostWaiting?: number;
  /** The last slot that was stored before this process, as far as anything knows. */
  readonly lastStored?: Millis | undefined;
  /** Ends the waiting for a slot; then what was under way is not published. */
  readonly signal: AbortSignal;
}

/** So long after its slot a tick is waited for: then the next one goes on without knowing. */
const PATIENCE_MS = 2 * SECOND_MS;
const STORE_AGAIN_MS = 300;

/** Takes each tick from the pipeline to the bus: durable first, then, at its slot and never before, published. */
export class Publisher {
  /** Resolves with the first tick that is published. Rejects where the pipeline fails before, or the first one cannot be stored. */
  readonly first: Promise<ShownTick>;
  readonly #first = new Deferred<ShownTick>();
  /** Resolves where another process has taken over the history: this one has nothing to write any more, and should end. */
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

  /** Whether the last tick could be stored. Where it could not, nothing new is published. */
  get storing(): boolean {
    return this.#storing;
  }

  get whyNotStoring(): string {
    return this.#takenOver ? TAKEN_OVER : 'it cannot be written';
  }

  /** The newest slot that is in history; its tick is published when the clock has reached it. -Infinity without one. */
  get lastStored(): Millis {
    return this.#lastStored;
  }

  /** The newest slot whose index values are published; -Infinity before the first. */
  get lastShown(): Millis {
    return this.#lastShown;
  }

  /** Market time from the slot of the last tick until it was published. */
  get lateMs(): Millis {
    return this.#lateMs;
  }

  /** A failure before the first tick is a failure to start. Later nothing would ever be fresh again: the process ends, unless another part sees to it. */
  fail(error: Error): void {
    const { onFailed } = this.#parts;
    if (!this.#hasShown) this.#first.reject(error);
    else if (onFailed) onFailed(error);
    else throw error;
  }

  /** A slot of which nothing is known: time goes on without it. */
  passOver(at: Millis): void {
    this.#parts.marketClock.hold(at + SLOT_MS);
  }

  /** False if the tick was not stored, and so not published. After a takeover the other process publishes the slot. */
  async publish(tick: PreparedTick): Promise<boolean> {
    const { marketClock, mostWaiting = 0, signal, storeInputs } = this.#parts;
    this.#parts.onRecorded?.(tick.recorded);
    const isRecorded = tick.recorded || storeInputs !== undefined;
    if (mostWaiting > 0 && isRecorded && this.#waiting < mostWaiting) return this.#publishPatiently(tick);
    const outcome = isRecorded && mostWaiting === 0 ? await this.#store(tick) : 'failed';
    await marketClock.waitUntil(tick.at, signal);
    if (outcome === 'stored') await this.#showStored(tick);
    else if (outcome === 'failed') {
      this.#parts.onRefused?.(tick.at);
      await this.#showTickers(tick);
    }
    this.#passed(tick, outcome);
    return outcome === 'stored';
  }

  /** True as well where the tick waits for the store: the next one goes on from it. */
  async #publishPatiently(tick: PreparedTick): Promise<boolean> {
    const { marketClock, signal } = this.#parts;
    this.#waiting++;
    const waiting = { tick };
    const storing = this.#queue.run(() => this.#storeSomeTime(waiting)).finally(() => this.#waiting--);
    const waits = marketClock
      .waitUntil(tick.at, signal)
      .then(() => marketClock.wait(PATIENCE_MS, signal))
      .then(() => 'waits' as const);
    // Where the tick is stored first, this one is waited for no more.
    waits.catch(() => undefined);
    storing.catch(() => undefined);
    const outcome = await Promise.race([storing, waits]);
    if (outcome === 'waits') {
      await this.#showTickers(tick);
      if (tick.at <= this.#tickersShown) waiting.tick = withoutTickers(tick);
    }
    return outcome === 'stored' || outcome === 'waits';
  }

  /** Until it is stored and shown, or never will be. */
  async #storeSomeTime(waiting: { readonly tick: PreparedTick }): Promise<AppendOutcome> {
    const { marketClock, signal } = this.#parts;
    for (;;) {
      const { tick } = waiting;
      const outcome = this.#takenOver ? 'fenced' : await this.#store(tick);
      if (outcome === 'failed') {
        await marketClock.wait(STORE_AGAIN_MS, signal);
        continue;
      }
      await marketClock.waitUntil(tick.at, signal);
      if (outcome === 'stored') await this.#showStored(tick);
      this.#passed(tick, outcome);
      return outcome;
    }
  }

  async #showStored(tick: PreparedTick): Promise<void> {
    await this.show(tick);
    this.#parts.onPublished?.(tick);
  }

  #passed(tick: PreparedTick, outcome: string): void {
    const { marketClock, metrics } = this.#parts;
    marketClock.hold(tick.at + SLOT_MS);
    this.#lateMs = marketClock.now() - tick.at;
    metrics.observeTick(tick, outcome, this.#lateMs);
  }

  async show(tick: ShownTick): Promise<void> {
    this.#lastShown = tick.at;
    // In this order, and none waits for another: a bus may be slow with the largest.
    await Promise.all([
      this.#tellTickers(tick),
      this.#tell('marketCaps', tick.marketCaps),
      this.#tell('indices', tick.index),
      tick.quality && this.#tell('quality', tick.quality),
    ]);
    this.#first.resolve(tick);
  }

  /** Of a tick that is shown again: how well it is attested is computed after that. */
  async showQuality(quality: QualityRefresh): Promise<void> {
    await this.#tell('quality', quality);
  }

  /** Where a tick had to wait for the store, those of a later one are shown already. */
  async #tellTickers({ at, tickers }: Pick<ShownTick, 'at' | 'tickers'>): Promise<void> {
    if (at <= this.#tickersShown) return;
    this.#tickersShown = at;
    await this.#tell('tickers', tickers);
  }

  /** What the bus loses, the serving part finds in history: a stored tick counts as published all the same. */
  async #tell<T extends 'tickers' | 'marketCaps' | 'indices' | 'quality'>(
    topic: T,
    message: MarketTopics[T],
  ): Promise<void> {
    const { bus, log } = this.#parts;
    await bus
      .publish(topic, message)
      .catch((error: unknown) => log.warn({ err: error, topic }, 'a message was lost on the bus'));
  }

  get #hasShown(): boolean {
    return this.#lastShown > -Infinity;
  }

  /** Stores the records of an ended day before the tick that ends it: after a crash the next tick replaces them. */
  async #store(tick: PreparedTick): Promise<AppendOutcome | 'failed'> {
    const { history, seriesOf, storeInputs } = this.#parts;
    try {
      const order = await seriesOf(tick.index.reference);
      await storeInputs?.(tick.at);
      const candles = tick.candles.length > 0 ? await history.appendCandles(tick.candles) : 'stored';
      if (candles === 'fenced') return this.#noteTakenOver(tick);
      const state = history.wantsStateAt(tick.at) ? tick.state : undefined;
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

  /** A writer that has been taken over from stays so. Told once. */
  #noteTakenOver({ at }: PreparedTick): 'fenced' {
    const { log } = this.#parts;
    if (!this.#takenOver)
      log.error({ slot: formatDatetime(at) }, `${TAKEN_OVER}: nothing more is written here`);
    this.#takenOver = true;
    this.#storing = false;
    const error = new TakenOver();
    this.#first.reject(error);
    this.#fenced.resolve(error);
    return 'fenced';
  }

  /** What was stored before is stored again first, by a writer that begins anew. */
  #noteLostTicks(error: StoreLostTicks): 'fenced' {
    if (!this.#takenOver) this.#parts.onStoreLostTicks?.(error);
    this.#takenOver = true;
    this.#storing = false;
    return 'fenced';
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

  /** What exchanges show needs no history; before there is an index value nothing is served. */
  async #showTickers(tick: PreparedTick): Promise<void> {
    if (this.#hasShown) await this.#tellTickers(tick);
    else if (this.#parts.mostWaiting !== undefined) return;
    else
      this.#first.reject(
        new OperatorError('history cannot be written: is there room in the data directory?'),
      );
  }
}

/** Those that were shown are most of the bytes of a tick that waits. */
function withoutTickers(tick: PreparedTick): PreparedTick {
  const { tickers } = tick;
  return { ...tick, tickers: { ...tickers, body: new Uint8Array(), starts: new Uint32Array(1) } };
}

function sliceOf({ at, index, record }: PreparedTick, order: SeriesOrder): TickSlice {
  const { series, prices, volumes, tickVolumes, flags } = index;
  return { at, order, series, prices, volumes, tickVolumes, flags, record };
}
