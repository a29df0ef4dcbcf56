import type { ExchangeTick, Trade } from '../../../core/tick.ts';
import { SLOT_MS, type Millis } from '../../../core/time.ts';
import type { SlotColumns } from '../../../core/value-columns.ts';
import type { Candle } from '../../../core/candle.ts';
import { carriedListings, carryList, carryMemory, carryTrades } from '../../../engine/carry.ts';
import {
  decodeMemory,
  encodeMemory,
  type EngineMemory,
  type NamedMemory,
} from '../../../engine/engine-memory.ts';
import type { EngineReference } from '../../../engine/engine-reference.ts';
import { carryState, emptyState, type EngineState } from '../../../engine/engine-state.ts';
import { marketCapsOf, outputOf, runTick, type TickRun } from '../../../engine/engine.ts';
import type { MarketCap } from '../../../engine/day/market-cap.ts';
import { methodologyAt, methodologyNamed, type Methodology } from '../../../engine/methodology.ts';
import type { RecordedTrade } from '../../../engine/lx/recorded-trade.ts';
import { advanceDay, carryDay, type RunningDay } from '../../../engine/day/running-day.ts';
import { carryHours, countedHours, type RefusalHours } from '../../../engine/quality/refusal-hours.ts';
import { decodeDay, encodeDay } from '../../../engine/record/state-codec.ts';
import { DayRecords } from '../../../engine/record/day-records.ts';
import { TickBook } from '../../../engine/market/tick-book.ts';
import type { SlotObservation, TickInput } from '../../../engine/tick-input.ts';
import type { TickOutput } from '../../../engine/tick-output.ts';
import { hashRecord, recordTick, type TickRecord } from '../../../engine/record/tick-record.ts';
import { sha256 } from '../../process/sha256.ts';
import type { RecordedTicker } from '../../../sources/source.ts';
import type { RecordedTick } from '../../../values/receipts/recorded-input.ts';
import { columnsOf } from './index-columns.ts';
import type { EngineVersion } from './engine-version.ts';

/** Ages are stored in 32-bit columns. */
const MAX_AGE_MS = 0x7fffffff;

export interface ComputedTick {
  readonly version: EngineVersion;
  readonly input: TickInput;
  readonly run: TickRun;
  readonly output: TickOutput;
  readonly methodology: Methodology;
  readonly columns: SlotColumns<ArrayBuffer>;
  readonly record: TickRecord;
  readonly day: RunningDay;
  /** Outcomes of the tickers of the last hours, including this tick. */
  readonly hours: RefusalHours;
  /** End-of-day records of days that ended with this tick or before it. */
  readonly candles: readonly Candle[];
  readonly state: Uint8Array;
}

/** State after the last adopted tick, in the order of its version. */
interface Memory {
  readonly version: EngineVersion;
  readonly state: EngineState;
  readonly day: RunningDay | undefined;
  readonly hours: RefusalHours;
}

/** The tick to continue from, with the engine's state; undefined if the state is lost. */
export interface ResumedTick {
  readonly record: Uint8Array;
  readonly state: Uint8Array | undefined;
  /** The hashes of all records of its day, its own last. */
  readonly dayRecords: readonly string[];
}

export interface ResumeFrom {
  readonly last: ResumedTick;
  /** Earlier versions of the reference data by name; undefined if unknown. */
  readonly referenceOf: (hash: string) => EngineReference | undefined;
}

/**
 * Computes index ticks one after the other. A tick counts only when it is adopted, that is, published: until
 * then the next tick does not build on its state. The trades of an abandoned tick go into the next.
 *
 * The reference data may change between two ticks: new data is observed in the order of the new version at
 * once, and the last tick's state is converted when the next tick is computed.
 */
export class IndexComputer {
  /** Whether it continues from the state of the given tick. */
  readonly hasPreviousState: boolean;
  #version: EngineVersion;
  #book: TickBook;
  #memory: Memory;
  #previousRecord = '';
  readonly #dayRecords = new DayRecords(sha256);
  readonly #methodologyOf: (at: Millis) => Methodology;
  readonly #lastMethodology: Methodology | undefined;
  /** In the order of the version in force. */
  #waitingTrades: readonly RecordedTrade[] = [];
  /** Listings for which some waiting trades may be missing. */
  #waitingIncomplete: readonly number[] = [];

  /** If the reference data of the last tick is unknown, only its place in the record chain is used. */
  constructor(
    version: EngineVersion,
    from?: ResumeFrom,
    methodologyOf: (at: Millis) => Methodology = methodologyAt,
  ) {
    this.#version = version;
    this.#methodologyOf = methodologyOf;
    const memory = from && rememberedBy(version, from);
    this.hasPreviousState = memory !== undefined;
    this.#book = new TickBook(version.reference, memory?.observation);
    const state = memory?.state ?? emptyState(version.reference);
    this.#memory = { version, state, day: memory?.day, hours: memory?.hours ?? [] };
    if (!from) return;
    const record = readRecord(from.last.record);
    this.#previousRecord = hashRecord(record, sha256);
    for (const recordHash of from.last.dayRecords) this.#dayRecords.add(record.at, recordHash);
    this.#lastMethodology = methodologyNamed(record.methodology);
  }

  /** Without a previous state: sets the USD values of assets that weigh their markets in the first tick. */
  assumeUsdValues(usdBefore: (assetId: string) => number): void {
    const { version, state } = this.#memory;
    version.reference.assetIds.forEach((id, asset) => (state.assets.price[asset] = usdBefore(id)));
  }

  /** Switches to another version of the reference data, beginning with the next tick. */
  use(version: EngineVersion): void {
    this.#waitingTrades = this.#carriedTrades(this.#waitingTrades, this.#version, version);
    this.#waitingIncomplete = this.#carriedListings(this.#waitingIncomplete, this.#version, version);
    this.#book = this.#book.carriedTo(version.reference);
    this.#version = version;
  }

  /** Outcomes of the tickers of the last hours, in the order of the version in force. */
  get hours(): RefusalHours {
    return this.#carriedMemory().hours;
  }

  /** The last observed tickers, including those before a restart. */
  observed(): Iterable<RecordedTicker> {
    return this.#book.tickers();
  }

  /** `readAt` is the time of the last reading with the same content, if later. */
  observeTicks(ticks: readonly ExchangeTick[], receivedAt: Millis, readAt?: Millis): void {
    for (const tick of ticks) this.#book.observe(tick, receivedAt, readAt);
  }

  clockWasSetBack(byMs: Millis): void {
    this.#book.clockWasSetBack(byMs);
  }

  observeTrades(trades: readonly Trade[], receivedAt: Millis): void {
    for (const trade of trades) this.#book.observeTrade(trade, receivedAt);
  }

  /** Marks that trades of an exchange may be missing from the window that ends with the next tick. */
  markTradesMissing(exchangeId: string): void {
    this.#book.missTrades(exchangeId);
  }

  compute(at: Millis): ComputedTick {
    const { state } = this.#carriedMemory();
    const observed = this.#book.cut(at);
    const trades = [...this.#waitingTrades, ...observed.trades];
    const missing = new Set([...this.#waitingIncomplete, ...(observed.incomplete ?? [])]);
    const incomplete = [...missing].sort((a, b) => a - b);
    const input: TickInput = { ...observed, trades, state, ...(incomplete.length > 0 && { incomplete }) };
    return this.#computed(observed, input, this.#methodologyOf(at));
  }

  /**
   * Recomputes another process's tick from its recorded inputs. Undefined unless it follows the last adopted
   * tick and gives the recorded result. Call before any observation.
   */
  recompute({ input, record }: RecordedTick): ComputedTick | undefined {
    const methodology = methodologyNamed(record.methodology);
    if (!methodology || record.previous !== this.#previousRecord || record.reference !== this.#version.hash)
      return undefined;
    const tick = this.#computed(input, input, methodology);
    if (JSON.stringify(tick.record) !== JSON.stringify(record)) return undefined;
    this.#book = new TickBook(this.#version.reference, input);
    return tick;
  }

  #computed(observed: SlotObservation, input: TickInput, methodology: Methodology): ComputedTick {
    const version = this.#version;
    const { at } = input;
    const { day: dayBefore, hours: hoursBefore } = this.#carriedMemory();
    const run = runTick(version.reference, input, methodology);
    const output = outputOf(version.reference, input, run, methodology);
    const links = { previous: this.#previousRecord, dayRoot: this.#dayRecords.rootAt(at) };
    const record = recordTick(version, { input, run, output }, links, sha256);
    const { day, closed } = advanceDay(version.reference, dayBefore && copyOf(dayBefore), output);
    const hours = countedHours(version.reference, hoursBefore, at, output.outcomes);
    const memory: EngineMemory = { state: output.state, day, observation: observed, hours };
    return {
      version,
      input,
      run,
      output,
      methodology,
      columns: columnsOf(output, version.orders.series),
      record,
      day,
      hours,
      candles: closed,
      state: encodeMemory(version.hash, memory),
    };
  }

  /** The market caps of the tick that it continues from. */
  lastMarketCaps({ at, series, prices, volumes, flags }: SlotColumns): MarketCap[] {
    const { reference, orders } = this.#version;
    const [first, end] = orders.series.rangeOf('GWA');
    const gwa = {
      price: new Float64Array(end - first),
      volume: new Float64Array(end - first),
      flags: new Uint16Array(end - first),
    };
    series.forEach((number, row) => {
      if (number < first || number >= end) return;
      gwa.price[number - first] = prices[row]!;
      gwa.volume[number - first] = volumes[row]!;
      gwa.flags[number - first] = flags[row]!;
    });
    return marketCapsOf(reference, at, gwa, this.#carriedMemory().state, this.#lastMethodology);
  }

  adopt({ version, input, run, output, day, hours, record }: ComputedTick): void {
    this.#memory = { version, state: output.state, day, hours };
    this.#previousRecord = hashRecord(record, sha256);
    this.#dayRecords.add(record.at, this.#previousRecord);
    this.#waitingTrades = [];
    // Trades of an index without a value count in its next value.
    const unpublished = new Set(
      run.lx.filter(({ outcome }) => !(outcome.price > 0)).flatMap(({ index }) => index.constituents),
    );
    const waiting = (input.incomplete ?? []).filter((listing) => unpublished.has(listing));
    this.#waitingIncomplete = this.#carriedListings(waiting, version, this.#version);
  }

  abandon({ version, input }: ComputedTick): void {
    this.#waitingTrades = this.#carriedTrades(input.trades, version, this.#version);
    this.#waitingIncomplete = this.#carriedListings(input.incomplete ?? [], version, this.#version);
  }

  /** In the order of the version in force. */
  #carriedMemory(): Memory {
    const { version: from, state, day, hours } = this.#memory;
    const to = this.#version;
    if (from === to) return this.#memory;
    this.#memory = {
      version: to,
      state: carryState(state, from.reference, to.reference),
      day: day && carryDay(day, from.reference, to.reference),
      hours: carryHours(hours, from.reference, to.reference),
    };
    return this.#memory;
  }

  #carriedListings(listings: readonly number[], from: EngineVersion, to: EngineVersion): readonly number[] {
    if (from === to || listings.length === 0) return listings;
    return carryList(listings, carriedListings(from.reference, to.reference));
  }

  #carriedTrades(
    trades: readonly RecordedTrade[],
    from: EngineVersion,
    to: EngineVersion,
  ): readonly RecordedTrade[] {
    if (from === to || trades.length === 0) return trades;
    return carryTrades(trades, carriedListings(from.reference, to.reference));
  }
}

/** The last tick's memory in the order of this version; undefined if the tick's reference data is unknown. */
function rememberedBy(
  { hash, reference }: EngineVersion,
  { last, referenceOf }: ResumeFrom,
): EngineMemory | undefined {
  if (!last.state) return undefined;
  const memory = withKnownAges(decodeMemory(last.state));
  if (memory.reference === hash) return memory;
  const before = referenceOf(memory.reference);
  return before && carryMemory(memory, before, reference);
}

/**
 * Version 1.0.0 did not store the age of tickers: their age counts from their last change until they are read
 * again.
 */
function withKnownAges(memory: NamedMemory): NamedMemory {
  const { tickers } = memory.observation;
  const age = tickers.age.map((known, i) =>
    known < 0 && tickers.k[i]! >= 0 ? maxAge(tickers.k[i]!) : known,
  );
  return { ...memory, observation: { ...memory.observation, tickers: { ...tickers, age } } };
}

function maxAge(ticksSinceChange: number): Millis {
  return Math.min(ticksSinceChange * SLOT_MS, MAX_AGE_MS);
}

/** Advancing changes a day in place; the previous day must stay unchanged until the tick is adopted. */
function copyOf(day: RunningDay): RunningDay {
  return decodeDay(encodeDay(day));
}

/** Parses a stored record, which was written by `JSON.stringify`. */
function readRecord(bytes: Uint8Array): TickRecord {
  return JSON.parse(Buffer.from(bytes).toString()) as TickRecord;
}
