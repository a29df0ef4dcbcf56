import type { Millis } from '../../../core/time.ts';

/**
 * Exchanges whose sockets are used, with the hosts that these are on: the ids that their sockets have for trades are those
 * of their lists of trades, as far as ccxt reads both. Elsewhere the two may differ (of okx the socket gives several trades as
 * one), and then no trade could be told from another: those exchanges are polled.
 */
export const STREAMED: Readonly<Record<string, readonly string[]>> = {
  binance: ['stream.binance.com:9443'],
  bitstamp: ['ws.bitstamp.net'],
  coinbase: ['advanced-trade-ws.coinbase.com'],
  kraken: ['ws.kraken.com'],
};

/** What an exchange of ccxt is made with where its trades are read. */
const OPTIONS: Readonly<Record<string, object>> = {
  // By default it lists sums of trades, under ids of their own.
  binance: { fetchTradesMethod: 'publicGetTrades' },
};

export function tradeOptionsOf(id: string): object {
  return OPTIONS[id] ?? {};
}

/** The most that exchanges give in one answer, where they give fewer unless they are asked for so many. */
const LIMITS: Readonly<Record<string, number>> = { binance: 1000, coinbase: 500, gate: 1000, okx: 500 };

export function tradeLimitOf(id: string): number | undefined {
  return LIMITS[id];
}

/** Less than the minute that Bitstamp gives, by as much as its answer may be old. */
const SHORT_AGE_MS: Millis = 50_000;

/** How an exchange is asked for all trades of so long a time, where it gives them by time. */
export function tradeParamsOf(id: string, ageMs: Millis): object {
  return id === 'bitstamp' ? { time: ageMs < SHORT_AGE_MS ? 'minute' : 'hour' } : {};
}
