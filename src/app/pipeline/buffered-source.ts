import { expirationOf, type DerivativeContract, type DerivativeTick } from '../../core/contract.ts';
import type { ExchangeTick } from '../../core/tick.ts';
import { CUT_OFF_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { ExchangeBatch, Source, SourceEvent, TickBatch, TradeBatch } from '../../sources/source.ts';
import { SourceWrapper } from '../../sources/source-wrapper.ts';
import { tradeNameOf, type TradesUpTo } from './counted-trades.ts';

/** If no ticks arrive from the leader, events of this many slots are kept: twenty minutes. */
const MAX_SLOTS = 40;

/** Buffers a source's events until `events` is called, so that a standby process can compute the next tick. */
export class BufferedSource extends SourceWrapper {
  #kept: SourceEvent[] = [];
  /** Absent after `takeLastTickers`: a source is taken over only once. */
  #lastTickers: LastTickers | undefined = new LastTickers();
  #hasEnded = false;
  #failure: unknown;
  #wake: () => void = () => {};
  /** By cut-off: exchanges whose trades of the window before it may be incomplete here. */
  readonly #windows = new Map<Millis, readonly string[]>();
  #newestCutOff: Millis = -Infinity;
  #takenOver: { readonly cutOff: Millis; readonly counted: ReadonlySet<string> } | undefined;
  readonly #onSlot: () => void;

  /** `onSlot` is called when the input of a slot is complete, until this process leads. */
  constructor(inner: Source, onSlot: () => void = () => undefined) {
    super(inner);
    this.#onSlot = onSlot;
  }

  /** Starts buffering, until the signal aborts. */
  startBuffering(signal: AbortSignal, onFailure: (error: unknown) => void = () => undefined): void {
    void this.#listen(signal).then(() => {
      if (this.#failure !== undefined) onFailure(this.#failure);
    });
  }

  /**
   * Drops events of a slot that another process computed. Keeps the tickers and trades of its window: the other
   * process may have received them after its cut-off.
   */
  dropUpTo(slot: Millis): void {
    const from = slot - CUT_OFF_MS - SLOT_MS;
    const to = slot - CUT_OFF_MS;
    this.#kept = this.#kept.filter((event) => {
      if (event.kind === 'watermark') return event.at > to;
      const mayBeLater = event.kind === 'ticks' || event.kind === 'trades';
      return event.receivedAt > to || (mayBeLater && event.receivedAt > from);
    });
  }

  /**
   * Continues after a slot that another process computed. Clocks and delays differ between processes, so trades of the window that
   * the other process did not count belong to the next tick, and those that it counted are never delivered, whenever they arrived here.
   * Without `trades`, the instant of arrival decides.
   *
   * Returns the exchanges whose trades may be missing or counted twice in the next tick; undefined for all of them.
   */
  takeOver(slot: Millis, trades: TradesUpTo | undefined): readonly string[] | undefined {
    const cutOff = slot - CUT_OFF_MS;
    this.dropUpTo(slot);
    if (!trades) {
      this.#kept = this.#kept.filter((event) => event.kind !== 'trades' || event.receivedAt > cutOff);
      return undefined;
    }
    this.#takenOver = { cutOff, counted: trades.counted };
    const received = this.#incompleteBefore(cutOff);
    return received && [...new Set([...trades.incomplete, ...received])];
  }

  /** The last ticker of every market and contract, to show the previous slot again. Returned only once. */
  takeLastTickers(now: Millis): ExchangeBatch[] {
    const batches = this.#lastTickers?.batches(now) ?? [];
    this.#lastTickers = undefined;
    return batches;
  }

  override async *events(signal: AbortSignal): AsyncGenerator<SourceEvent, void, undefined> {
    const woken = () => this.#wake();
    signal.addEventListener('abort', woken);
    try {
      while (!signal.aborted) {
        const next = this.#kept.shift();
        if (next?.kind === 'trades') yield* this.#uncounted(next);
        else if (next) yield next;
        else if (this.#failure) throw this.#failure;
        else if (this.#hasEnded) return;
        else await new Promise<void>((resolve) => (this.#wake = resolve));
      }
    } finally {
      signal.removeEventListener('abort', woken);
    }
  }

  #noteWindow(cutOff: Millis, incomplete: readonly string[] = []): void {
    this.#windows.set(cutOff, incomplete);
    this.#newestCutOff = cutOff;
    for (const before of this.#windows.keys())
      if (before <= cutOff - MAX_SLOTS * SLOT_MS) this.#windows.delete(before);
  }

  /** Undefined if the window was not received completely, or is no longer buffered. */
  #incompleteBefore(cutOff: Millis): readonly string[] | undefined {
    // If this clock is behind, the window ends later, and its watermark is delivered.
    const isOpen = this.#newestCutOff > -Infinity && this.#newestCutOff < cutOff;
    return isOpen ? [] : this.#windows.get(cutOff);
  }

  /** Trades that arrived before the cut-off and were not counted belong to the next slot, in which the other process would have counted them. */
  *#uncounted(batch: TradeBatch): Generator<TradeBatch> {
    const { cutOff, counted } = this.#takenOver ?? {};
    if (cutOff === undefined || !counted) return yield batch;
    if (batch.receivedAt > cutOff + SLOT_MS) {
      this.#takenOver = undefined;
      return yield batch;
    }
    const trades = batch.trades.filter((trade) => !counted.has(tradeNameOf(trade)));
    if (trades.length > 0) yield { ...batch, receivedAt: Math.max(batch.receivedAt, cutOff + 1), trades };
  }

  async #listen(signal: AbortSignal): Promise<void> {
    try {
      for await (const event of this.inner.events(signal)) {
        this.#kept.push(event);
        this.#lastTickers?.observe(event);
        if (event.kind === 'watermark') {
          this.#noteWindow(event.at, event.tradesIncomplete);
          this.dropUpTo(event.at + CUT_OFF_MS - MAX_SLOTS * SLOT_MS);
          if (this.#lastTickers) this.#onSlot();
        }
        this.#wake();
      }
    } catch (error) {
      this.#failure = error;
    }
    this.#hasEnded = true;
    this.#wake();
  }
}

/** The newest ticker of every listing and contract, and the contracts themselves, until they expire. */
class LastTickers {
  readonly #ticks = new Map<string, { readonly tick: ExchangeTick; readonly readAt: Millis }>();
  readonly #contracts = new Map<string, DerivativeContract>();
  readonly #derivatives = new Map<string, DerivativeTick>();

  observe(event: SourceEvent): void {
    if (event.kind === 'ticks')
      for (const tick of event.ticks)
        this.#ticks.set(`${tick.exchangeId} ${tick.marketId}`, {
          tick,
          readAt: event.readAt ?? event.receivedAt,
        });
    else if (event.kind === 'contracts')
      for (const contract of event.contracts) this.#contracts.set(contract.id, contract);
    else if (event.kind === 'derivative-ticks')
      for (const tick of event.ticks) this.#derivatives.set(tick.contractId, tick);
    else if (event.kind === 'watermark') this.#forgetExpired(event.at);
  }

  batches(now: Millis): ExchangeBatch[] {
    this.#forgetExpired(now);
    // Each ticker names its own exchange.
    const common = { exchangeId: '', receivedAt: now };
    return [
      ...this.#tickBatches(common),
      { kind: 'contracts', ...common, contracts: [...this.#contracts.values()] },
      { kind: 'derivative-ticks', ...common, ticks: [...this.#derivatives.values()] },
    ];
  }

  /** Tickers keep the time of their reading, so that tickers of an unreachable exchange do not count as new. */
  #tickBatches(common: Pick<TickBatch, 'exchangeId' | 'receivedAt'>): TickBatch[] {
    const byReading = new Map<Millis, ExchangeTick[]>();
    for (const { tick, readAt } of this.#ticks.values()) {
      const read = byReading.get(readAt);
      if (read) read.push(tick);
      else byReading.set(readAt, [tick]);
    }
    return [...byReading].map(([readAt, ticks]) => ({ kind: 'ticks', ...common, readAt, ticks }));
  }

  /** Also drops tickers of expired contracts, including late ones. */
  #forgetExpired(now: Millis): void {
    for (const [id, contract] of this.#contracts)
      if (expirationOf(contract) <= now) this.#contracts.delete(id);
    for (const id of this.#derivatives.keys()) if (!this.#contracts.has(id)) this.#derivatives.delete(id);
  }
}
