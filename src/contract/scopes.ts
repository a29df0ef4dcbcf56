import { byType, type IndexType } from '../core/index-value.ts';
import { DESCRIPTORS } from '../engine/index-types/index-types.ts';

/** The default scopes of a new client. Look-ups require a token but no scope. */
export const DATA_SCOPES = [
  'read:exchange-ticker',
  'read:index-ticker',
  'read:ohlcv',
  'read:LX',
  'read:market-cap',
  'read:derivatives',
] as const;

/** All scopes. A client gets a scope that is not for data only if it was named explicitly. */
export const SCOPES = [...DATA_SCOPES, 'read:operations', 'read:alerts', 'write:alerts'] as const;

export type Scope = (typeof SCOPES)[number];

/** Descriptions for the OpenAPI document. */
export const SCOPE_MEANINGS: Readonly<Record<Scope, string>> = {
  'read:exchange-ticker': 'Exchange tickers and trades, quality of exchanges',
  'read:index-ticker':
    'MWA and GWA: index tickers, candles below a day, receipts, coverage, quality, sparklines, exports; conversion',
  'read:ohlcv': 'MWA and GWA: end-of-day records, candles of a day, exports of both',
  'read:LX': 'LX, wherever it appears',
  'read:market-cap': 'Market caps',
  'read:derivatives': 'Derivatives contracts and tickers',
  'read:operations': 'State of the service; granted only if named explicitly',
  'read:alerts':
    "The client's own alerts and endpoints, and ALERT on the websocket; granted only if named explicitly",
  'write:alerts': "Create and change the client's own alerts and endpoints; granted only if named explicitly",
};

export function isScope(text: string): text is Scope {
  return (SCOPES as readonly string[]).includes(text);
}

/** The scope that a route requires for each index type. */
export type TypeScopes = Readonly<Record<IndexType, Scope>>;

export const TICKER_SCOPES: TypeScopes = byType((type) => DESCRIPTORS[type].scopes.ticks);

export const CANDLE_SCOPES: TypeScopes = byType((type) => DESCRIPTORS[type].scopes.days);
