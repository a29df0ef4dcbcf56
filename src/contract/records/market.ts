import { Type } from '../schema.ts';
import { Uuid } from '../schemas.ts';

export const MarketSchema = Type.Record('Market', {
  id: Uuid,
  baseAssetId: Uuid,
  quoteAssetId: Uuid,
  name: Type.String({ description: 'The usual spelling, such as BTC_USD; not unique' }),
  baseSymbol: Type.String(),
  quoteSymbol: Type.String(),
});
