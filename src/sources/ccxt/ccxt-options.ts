/**
 * What an exchange of ccxt is made with, besides what all of them are. Exchanges that also list derivatives load them too
 * unless they are told not to: each kind is a request of its own, and some are several megabytes.
 */
const SPOT_ONLY = { fetchMarkets: { types: ['spot'] } };

const OPTIONS: Readonly<Record<string, object>> = {
  binance: SPOT_ONLY,
  bitget: SPOT_ONLY,
  bybit: { ...SPOT_ONLY, enableUnifiedAccount: true },
  coinex: SPOT_ONLY,
  gate: SPOT_ONLY,
  htx: SPOT_ONLY,
  mexc: SPOT_ONLY,
  okx: SPOT_ONLY,
};

export function ccxtOptionsOf(id: string): object {
  return { defaultType: 'spot', warnOnFetchTickersWithoutSymbols: false, ...OPTIONS[id] };
}
