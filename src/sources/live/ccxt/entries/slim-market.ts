import type { CcxtMarket } from '../ccxt-library.ts';

/** Exchanges whose tickers or trades ccxt reads with the help of what the exchange itself said of a market. */
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

/** A market without what the exchange itself said of it, which is most of its bytes and which nothing asks for. */
export function slimMarket(exchange: string, market: CcxtMarket): CcxtMarket {
  return NEED_INFO.has(exchange) ? market : { ...market, info: {} };
}
