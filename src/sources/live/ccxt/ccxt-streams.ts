import type { Millis } from '../../../core/time.ts';

/** Exchanges of tier A whose sockets are not used although ccxt has them, and why. */
export const NOT_STREAMED: Readonly<Record<string, string>> = {
  cex: 'ccxt keeps its trades under no symbol',
  deribit: 'its spot markets are few',
  luno: 'its socket wants a key',
};

/** Exchanges whose sockets are used, with the hosts that these are on: all others of tier A for which ccxt has one, and HashKey Global. */
export const STREAMED: Readonly<Record<string, readonly string[]>> = {
  binance: ['stream.binance.com:9443'],
  bitfinex: ['api-pub.bitfinex.com'],
  bithumb: ['ws-api.bithumb.com'],
  bitstamp: ['ws.bitstamp.net'],
  bitvavo: ['ws.bitvavo.com'],
  bullish: ['api.exchange.bullish.com'],
  bybit: ['stream.bybit.com'],
  coinbase: ['advanced-trade-ws.coinbase.com'],
  coincheck: ['ws-api.coincheck.com'],
  coinone: ['stream.coinone.co.kr'],
  cryptocom: ['stream.crypto.com'],
  gemini: ['api.gemini.com'],
  hashkey: ['stream-glb.hashkey.com'],
  kraken: ['ws.kraken.com'],
  okx: ['ws.okx.com:8443'],
  upbit: ['api.upbit.com'],
};

/**
 * Those whose socket and list name a trade by the same id, as ccxt reads both. Elsewhere the two may differ (the socket of OKX gives
 * several trades as one), so that a trade which comes by both could not be recognised: only one of them counts at a time.
 */
const WITH_SHARED_IDS: ReadonlySet<string> = new Set(['binance', 'bitstamp', 'coinbase', 'kraken']);

export function hasSharedIds(id: string): boolean {
  return WITH_SHARED_IDS.has(id);
}

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
