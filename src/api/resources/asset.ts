import { oneOf, text, uuid } from '../../contract/parameter-kinds.ts';
import { Asset } from '../../contract/records/asset.ts';
import { listOf } from '../../contract/schemas.ts';
import { ASSET_STATUSES, ASSET_TYPES } from '../../core/asset.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import type { Lookups } from '../../latest/market/lookups.ts';
import { found, lookupAnswer } from './lookup.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';

export function assetRoutes(lookups: Lookups, turns: Pick<LoopTurns, 'next'>): DataRoute[] {
  return [
    dataRoute({
      path: '/asset',
      operationId: 'listAssets',
      summary: 'Assets, fiat and crypto',
      tag: 'Look-ups',
      object: 'Asset',
      access: 'lookup',
      pathParameters: {},
      query: {
        type: { kind: oneOf(ASSET_TYPES), description: 'Only assets of this type' },
        symbol: { kind: text, description: 'Only assets that bear this symbol; case-sensitive' },
        status: { kind: oneOf(ASSET_STATUSES), description: 'Only assets with this status' },
      },
      response: listOf(Asset),
      handle: ({ query }) => lookupAnswer(lookups.answers.listInTurns('assets', query, () => turns.next())),
    }),
    dataRoute({
      path: '/asset/{id}',
      operationId: 'getAsset',
      summary: 'One asset',
      tag: 'Look-ups',
      object: 'Asset',
      access: 'lookup',
      pathParameters: { id: { kind: uuid, description: 'Id of the asset', required: true } },
      query: {},
      response: Asset,
      handle: ({ path }) => found('asset', lookups.answers.asset(path.id)),
    }),
  ];
}
