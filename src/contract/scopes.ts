import { byType, type IndexType } from '../core/index-value.ts';
import { DESCRIPTORS } from '../engine/index-types/index-types.ts';

/** What a client is registered for unless it is said otherwise. Look-ups need a token and no scope. */
export const DATA_SCOPES = [
  'read:exchange-ticker',
  'read:index-ticker',
  'read:ohlcv',
  'read:LX',
  'read:market-cap',
  'read:derivatives',
] as const;

/** What a client may be allowed to read. What is not data belongs to a client only where it was named. */
export const SCOPES = [...DATA_SCOPES, 'read:operations'] as const;

export type Scope = (typeof SCOPES)[number];

/** As the OpenAPI document tells them. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'read:exchange-ticker': 'Exchange tickers and trades, quality of exchanges',
  'read:index-ticker':
    'MWA and GWA: index tickers, candles below a day, receipts, coverage, quality, sparklines, exports; conversion',
  'read:ohlcv': 'MWA and GWA: end-of-day records, candles of a day, exports of both',
  'read:LX': 'LX, wherever it appears',
  'read:market-cap': 'Market caps',
  'read:derivatives': 'Derivatives contracts and tickers',
  'read:operations': 'How the service is doing; a client has it only where it was named',
};

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** Which scope opens a type on a route. */
export type TypeScopes = Readonly<Record<IndexType, Scope>>;

export const TICKER_SCOPES: TypeScopes = byType((type) => DESCRIPTORS[type].scopes.ticks);

export const CANDLE_SCOPES: TypeScopes = byType((type) => DESCRIPTORS[type].scopes.days);
