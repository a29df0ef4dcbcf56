import { Type } from 'typebox';
import { ASSET_STATUSES, ASSET_TYPES } from '../../core/asset.ts';
import type { Lookups } from '../../latest/lookups.ts';
import { found, LOOKUP_FRESHNESS } from './lookup.ts';
import { oneOf, text, uuid } from './parameters.ts';
import { dataRoute, type DataRoute } from './route.ts';
import { listOf, Uuid } from './schemas.ts';

export const Asset = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    symbol: Type.String({ description: 'Not unique: use the id to name an asset' }),
    slugName: Type.String({ description: 'Unique' }),
    status: Type.Enum([...ASSET_STATUSES]),
    type: Type.Enum([...ASSET_TYPES]),
    url: Type.String({ format: 'uri' }),
    contractAddress: Type.Optional(Type.String({ description: 'Tokens only' })),
  },
  { title: 'Asset', additionalProperties: false },
);

export function assetRoutes(lookups: Lookups): DataRoute[] {
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
      handle: ({ query }) => ({ prepared: lookups.answers.assets(query), ...LOOKUP_FRESHNESS }),
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
