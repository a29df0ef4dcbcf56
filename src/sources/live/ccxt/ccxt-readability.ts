import type { CcxtInstance } from './ccxt-library.ts';

/**
 * How the tickers of an exchange's spot markets are read: all with one request, with some requests for a part each, or with one
 * request for each market, some in every cycle. `not`: they cannot be.
 */
export type Readability =
  | { readonly how: 'at once' | 'in chunks' | 'one by one' }
  | { readonly how: 'not'; readonly reason: string };

/** What ccxt's own table of abilities does not say. A test asks every exchange, without a network, whether this is so. */
const KNOWN: Readonly<Record<string, Readability>> = {
  alpaca: { how: 'not', reason: 'its list of markets needs a key' },
  bithumb: { how: 'in chunks' },
  coinbaseexchange: { how: 'one by one' }, // all at once without volumes
  deribit: { how: 'one by one' }, // all at once only by currency, derivatives included
  gemini: { how: 'one by one' }, // all at once without volumes
  mudrex: { how: 'not', reason: 'it answers nothing without a key' },
  woo: { how: 'not', reason: 'it has tickers of derivatives only' },
};

/** Exchanges whose tickers are those of another one, beside those that ccxt itself derives from another one. */
const SAME_BOOK: Readonly<Record<string, string>> = { tokocrypto: 'binance' };

export function readabilityOf({ id, has }: Pick<CcxtInstance, 'id' | 'has'>): Readability {
  const known = KNOWN[id];
  if (known) return known;
  if (has['spot'] !== true) return { how: 'not', reason: 'it has derivatives only' };
  if (has['fetchTickers'] === true) return { how: 'at once' };
  if (has['fetchTicker'] === true) return { how: 'one by one' };
  return { how: 'not', reason: 'it has no tickers' };
}

/** The exchange whose interface, and often whose book, it shares: a region, a white label or another name. */
export function variantOf(instance: CcxtInstance, ids: ReadonlySet<string>): string | undefined {
  const parent = (Object.getPrototypeOf(instance.constructor) as { readonly name: string }).name;
  return SAME_BOOK[instance.id] ?? (ids.has(parent) && parent !== instance.id ? parent : undefined);
}
