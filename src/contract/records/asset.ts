import { Type } from '../schema.ts';
import { ASSET_STATUSES, ASSET_TYPES } from '../../core/asset.ts';
import { Uuid } from '../schemas.ts';

export const AssetSchema = Type.Record('Asset', {
  id: Uuid,
  name: Type.String(),
  symbol: Type.String({ description: 'Not unique: identify an asset by its id' }),
  slugName: Type.String({ description: 'Unique' }),
  status: Type.Enum([...ASSET_STATUSES]),
  type: Type.Enum([...ASSET_TYPES]),
  url: Type.String({ format: 'uri' }),
  contractAddress: Type.Optional(Type.String({ description: 'Tokens only' })),
});
