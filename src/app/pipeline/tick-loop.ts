import type { Candle } from '../../core/candle.ts';
import type { MarketClock } from '../../core/clocks/clock.ts';
import { ClockSteps } from '../../core/clocks/clock-steps.ts';
import { WELL_KNOWN_ASSETS } from '../../core/ids/well-known-ids.ts';
import { isWellFormedTrade } from '../../core/tick.ts';
import { CUT_OFF_MS, SECOND_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import type { MarketCap } from '../../engine/day/market-cap.ts';
import { marketCapTotal } from '../../engine/day/market-cap-total.ts';
import type { TickerRefusal } from '../../engine/market/screen.ts';
import type { LastTick, StoredRecord, StoredState, StoredValue } from '../../history/history-store.ts';
import type { DerivativeRefresh } from '../../latest/derivatives/derivative-refresh.ts';
import type { DerivativeRefreshWriter } from '../../latest/derivatives/derivative-refresh-writer.ts';
import type { IndexRefresh } from '../../latest/indices/index-refresh.ts';
import { IndexRefreshWriter } from '../../latest/indices/index-refresh-writer.ts';
import type { MarketCapRefresh } from '../../latest/market-caps/market-cap-refresh.ts';
import type { MarketCapRefreshWriter } from '../../latest/market-caps/market-cap-refresh-writer.ts';
import type { ArrivedTrades } from '../../latest/market/market-topics.ts';
import type { QualityRefresh } from '../../latest/quality/quality-refresh.ts';
import type { TickerRefresh } from '../../latest/tickers/ticker-refresh.ts';
import { TickerRefreshWriter } from '../../latest/tickers/ticker-refresh-writer.ts';
import type { Source, SourceEvent, TickBatch } from '../../sources/source.ts';
import type { RecordedTick } from '../../values/receipts/recorded-input.ts';
import { columnsOfStored } from './compute/index-columns.ts';
import type { ComputedTick, IndexComputer } from './compute/index-computer.ts';
import { QualitySheet } from './compute/quality-sheet.ts';
import type { ResistanceKeeper } from './compute/resistance-keeper.ts';
import type { EngineVersion } from './compute/engine-version.ts';
import type { VersionKeeper } from './compute/version-keeper.ts';

export interface PreparedTick {
  readonly at: Millis;
  readonly tickers: TickerRefresh;
  readonly index: IndexRefresh;
  readonly marketCaps: MarketCapRefresh;
  readonly quality: QualityRefresh;
  /** End-of-day records of days that ended with this tick or before it. */
  readonly candles: readonly Candle[];
  /** The engine's state after the tick, and the tick's record, as bytes. */
  readonly state: Uint8Array<ArrayBuffer>;
  readonly record: Uint8Array<ArrayBuffer>;
  readonly refusals: Readonly<Record<TickerRefusal, number>>;
  /** False if its inputs could not be made durable: then its values are neither stored nor published. */
  readonly recorded: boolean;
}

/** The last stored tick before a restart: it is shown until the next one, which continues from it. */
export interface StoredTick extends LastTick {
  readonly values: readonly StoredValue[];
  /** The newest stored state of the engine, which may belong to an earlier tick; undefined if there is none. */
  readonly state: StoredState | undefined;
  /** The ticks since the state, oldest first. */
  readonly since: readonly StoredRecord[];
  /** The hashes of all records of its day, its own last. */
  readonly dayRecords: readonly string[];
  /** Whether the journal has a different record for it. */
  readonly isDoubtful?: boolean;
}

/** What a board needs of a tick. For a tick that is shown again, the quality follows separately. */
export type ShownTick = Pick<PreparedTick, 'at' | 'tickers' | 'index' | 'marketCaps'> &
  Partial<Pick<PreparedTick, 'quality'>>;

export interface TickLoopParts {
  readonly source: Source;
  /** Market time, held at each slot until it is published. */
  readonly clock: MarketClock;
  readonly marketCapSheet: MarketCapRefreshWriter;
  readonly derivativeSheet: DerivativeRefreshWriter;
  readonly computer: IndexComputer;
  readonly versions: Pick<VersionKeeper, 'inForce' | 'announce' | 'switchAt' | 'ensureStored'>;
  /** The version that the computer starts with; by default the one in force. */
  readonly version?: EngineVersion | undefined;
  /** False if `publish` itself waits until the version of the tick is durable. */
  readonly waitsForVersion?: boolean;
  /** Makes the inputs of the tick durable before it is published; false if that failed. */
  readonly record: (tick: ComputedTick) => Promise<boolean>;
  /** Makes the tick durable and publishes it at its slot, never before; false if it was refused. */
  readonly publish: (tick: PreparedTick) => Promise<boolean>;
  /** Shows the slot's derivatives, which are neither input of the engine nor part of its record. */
  readonly publishDerivatives: (refresh: DerivativeRefresh) => Promise<void>;
  /** Called at once with trades: only the engine assigns them to ticks. */
  readonly onTrades: (arrived: ArrivedTrades) => void;
  /** Called for a slot that is too late to be computed: it stays a gap. */
  readonly onLateSlot: (at: Millis) => void;
  /** Called for a slot without data: no tick is computed for it. */
  readonly onSkippedSlot: (at: Millis) => void;
  /** Without it, quality has no resistance figures, which are computed between ticks. */
  readonly resistance?: Pick<ResistanceKeeper, 'figuresFor' | 'offer'>;
  /** The last slot published before this process started. */
  readonly lastPublished?: Millis;
}

/** A tick that is not computed within 20 s of its cut-off is skipped, never back-dated. */
const LATEST_AFTER_SLOT_MS = 20 * SECOND_MS - CUT_OFF_MS;

/** Turns what a source delivers into one tick for each slot: cut off at t - 2 s, computed, published at t. */
export class TickLoop {
  readonly #parts: TickLoopParts;
  #tickerSheet: TickerRefreshWriter;
  #indexSheet: IndexRefreshWriter;
  readonly #qualitySheet = new QualitySheet();
  /** No slot up to this one is computed again, whatever the clock says. */
  #newest: Millis;
  #version: EngineVersion;

  constructor(parts: TickLoopParts) {
    this.#parts = parts;
    this.#newest = parts.lastPublished ?? -Infinity;
    this.#version = parts.version ?? parts.versions.inForce;
    const { orders } = this.#version;
    this.#tickerSheet = new TickerRefreshWriter(orders);
    this.#indexSheet = new IndexRefreshWriter(orders);
  }

  /** Publishes a slot that has already passed, so that the first requests find data. */
  async publishPassed(slot: Millis, events: Iterable<SourceEvent>): Promise<void> {
    for (const event of events) this.#collect(event);
    const ticking = this.#tick(slot);
    this.#switchVersion(slot + SLOT_MS);
    await ticking;
  }

  /** Collects current tickers before a recorded tick is published. */
  collectLastTickers(events: Iterable<SourceEvent>): void {
    for (const event of events) if (event.kind === 'ticks') this.#collectTickers(event);
  }

  /**
   * Stores and publishes a tick that was computed but not stored, from its recorded inputs. False if they do
   * not give the recorded result, or if the tick is refused. Call before `run`.
   */
  async publishRecorded(tick: RecordedTick, version: EngineVersion): Promise<boolean> {
    const { computer, record, publish } = this.#parts;
    this.#use(version);
    const computed = computer.recompute(tick);
    if (!computed) return false;
    this.#newest = Math.max(this.#newest, computed.output.at);
    const recorded = await record(computed);
    if (!(await publish({ ...this.#prepare(computed), recorded }))) return false;
    computer.adopt(computed);
    return true;
  }

  /** Switches to the version in force. */
  useInForce(): void {
    this.#use(this.#parts.versions.inForce);
  }

  /** Prepares a slot that was published before a restart and is still the last one. */
  prepareStored({ at, values }: StoredTick, events: Iterable<SourceEvent>): ShownTick {
    const { computer, versions } = this.#parts;
    for (const event of events) if (event.kind === 'ticks') this.#collectTickers(event);
    const columns = columnsOfStored(at, values, versions.inForce.orders.series);
    return {
      at,
      tickers: this.#tickerSheet.publish(at),
      index: this.#indexSheet.publish(columns),
      marketCaps: this.#marketCapRefresh(at, computer.lastMarketCaps(columns)),
    };
  }

  /** Publishes the derivatives of a slot that is shown again: history does not have them. */
  async showDerivatives(slot: Millis, events: Iterable<SourceEvent>): Promise<void> {
    const { derivativeSheet, publishDerivatives } = this.#parts;
    for (const event of events) this.#collectDerivatives(event);
    await publishDerivatives(derivativeSheet.publish(slot));
  }

  async run(signal: AbortSignal): Promise<void> {
    // A tick waits for its slot. Events that arrive meanwhile, especially trades, do not.
    let publishing = Promise.resolve();
    const { clock, computer, source } = this.#parts;
    const clockSteps = new ClockSteps(clock);
    for await (const event of source.events(signal)) {
      const setBackMs = -clockSteps.takeStep();
      if (setBackMs > 0) computer.clockWasSetBack(setBackMs);
      this.#collect(event);
      if (event.kind === 'trades') {
        const trades = event.trades.filter(isWellFormedTrade);
        if (trades.length > 0) this.#parts.onTrades({ receivedAt: event.receivedAt, trades });
      }
      if (event.kind !== 'watermark') continue;
      for (const exchangeId of event.tradesIncomplete ?? [])
        this.#parts.computer.markTradesMissing(exchangeId);
      await publishing;
      const at = event.at + CUT_OFF_MS;
      if (at <= this.#newest) continue;
      const tooLate = !clock.canHold && clock.now() > at + LATEST_AFTER_SLOT_MS;
      if (event.isGap) this.#passOver(at);
      else if (tooLate) this.#parts.onLateSlot(at);
      else publishing = this.#tick(at);
      // The input of the slot is complete: events that arrive from now on belong to the next.
      this.#switchVersion(at + SLOT_MS);
    }
    await publishing;
  }

  #passOver(at: Millis): void {
    this.#newest = at;
    this.#parts.onSkippedSlot(at);
    this.#parts.clock.hold(at + SLOT_MS);
  }

  #collect(event: SourceEvent): void {
    const { computer, versions } = this.#parts;
    if (event.kind === 'ticks') {
      this.#collectTickers(event);
      computer.observeTicks(event.ticks, event.receivedAt, event.readAt);
    } else if (event.kind === 'trades') computer.observeTrades(event.trades, event.receivedAt);
    else if (event.kind === 'reference') versions.announce(event.data);
    else this.#collectDerivatives(event);
  }

  #collectTickers({ ticks, receivedAt, readAt = receivedAt }: TickBatch): void {
    this.#tickerSheet.collect(ticks, readAt);
  }

  #switchVersion(from: Millis): void {
    const next = this.#parts.versions.switchAt(from);
    if (next) this.#use(next);
  }

  #use(next: EngineVersion): void {
    if (next === this.#version) return;
    this.#version = next;
    this.#parts.computer.use(next);
    this.#tickerSheet = this.#tickerSheet.carriedTo(next.orders);
    this.#indexSheet = new IndexRefreshWriter(next.orders);
  }

  #collectDerivatives(event: SourceEvent): void {
    const { derivativeSheet } = this.#parts;
    if (event.kind === 'contracts') derivativeSheet.collectContracts(event.contracts);
    else if (event.kind === 'derivative-ticks') derivativeSheet.collect(event.ticks);
  }

  async #tick(at: Millis): Promise<void> {
    const { computer, clock, versions, publish, record, derivativeSheet, publishDerivatives } = this.#parts;
    const { waitsForVersion = true, resistance } = this.#parts;
    const durable = versions.ensureStored(versions.inForce);
    this.#newest = at;
    const computed = computer.compute(at);
    // Before any await: events that arrive from now on belong to the next slot.
    const prepared = this.#prepare(computed);
    const derivatives = derivativeSheet.publish(at);
    const recorded = (!waitsForVersion || (await durable)) && (await record(computed));
    const published = publish({ ...prepared, recorded });
    const shown = publishDerivatives(derivatives);
    if (await published) {
      computer.adopt(computed);
      resistance?.offer(computed);
    } else computer.abandon(computed);
    await shown;
    clock.hold(at + SLOT_MS);
  }

  #prepare(computed: ComputedTick): Omit<PreparedTick, 'recorded'> {
    const { output, columns, candles, state, record } = computed;
    const { at, marketCaps, refusals } = output;
    return {
      at,
      tickers: this.#tickerSheet.publish(at),
      index: this.#indexSheet.publish(columns),
      marketCaps: this.#marketCapRefresh(at, marketCaps),
      quality: this.#qualitySheet.publish(computed, this.#parts.resistance?.figuresFor(computed.version)),
      candles,
      state: Uint8Array.from(state),
      record: Uint8Array.from(Buffer.from(JSON.stringify(record))),
      refusals,
    };
  }

  #marketCapRefresh(at: Millis, caps: readonly MarketCap[]): MarketCapRefresh {
    const { marketCapSheet, versions } = this.#parts;
    const total = marketCapTotal(caps, WELL_KNOWN_ASSETS.BTC);
    return marketCapSheet.publish(at, caps, versions.inForce.orders.data.assets, total);
  }
}
