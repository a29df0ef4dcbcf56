/** Exchanges that also list derivatives load them too unless they are told not to: each kind is a request of its own. */
const SPOT_ONLY = { fetchMarkets: { types: ['spot'] } };

/** What an exchange of ccxt is made with, besides what all of them are. */
const OPTIONS: Readonly<Record<string, object>> = {
  binance: SPOT_ONLY,
  bitget: SPOT_ONLY,
  bybit: SPOT_ONLY,
  bybiteu: SPOT_ONLY,
  bybitid: SPOT_ONLY,
  gate: SPOT_ONLY,
  gateeu: SPOT_ONLY,
  // Else it asks which kind of account a key is of.
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
 * Exchanges whose `fetchMarkets` asks other hosts for derivatives whatever it is told, so that a failure there would be one of
 * the spot markets: their own call for those is made instead.
 */
export const WITH_SPOT_CALL: ReadonlySet<string> = new Set(['coinex', 'lbank', 'mexc', 'poloniex', 'xt']);
