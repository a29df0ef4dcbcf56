import type { CcxtInstance } from './ccxt-library.ts';

/**
 * How the tickers of an exchange's spot markets are read: with one request for all, with several requests for a part
 * each, or with one request per market, some of them in every cycle. `not`: they cannot be read.
 */
export type Readability =
  | { readonly how: 'at once' | 'in chunks' | 'one by one' }
  | { readonly how: 'not'; readonly reason: string };

/** Corrections to ccxt's own table of features. A test checks this for every exchange, without a network. */
const KNOWN: Readonly<Record<string, Readability>> = {
  alpaca: { how: 'not', reason: 'its list of markets needs a key' },
  bithumb: { how: 'in chunks' },
  coinbaseexchange: { how: 'one by one' }, // all at once without volumes
  deribit: { how: 'one by one' }, // all at once only by currency, derivatives included
  gemini: { how: 'one by one' }, // all at once without volumes
  mudrex: { how: 'not', reason: 'every request needs a key' },
  woo: { how: 'not', reason: 'it has tickers of derivatives only' },
};

/** Exchanges that publish the tickers of another one, besides those that ccxt itself derives from another exchange. */
const SAME_BOOK: Readonly<Record<string, string>> = { tokocrypto: 'binance' };

export function readabilityOf({ id, has }: Pick<CcxtInstance, 'id' | 'has'>): Readability {
  const known = KNOWN[id];
  if (known) return known;
  if (has['spot'] !== true) return { how: 'not', reason: 'it has derivatives only' };
  if (has['fetchTickers'] === true) return { how: 'at once' };
  if (has['fetchTicker'] === true) return { how: 'one by one' };
  return { how: 'not', reason: 'it has no tickers' };
}

/**
 * The exchange that it is a region, a white label or another name of: they share the interface and often the order
 * book.
 */
export function variantOf(instance: CcxtInstance, ids: ReadonlySet<string>): string | undefined {
  const parent = (Object.getPrototypeOf(instance.constructor) as { readonly name: string }).name;
  return SAME_BOOK[instance.id] ?? (ids.has(parent) && parent !== instance.id ? parent : undefined);
}
