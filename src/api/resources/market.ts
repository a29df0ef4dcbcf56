import { text, uuid } from '../../contract/parameter-kinds.ts';
import { Market } from '../../contract/records/market.ts';
import { listOf } from '../../contract/schemas.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import type { Lookups } from '../../latest/market/lookups.ts';
import { found, lookupAnswer } from './lookup.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';

export function marketRoutes(lookups: Lookups, turns: Pick<LoopTurns, 'next'>): DataRoute[] {
  return [
    dataRoute({
      path: '/market',
      operationId: 'listMarkets',
      summary: 'Markets: what is traded against what, on whichever exchange',
      tag: 'Look-ups',
      object: 'Market',
      access: 'lookup',
      pathParameters: {},
      query: {
        baseAssetId: { kind: uuid, description: 'Only markets in which this asset is traded' },
        quoteAssetId: { kind: uuid, description: 'Only markets priced in this asset' },
        marketName: { kind: text, description: 'Only markets of this name, such as BTC_USD; case matters' },
      },
      response: listOf(Market),
      handle: ({ query }) => lookupAnswer(lookups.answers.listInTurns('markets', query, () => turns.next())),
    }),
    dataRoute({
      path: '/market/{id}',
      operationId: 'getMarket',
      summary: 'One market',
      tag: 'Look-ups',
      object: 'Market',
      access: 'lookup',
      pathParameters: { id: { kind: uuid, description: 'Id of the market', required: true } },
      query: {},
      response: Market,
      handle: ({ path }) => found('market', lookups.answers.market(path.id)),
    }),
  ];
}
