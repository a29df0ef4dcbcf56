import type { SeriesOrder } from '../../core/series-order.ts';
import type { ExchangeTick, Trade } from '../../core/tick.ts';
import type { Millis } from '../../core/time.ts';
import type { Candle } from '../../core/candle.ts';
import { decodeMemory, encodeMemory, type EngineMemory } from '../../engine/engine-memory.ts';
import type { EngineReference } from '../../engine/engine-reference.ts';
import { emptyState, type EngineState } from '../../engine/engine-state.ts';
import { computeTick, marketCapsOf } from '../../engine/engine.ts';
import type { MarketCap } from '../../engine/day/market-cap.ts';
import type { RecordedTrade } from '../../engine/lx/recorded-trade.ts';
import { advanceDay, type RunningDay } from '../../engine/day/running-day.ts';
import { decodeDay, encodeDay } from '../../engine/record/state-codec.ts';
import { TickBook } from '../../engine/market/tick-book.ts';
import type { TickInput } from '../../engine/tick-input.ts';
import type { TickOutput, ValueColumns } from '../../engine/tick-output.ts';
import { hashRecord, hashReference, recordTick, type TickRecord } from '../../engine/record/tick-record.ts';
import type { LastTick } from '../../history/history-store.ts';
import type { IndexColumns } from '../../latest/index-sheet.ts';
import { sha256 } from '../sha256.ts';

/** A tick that has been computed and not yet published. */
export interface ComputedTick {
  readonly input: TickInput;
  readonly output: TickOutput;
  readonly columns: IndexColumns;
  readonly record: TickRecord;
  readonly day: RunningDay;
  /** End-of-day records of a day that ended with this tick, or before it. */
  readonly candles: readonly Candle[];
  /** What the next tick goes on from, as bytes. */
  readonly state: Uint8Array;
}

/**
 * Computes index ticks one after the other. A tick counts only once it is adopted, that is, published: until then its
 * state is not gone on from, and the trades of one that is abandoned wait for the next.
 */
export class IndexComputer {
  /** Whether it goes on from the tick it was given. */
  readonly remembers: boolean;
  readonly #reference: EngineReference;
  readonly #referenceHash: string;
  readonly #order: SeriesOrder;
  readonly #book: TickBook;
  #state: EngineState;
  #day: RunningDay | undefined;
  #previousRecord = '';
  #waitingTrades: readonly RecordedTrade[] = [];

  /** `last` is the tick to go on from. One of other reference data gives nothing but its place in the chain of records. */
  constructor(reference: EngineReference, order: SeriesOrder, last?: LastTick) {
    this.#reference = reference;
    this.#referenceHash = hashReference(reference, sha256);
    this.#order = order;
    const memory = last && decodeMemory(last.state, this.#referenceHash);
    this.remembers = memory !== undefined;
    this.#book = new TickBook(reference, memory?.observation);
    this.#state = memory?.state ?? emptyState(reference);
    this.#day = memory?.day;
    if (last) this.#previousRecord = hashRecord(readRecord(last.record), sha256);
  }

  /** Where it remembers nothing: what assets were worth before its first tick, by which that one weighs their markets. */
  assume(usdBefore: (assetId: string) => number): void {
    const { assetIds } = this.#reference;
    assetIds.forEach((id, asset) => (this.#state.assets.price[asset] = usdBefore(id)));
  }

  observeTicks(ticks: readonly ExchangeTick[], receivedAt: Millis): void {
    for (const tick of ticks) this.#book.observe(tick, receivedAt);
  }

  observeTrades(trades: readonly Trade[], receivedAt: Millis): void {
    for (const trade of trades) this.#book.observeTrade(trade, receivedAt);
  }

  compute(at: Millis): ComputedTick {
    const observed = this.#book.cut(at);
    const trades = [...this.#waitingTrades, ...observed.trades];
    const input: TickInput = { ...observed, trades, state: this.#state };
    const output = computeTick(this.#reference, input);
    const record = recordTick(this.#referenceHash, input, output, this.#previousRecord, sha256);
    const { day, closed } = advanceDay(this.#reference, this.#dayToAdvance(), output);
    const memory: EngineMemory = { state: output.state, day, observation: observed };
    return {
      input,
      output,
      columns: this.#columnsOf(output),
      record,
      day,
      candles: closed,
      state: encodeMemory(this.#referenceHash, memory),
    };
  }

  /** Those of the tick that it goes on from. */
  lastMarketCaps({ at, series, prices, volumes }: IndexColumns): MarketCap[] {
    const [first, end] = this.#order.rangeOf('GWA');
    const gwa = {
      price: new Float64Array(end - first),
      volume: new Float64Array(end - first),
      flags: new Uint16Array(end - first),
    };
    series.forEach((number, row) => {
      if (number < first || number >= end) return;
      gwa.price[number - first] = prices[row]!;
      gwa.volume[number - first] = volumes[row]!;
    });
    return marketCapsOf(this.#reference, at, gwa, this.#state);
  }

  adopt({ output, day, record }: ComputedTick): void {
    this.#state = output.state;
    this.#day = day;
    this.#previousRecord = hashRecord(record, sha256);
    this.#waitingTrades = [];
  }

  abandon({ input }: ComputedTick): void {
    this.#waitingTrades = input.trades;
  }

  /** Advancing changes a day in place; the one gone on from must stay as it is until the tick is adopted. */
  #dayToAdvance(): RunningDay | undefined {
    return this.#day && decodeDay(encodeDay(this.#day));
  }

  /** The engine's columns in the order of series: its own orders are the same, type by type. */
  #columnsOf({ at, mwa, gwa, lx }: TickOutput): IndexColumns {
    const rows: Row[] = [];
    for (const [type, columns] of [['MWA', mwa] as const, ['GWA', gwa] as const]) {
      collectRows(columns, this.#order.rangeOf(type)[0], rows);
    }
    for (const { indexId, price, volume, tickVolume, flags } of lx) {
      const series = this.#order.numberOf({ indexType: 'LX', indexId });
      if (series !== undefined) rows.push({ series, price, volume, tickVolume, flags });
    }
    rows.sort((a, b) => a.series - b.series);
    return {
      at,
      series: Uint32Array.from(rows, (row) => row.series),
      prices: Float64Array.from(rows, (row) => row.price),
      volumes: Float64Array.from(rows, (row) => row.volume),
      tickVolumes: Float64Array.from(rows, (row) => row.tickVolume),
      flags: Uint16Array.from(rows, (row) => row.flags),
    };
  }
}

interface Row {
  readonly series: number;
  readonly price: number;
  readonly volume: number;
  readonly tickVolume: number;
  readonly flags: number;
}

function collectRows({ price, volume, flags }: ValueColumns, first: number, rows: Row[]): void {
  price.forEach((value, i) => {
    if (value === 0) return;
    rows.push({
      series: first + i,
      price: value,
      volume: volume[i] ?? 0,
      tickVolume: Number.NaN,
      flags: flags[i] ?? 0,
    });
  });
}

/** What `JSON.stringify` made of a record when its tick was stored. */
function readRecord(bytes: Uint8Array): TickRecord {
  return JSON.parse(Buffer.from(bytes).toString()) as TickRecord;
}
