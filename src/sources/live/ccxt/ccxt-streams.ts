import type { Millis } from '../../../core/time.ts';

/** Exchanges of tier A whose sockets ccxt supports but we do not use, and why. */
export const NOT_STREAMED: Readonly<Record<string, string>> = {
  cex: 'ccxt keeps its trades under no symbol',
  deribit: 'its spot markets are few',
  luno: 'its socket wants a key',
};

/**
 * Exchanges whose sockets are used, with their hosts: all others of tier A for which ccxt has one, and HashKey Global.
 */
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
 * Exchanges whose socket and trade list use the same trade ids, as ccxt reads both. Elsewhere they may differ (the
 * socket of OKX merges several trades into one), so a trade received both ways could not be recognised as a duplicate:
 * only one way is used at a time.
 */
const WITH_SHARED_IDS: ReadonlySet<string> = new Set(['binance', 'bitstamp', 'coinbase', 'kraken']);

export function hasSharedIds(id: string): boolean {
  return WITH_SHARED_IDS.has(id);
}

/** ccxt options for reading trades. */
const OPTIONS: Readonly<Record<string, object>> = {
  // The default lists aggregated trades, which have ids of their own.
  binance: { fetchTradesMethod: 'publicGetTrades' },
};

export function tradeOptionsOf(id: string): object {
  return OPTIONS[id] ?? {};
}

/** The maximum number of trades per reply, for exchanges that send fewer unless it is requested. */
const LIMITS: Readonly<Record<string, number>> = { binance: 1000, coinbase: 500, gate: 1000, okx: 500 };

export function tradeLimitOf(id: string): number | undefined {
  return LIMITS[id];
}

/** Shorter than the minute that Bitstamp lists, by the possible age of its reply. */
const SHORT_AGE_MS: Millis = 50_000;

/** Request parameters for all trades of the last `ageMs`, if the exchange lists trades by time. */
export function tradeParamsOf(id: string, ageMs: Millis): object {
  return id === 'bitstamp' ? { time: ageMs < SHORT_AGE_MS ? 'minute' : 'hour' } : {};
}
