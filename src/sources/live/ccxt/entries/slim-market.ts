import type { CcxtMarket } from '../ccxt-library.ts';

/** Exchanges for which ccxt needs the exchange's own data of a market to read tickers or trades. */
const NEED_INFO: ReadonlySet<string> = new Set([
  'derive',
  'hitbtc',
  'hyperliquid',
  'kraken',
  'lighter',
  'nado',
  'phemex',
  'tokocrypto',
]);

/** A market without the exchange's own data, which make up most of its size and are not used. */
export function slimMarket(exchange: string, market: CcxtMarket): CcxtMarket {
  return NEED_INFO.has(exchange) ? market : { ...market, info: {} };
}
