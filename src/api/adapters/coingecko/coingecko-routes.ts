import type { DataRoute } from '../../http/routing/route.ts';
import { chartRoutes } from './charts.ts';
import type { CoinGeckoParts } from './coin-route.ts';
import { coinRoutes } from './coins.ts';
import { marketsRoute } from './markets.ts';
import { Prices } from './prices.ts';
import { simpleRoutes } from './simple.ts';
import { worldRoutes } from './world.ts';

export const COINGECKO_PREFIX = '/coingecko/api/v3';

/** Fixed paths win over `/coins/{id}`. */
export function coinGeckoRoutes(source: Omit<CoinGeckoParts, 'prices'>): DataRoute[] {
  const parts = { ...source, prices: new Prices(source) };
  return [
    ...simpleRoutes(parts),
    marketsRoute(parts),
    ...coinRoutes(parts),
    ...chartRoutes(parts),
    ...worldRoutes(parts),
  ];
}
