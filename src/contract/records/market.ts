import { Type } from 'typebox';
import { Uuid } from '../schemas.ts';

export const Market = Type.Object(
  { id: Uuid, baseAssetId: Uuid, quoteAssetId: Uuid },
  { title: 'Market', additionalProperties: false },
);
