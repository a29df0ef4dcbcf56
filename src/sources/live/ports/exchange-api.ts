import type { LeftOut } from './left-out.ts';
import type { TradesApi } from './trades-api.ts';

/** A market as its exchange lists it. */
export interface ListedMarket {
  /** The name of the market in the exchange's tickers, such as `BTC/USD`. Unique for the exchange. */
  readonly symbol: string;
  /** Common codes: `BTC`, whatever the exchange itself uses. */
  readonly base: string;
  readonly quote: string;
  /** The exchange's own codes, if they differ (`XBT`). */
  readonly ownBase?: string;
  readonly ownQuote?: string;
  /** Whether it can be traded now, according to the exchange. */
  readonly active: boolean;
}

/** Data of an asset, if the exchange provides any. */
export interface ListedCurrency {
  readonly code: string;
  readonly name?: string;
  readonly contractAddress?: string;
}

export interface MarketList {
  readonly markets: readonly ListedMarket[];
  readonly currencies: readonly ListedCurrency[];
  /**
   * Data that the exchange's own reader needs with the list. It must be plain data, so that a stored list works like a
   * fresh one.
   */
  readonly raw?: unknown;
}

/**
 * A ticker as its exchange sent it. Numbers are decimals in text, in base units for `baseVolume` and in quote units for
 * `quoteVolume`. Missing values are absent, which is not the same as zero.
 */
export interface TickerReading {
  readonly symbol: string;
  readonly last?: string;
  readonly bid?: string;
  readonly ask?: string;
  readonly baseVolume?: string;
  readonly quoteVolume?: string;
  readonly vwap?: string;
  /** Milliseconds since 1970, as sent. */
  readonly timestamp?: number;
}

/** Times from the headers of a reply. */
export interface ReplyTime {
  /** Lag of the server's clock behind ours, from its `Date` header; negative if it is ahead. */
  readonly serverBehindMs?: number;
  /** Time that the reply spent in a cache, from its `Age` header. */
  readonly cachedMs?: number;
}

/**
 * Reads one exchange. Every call sends its requests anew and returns a result or throws a `PollFailure`; a failed call
 * must not affect the next one.
 */
export interface ExchangeApi {
  /** Its name in settings: `kraken`. */
  readonly key: string;
  markets(signal: AbortSignal): Promise<MarketList>;
  /** If each reading covers only some of the markets, in turn: their maximum number. */
  readonly maxPerCycle?: number | undefined;
  /** Tickers of the markets of a list from `markets`, which may be an older one; others are left out. */
  tickers(list: MarketList, signal: AbortSignal): Promise<readonly TickerReading[]>;
  /** Times of the last reply with tickers. Absent: not known. */
  answerTime?(): ReplyTime;
  /** Invalid entries that were left out of lists since the last call. Absent: none ever are. */
  takeLeftOut?(): readonly LeftOut[];
  /**
   * Single trades of some markets of a list; undefined if the exchange does not provide them. Absent: it never does.
   */
  trades?(list: MarketList, symbols: readonly string[]): Promise<TradesApi | undefined>;
}
