import type { DataRoute } from '../../http/routing/route.ts';
import { configRoute, timeRoute } from './config.ts';
import { historyRoute } from './history.ts';
import { marksRoute, timescaleMarksRoute } from './marks.ts';
import { quotesRoute } from './quotes.ts';
import { searchRoute } from './search.ts';
import { symbolInfoRoute } from './symbol-info.ts';
import { Symbols } from './symbols.ts';
import type { UdfSource } from './udf-route.ts';

export const UDF_PREFIX = '/udf';

export function udfRoutes(source: UdfSource): DataRoute[] {
  const parts = { ...source, symbols: new Symbols(source) };
  return [
    configRoute(parts),
    timeRoute(parts),
    symbolInfoRoute(parts),
    searchRoute(parts),
    historyRoute(parts),
    marksRoute(parts),
    timescaleMarksRoute(parts),
    quotesRoute(parts),
  ];
}
