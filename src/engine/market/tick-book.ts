import type { ExchangeTick, Trade } from '../../core/tick.ts';
import { CUT_OFF_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import { carriedListings, carryColumn, carryList, carryTrades } from '../carry.ts';
import type { EngineReference } from '../engine-reference.ts';
import { emptyTickers, TICKER_COLUMNS, type TickerColumns } from './market-tickers.ts';
import { readPositive } from '../numbers/read-number.ts';
import { recordTrade, type RecordedTrade } from '../lx/recorded-trade.ts';
import type { SlotObservation } from '../tick-input.ts';

/** The exchange's time of a ticker is trusted if it is earlier than our reading by more than this. */
const OLDER_BY_MS = 60_000;
const MAX_AGE_MS = 0x7fffffff;

/** The tick to which something belongs that arrived at this instant: t for (t - 32 s, t - 2 s]. */
export function slotOfArrival(receivedAt: Millis): Millis {
  return Math.ceil((receivedAt + CUT_OFF_MS) / SLOT_MS) * SLOT_MS;
}

/**
 * Our own recorder: the last ticker of every listing with the time at which we saw it change, and the trades that no tick has
 * counted yet. It does not rely on the clocks of exchanges. The caller must cut a slot before it passes anything that arrived
 * after the slot's cut-off.
 */
export class TickBook {
  readonly #reference: EngineReference;
  readonly #tickers: TickerColumns;
  /** The slot in which last, bid or ask changed. */
  readonly #changed: Float64Array;
  /** When the ticker was last read, or the exchange's own time if that is older. */
  readonly #asOf: Float64Array;
  readonly #constituents: ReadonlySet<number>;
  #trades: RecordedTrade[];
  /** Constituents with possibly missing trades since the last cut slot. */
  #incomplete = new Set<number>();

  /** `last`: the observation to continue from, that of the last tick before a restart. */
  constructor(reference: EngineReference, last?: SlotObservation) {
    const count = reference.listingMarket.length;
    this.#reference = reference;
    this.#tickers = emptyTickers(count);
    this.#changed = new Float64Array(count);
    this.#asOf = new Float64Array(count);
    this.#constituents = new Set(reference.lx.flatMap(({ constituents }) => constituents));
    this.#trades = [];
    if (last) this.#goOnFrom(last);
  }

  /**
   * `receivedAt`: when these prices were first read; `readAt`: when they were last read. Returns false, and drops the ticker, if
   * the exchange does not list the market.
   */
  observe(tick: ExchangeTick, receivedAt: Millis, readAt = receivedAt): boolean {
    const i = this.#reference.listingIndex(tick.exchangeId, tick.marketId);
    if (i === undefined) return false;
    const tickers = this.#tickers;
    const last = readPositive(tick.last);
    const bid = readPositive(tick.bid);
    const ask = readPositive(tick.ask);
    const isNew = tickers.k[i] === -1;
    const slot = slotOfArrival(receivedAt);
    // A later slot is possible only if our own clock was set back since.
    const isLater = this.#changed[i]! > slot;
    if (isNew || isLater || last !== tickers.last[i] || bid !== tickers.bid[i] || ask !== tickers.ask[i]) {
      this.#changed[i] = slot;
    }
    this.#asOf[i] = tick.asOf !== undefined && readAt - tick.asOf > OLDER_BY_MS ? tick.asOf : readAt;
    tickers.k[i] = 0;
    tickers.last[i] = last;
    tickers.bid[i] = bid;
    tickers.ask[i] = ask;
    tickers.volume[i] = readPositive(tick.volume);
    tickers.lastMoved[i] = Number.isFinite(tick.lastMoved) ? tick.lastMoved : Infinity;
    return true;
  }

  /** Our own clock was set back: shifts the read times, so that ages stay the same. */
  clockWasSetBack(byMs: Millis): void {
    this.#asOf.forEach((asOf, i) => (this.#asOf[i] = asOf - byMs));
  }

  /** Returns false, and drops the trade, if it belongs to no liquid index or its numbers are invalid. */
  observeTrade(trade: Trade, receivedAt: Millis): boolean {
    const listing = this.#reference.listingIndex(trade.exchangeId, trade.marketId);
    if (listing === undefined || !this.#constituents.has(listing)) return false;
    const recorded = recordTrade(trade, listing, slotOfArrival(receivedAt));
    if (recorded) this.#trades.push(recorded);
    return recorded !== undefined;
  }

  /** Some trades of an exchange may be missing: those of the slot that is cut next, or of a skipped one before it. */
  missTrades(exchangeId: string): void {
    const { exchanges, listingExchange } = this.#reference;
    for (const listing of this.#constituents)
      if (exchanges[listingExchange[listing]!]!.id === exchangeId) this.#incomplete.add(listing);
  }

  /**
   * The input of the tick `at`, as a copy. Trades are returned only once; those of a slot that was never cut come with the next
   * one.
   */
  cut(at: Millis): SlotObservation {
    const { last, volume, bid, ask, lastMoved, k } = this.#tickers;
    const trades = this.#trades.filter(({ slot }) => slot <= at);
    this.#trades = this.#trades.filter(({ slot }) => slot > at);
    const incomplete = [...this.#incomplete].sort((a, b) => a - b);
    this.#incomplete.clear();
    return {
      at,
      tickers: {
        last: last.slice(),
        volume: volume.slice(),
        bid: bid.slice(),
        ask: ask.slice(),
        lastMoved: lastMoved.slice(),
        k: k.map((seen, i) => (seen < 0 ? -1 : Math.max(0, (at - this.#changed[i]!) / SLOT_MS))),
        age: k.map((seen, i) => (seen < 0 ? -1 : Math.min(Math.max(0, at - this.#asOf[i]!), MAX_AGE_MS))),
      },
      trades,
      ...(incomplete.length > 0 && { incomplete }),
    };
  }

  /** The last ticker of each listing that has one; invalid numbers are 0. */
  *tickers() {
    const { exchanges, marketIds, listingExchange, listingMarket } = this.#reference;
    for (let i = 0; i < listingMarket.length; i++) {
      if (this.#tickers.k[i] === -1) continue;
      yield {
        exchangeId: exchanges[listingExchange[i]!]!.id,
        marketId: marketIds[listingMarket[i]!]!,
        last: this.#tickers.last[i]!,
        bid: this.#tickers.bid[i]!,
        ask: this.#tickers.ask[i]!,
        lastMoved: this.#tickers.lastMoved[i]!,
      };
    }
  }

  /** The same book under another version of the reference data. Keeps everything about listings that both versions have. */
  carriedTo(reference: EngineReference): TickBook {
    const next = new TickBook(reference);
    const listings = carriedListings(this.#reference, reference);
    for (const column of TICKER_COLUMNS) {
      carryColumn(this.#tickers[column], next.#tickers[column], listings);
    }
    carryColumn(this.#changed, next.#changed, listings);
    carryColumn(this.#asOf, next.#asOf, listings);
    next.#trades = carryTrades(this.#trades, listings);
    for (const listing of carryList([...this.#incomplete], listings)) next.#incomplete.add(listing);
    return next;
  }

  #goOnFrom({ at, tickers }: SlotObservation): void {
    for (const column of TICKER_COLUMNS) {
      this.#tickers[column].set(tickers[column]);
    }
    tickers.k.forEach((k, i) => (this.#changed[i] = k < 0 ? 0 : at - k * SLOT_MS));
    tickers.age.forEach((age, i) => (this.#asOf[i] = at - Math.max(0, age)));
  }
}
