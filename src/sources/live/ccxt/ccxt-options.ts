/** Exchanges that also list derivatives load those too by default, with an extra request for each kind. */
const SPOT_ONLY = { fetchMarkets: { types: ['spot'] } };

/** ccxt options of single exchanges, besides the common ones. */
const OPTIONS: Readonly<Record<string, object>> = {
  binance: SPOT_ONLY,
  bitget: SPOT_ONLY,
  bybit: SPOT_ONLY,
  bybiteu: SPOT_ONLY,
  bybitid: SPOT_ONLY,
  gate: SPOT_ONLY,
  gateeu: SPOT_ONLY,
  // Otherwise it requests the account type of a key.
  kucoin: { uta: false },
  htx: { fetchMarkets: { types: { spot: true, linear: false, inverse: false } } },
  myokx: SPOT_ONLY,
  okx: SPOT_ONLY,
  okxus: SPOT_ONLY,
};

export function ccxtOptionsOf(id: string): object {
  return { defaultType: 'spot', warnOnFetchTickersWithoutSymbols: false, ...OPTIONS[id] };
}

/**
 * `fetchMarkets` of these exchanges always requests derivatives from other hosts too, and a failure there would fail
 * the spot markets. Their own call for spot markets is used instead.
 */
export const WITH_SPOT_CALL: ReadonlySet<string> = new Set(['coinex', 'lbank', 'mexc', 'poloniex', 'xt']);
