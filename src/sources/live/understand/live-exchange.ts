import { isDeepStrictEqual } from 'node:util';
import type { Exchange, Listing, OwnSymbol } from '../../../core/exchange.ts';
import type { Market } from '../../../core/market.ts';
import type { ExchangeTick } from '../../../core/tick.ts';
import type { Millis } from '../../../core/time.ts';
import type { ReplyTime, MarketList, TickerReading } from '../ports/exchange-api.ts';
import type { RecordedTicker } from '../../source.ts';
import type { ExchangeProfile } from '../settings/exchange-profiles.ts';
import type { ComparedListing } from './qualification.ts';
import { ExchangeClock } from './times/exchange-clock.ts';
import { StatusWatch } from './exchange-status.ts';
import { hasChangedToQuote, type ReportedVolumeChange } from './faults/volume-units.ts';
import { Standstill } from './times/standstill.ts';
import { tickNumbersOf, type TickNumbers } from './tick-numbers.ts';
import { TickerTimes } from './times/ticker-times.ts';

/** A market on an exchange, with the state of its last ticker. */
export interface LiveListing extends ComparedListing {
  readonly symbol: string;
  readonly market: Market;
  /** Whether the exchange's last list contains it as tradable. */
  isListed: boolean;
  shown: Shown | undefined;
  times: TickerTimes;
  /** When its price was last read, or the exchange's own time if it reports its reply as old or the ticker as late. */
  pricedAt: Millis;
}

/** A listing without any history. */
export function newListing(
  exchange: string,
  symbol: string,
  market: Market,
  isSettled: boolean,
): LiveListing {
  return {
    exchange,
    symbol,
    market,
    marketId: market.id,
    base: market.baseAssetId,
    quote: market.quoteAssetId,
    isSettled,
    qualified: false,
    isListed: false,
    price: 0,
    volume: 0,
    agreesSince: undefined,
    doubts: 0,
    shown: undefined,
    times: new TickerTimes(),
    pricedAt: -Infinity,
  };
}

/** The last ticker, and since when it has been unchanged. */
interface Shown {
  readonly last: number;
  /** 0 if there is none. */
  readonly bid: number;
  readonly ask: number;
  readonly movedAt: Millis;
}

interface Ticked {
  readonly numbers: TickNumbers;
  /** By the exchange's clock. */
  readonly timestamp: number | undefined;
}

export interface ClockReading {
  /** Lag of its clock behind ours; undefined before it sends a timestamp. */
  readonly offsetMs: Millis | undefined;
  /** Age of its last reply; 0 if it is current. */
  readonly oldMs: Millis;
  /** Tickers in a current reply that are late by their own timestamps. */
  readonly lateTickers: number;
}

/**
 * State of its volumes. `changed`: they have been in quote units since its last used reply, and no reply is used;
 * `restored`: they no longer are.
 */
export type ReportedUnits = 'same' | 'changed' | 'restored';

/** One exchange: its listings, their last tickers, and its status. */
export class LiveExchange {
  readonly profile: ExchangeProfile;
  readonly status: StatusWatch;
  readonly listedAt: Millis | undefined;
  #clock = new ExchangeClock();
  #lateTickers = 0;
  #units: ReportedUnits = 'same';
  readonly #standstill = new Standstill();
  readonly #bySymbol = new Map<string, LiveListing>();
  #ownSymbols: readonly OwnSymbol[] = [];
  #exchange: Exchange | undefined;

  constructor(profile: ExchangeProfile, status: StatusWatch, listedAt: Millis | undefined) {
    this.profile = profile;
    this.status = status;
    this.listedAt = listedAt;
  }

  get listings(): Iterable<LiveListing> {
    return this.#bySymbol.values();
  }

  listing(symbol: string): LiveListing | undefined {
    return this.#bySymbol.get(symbol);
  }

  /** What the timestamps of its last reply show. */
  get clock(): ClockReading {
    const { offsetMs, oldMs } = this.#clock;
    return { offsetMs, oldMs, lateTickers: this.#lateTickers };
  }

  get units(): ReportedUnits {
    return this.#units;
  }

  /** Acknowledges that its volumes are restored. */
  settleUnits(): void {
    if (this.#units === 'restored') this.#units = 'same';
  }

  /** Our own clock was set: learned offsets are no longer valid. */
  clockWasSet(): void {
    this.#clock = new ExchangeClock();
    this.#lateTickers = 0;
    for (const listing of this.#bySymbol.values()) listing.times = new TickerTimes();
  }

  add(listing: LiveListing): void {
    this.#bySymbol.set(listing.symbol, listing);
    this.touch();
  }

  /**
   * Restores tickers from before a restart: prices that have not changed since have not moved, even if they were
   * already read again.
   */
  resume(tickers: readonly RecordedTicker[]): void {
    const byMarket = new Map([...this.#bySymbol.values()].map((listing) => [listing.marketId, listing]));
    for (const { marketId, last, bid, ask, lastMoved } of tickers) {
      const listing = byMarket.get(marketId);
      const before = { last, bid, ask, movedAt: lastMoved };
      if (listing && (!listing.shown || isSame(listing.shown, before))) listing.shown = before;
    }
  }

  /** Corrects when the given ticks moved, after `resume`. */
  withMoved(ticks: readonly ExchangeTick[]): ExchangeTick[] {
    const moved = new Map<string, Millis>();
    for (const { marketId, shown } of this.#bySymbol.values()) if (shown) moved.set(marketId, shown.movedAt);
    return ticks.map((tick) => ({ ...tick, lastMoved: moved.get(tick.marketId) ?? tick.lastMoved }));
  }

  /** Marks the exchange as changed for clients. */
  touch(): void {
    this.#exchange = undefined;
  }

  /**
   * Takes a new list: markets that are not in it stay known, but are no longer listed. Returns the changed listings.
   */
  list({ markets }: Pick<MarketList, 'markets'>, ownSymbols: readonly OwnSymbol[]): LiveListing[] {
    const active = new Set(markets.filter((market) => market.active).map(({ symbol }) => symbol));
    const changed = [...this.#bySymbol.values()].filter(
      ({ symbol, isListed }) => active.has(symbol) !== isListed,
    );
    for (const listing of changed) listing.isListed = !listing.isListed;
    // Otherwise every list of every exchange would create a new version of the reference data.
    if (changed.length > 0 || !isDeepStrictEqual(ownSymbols, this.#ownSymbols)) this.touch();
    this.#ownSymbols = ownSymbols;
    return changed;
  }

  /**
   * Tickers of listed markets. A market that the last list did not contain comes with the next list. If the exchange
   * reports its reply as old, or a ticker as late, they carry its time. Empty if its volumes have changed to quote
   * units: the previous tickers stay and grow old.
   */
  ticks(readings: readonly TickerReading[], at: Millis, answerTime: ReplyTime = {}): ExchangeTick[] {
    const read = new Map<LiveListing, Ticked>();
    for (const reading of readings) {
      const listing = this.#bySymbol.get(reading.symbol);
      const numbers = listing && tickNumbersOf(reading);
      if (numbers) read.set(listing, { numbers, timestamp: reading.timestamp });
    }
    if (hasChangedToQuote([...read].map(volumeChange))) this.#units = 'changed';
    else if (this.#units === 'changed') this.#units = 'restored';
    if (this.units === 'changed') return [];
    let changes = 0;
    for (const [listing, { numbers }] of read) {
      listing.price = Number(numbers.last);
      listing.volume = Number(numbers.volume ?? 0);
      const before = listing.shown;
      listing.shown = moved(before, numbers, at);
      if (before && listing.shown !== before) changes += 1;
    }
    const timestamps = readings.flatMap(({ timestamp }) => timestamp ?? []);
    const standsMs = this.#standstill.take(changes, at);
    const asOf = this.#clock.take({ ...answerTime, timestamps, hasMoved: changes > 0, standsMs }, at);
    return this.#aged(read, at, asOf);
  }

  /** `asOf`: time of the whole reply, if it is old. */
  #aged(ticks: ReadonlyMap<LiveListing, Ticked>, at: Millis, asOf = Infinity): ExchangeTick[] {
    const answer = { at, asOf: this.#clock.asOf, offsetMs: this.#clock.offsetMs ?? 0 };
    this.#lateTickers = 0;
    const byMarket = new Map<string, ExchangeTick>();
    for (const [listing, { numbers, timestamp }] of ticks) {
      const { marketId, shown } = listing;
      const lateAsOf = listing.times.take(timestamp, answer) ?? Infinity;
      if (asOf === Infinity && lateAsOf < Infinity) this.#lateTickers += 1;
      const oldest = Math.min(asOf, lateAsOf);
      listing.pricedAt = Math.min(at, oldest);
      byMarket.set(marketId, {
        exchangeId: this.profile.id,
        marketId,
        ...numbers,
        lastMoved: shown!.movedAt,
        ...(oldest < Infinity && { asOf: oldest }),
      });
    }
    return [...byMarket.values()];
  }

  /** The exchange for clients and the engine: the same object until something changes. */
  exchange(): Exchange {
    return (this.#exchange ??= this.#made());
  }

  #made(): Exchange {
    const { id, name, url, tier } = this.profile;
    const listings = [...this.#bySymbol.values()].map(({ marketId, isListed, qualified }): Listing => ({
      marketId,
      status: isListed ? 'ACTIVE' : 'INACTIVE',
      qualified,
    }));
    return {
      id,
      name,
      url,
      tier,
      status: this.status.status,
      ...(this.listedAt === undefined ? {} : { listedAt: this.listedAt }),
      listings: oneOfEachMarket(listings),
      ownSymbols: this.#ownSymbols,
    };
  }
}

/** If an exchange lists the same market under an old symbol too, the listed one counts. */
function oneOfEachMarket(listings: readonly Listing[]): Listing[] {
  const byMarket = new Map<string, Listing>();
  for (const listing of listings)
    if (byMarket.get(listing.marketId)?.status !== 'ACTIVE') byMarket.set(listing.marketId, listing);
  return [...byMarket.values()];
}

function volumeChange([{ volume }, { numbers }]: readonly [LiveListing, Ticked]): ReportedVolumeChange {
  return { price: Number(numbers.last), before: volume, after: Number(numbers.volume ?? 0) };
}

function moved(shown: Shown | undefined, numbers: TickNumbers, at: Millis): Shown {
  const [last, bid, ask] = [Number(numbers.last), Number(numbers.bid ?? 0), Number(numbers.ask ?? 0)];
  const now = { last, bid, ask, movedAt: at };
  return shown && isSame(shown, now) ? shown : now;
}

function isSame(a: Shown, b: Shown): boolean {
  return a.last === b.last && a.bid === b.bid && a.ask === b.ask;
}
