import { isObject } from '../../../../core/text/is-object.ts';
import type { CcxtTicker } from '../ccxt-library.ts';

/**
 * Bid and ask of a ticker. Coinone sends the best prices as lists (`best_bids: [{ price, qty }]`), which ccxt reads as
 * single prices, so it finds none.
 */
export function bestQuotes({ bid, ask, info }: CcxtTicker): Pick<CcxtTicker, 'bid' | 'ask'> {
  if (!isObject(info)) return { bid, ask };
  return { bid: bid ?? firstPrice(info['best_bids']), ask: ask ?? firstPrice(info['best_asks']) };
}

function firstPrice(quotes: unknown): unknown {
  const first: unknown = Array.isArray(quotes) ? quotes[0] : undefined;
  return isObject(first) ? first['price'] : undefined;
}
