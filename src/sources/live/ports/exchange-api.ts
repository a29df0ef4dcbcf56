import type { LeftOut } from './left-out.ts';
import type { TradesApi } from './trades-api.ts';

/** A market as its exchange lists it. */
export interface ListedMarket {
  /** What tickers of the exchange name it by, such as `BTC/USD`. Unique for the exchange. */
  readonly symbol: string;
  /** Codes in common usage: `BTC`, whatever the exchange itself calls it. */
  readonly base: string;
  readonly quote: string;
  /** The exchange's own codes, where they differ (`XBT`). */
  readonly ownBase?: string;
  readonly ownQuote?: string;
  /** Whether the exchange says that it can be traded now. */
  readonly active: boolean;
}

/** What an exchange says of an asset, where it says anything. */
export interface ListedCurrency {
  readonly code: string;
  readonly name?: string;
  readonly contractAddress?: string;
}

export interface MarketList {
  readonly markets: readonly ListedMarket[];
  readonly currencies: readonly ListedCurrency[];
  /** What the exchange's own reader needs with it, as plain data: a stored list is as good as a fresh one. */
  readonly raw?: unknown;
}

/**
 * A ticker as its exchange gave it. Numbers are decimals in text, in base units for `baseVolume` and in quote units for
 * `quoteVolume`; what the exchange did not give is absent, which is not the same as zero.
 */
export interface TickerReading {
  readonly symbol: string;
  readonly last?: string;
  readonly bid?: string;
  readonly ask?: string;
  readonly baseVolume?: string;
  readonly quoteVolume?: string;
  readonly vwap?: string;
  /** Milliseconds since 1970, as the exchange says. */
  readonly timestamp?: number;
}

/** What the headers of an answer say about its time. */
export interface AnswerTime {
  /** How far the clock of the server is behind ours, by its `Date` header; negative if it is ahead. */
  readonly serverBehindMs?: number;
  /** How long a cache has kept the answer, by its `Age` header. */
  readonly cachedMs?: number;
}

/**
 * How one exchange is asked. Every call makes its requests anew and ends with an answer or a `PollFailure`; a call that
 * failed leaves nothing behind that could spoil the next one.
 */
export interface ExchangeApi {
  /** What settings call it: `kraken`. */
  readonly key: string;
  markets(signal: AbortSignal): Promise<MarketList>;
  /** Where one reading tells only some of the markets, in turn: so many at most. */
  readonly mostInCycle?: number | undefined;
  /** Of the markets of a list that `markets` gave, which may be an older one; others are left out. */
  tickers(list: MarketList, signal: AbortSignal): Promise<readonly TickerReading[]>;
  /** Of the last answer with tickers. Absent: not known. */
  answerTime?(): AnswerTime;
  /** Entries of lists that were left out because they cannot be meant, since it was asked for them before. Absent: none ever are. */
  takeLeftOut?(): readonly LeftOut[];
  /** Single trades of some markets of a list; undefined where it does not give them. Absent: it never does. */
  trades?(list: MarketList, symbols: readonly string[]): Promise<TradesApi | undefined>;
}
