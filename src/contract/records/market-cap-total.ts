import { Type } from '../schema.ts';
import { datetime, quantity } from '../schemas.ts';

export const MarketCapTotalSchema = Type.Record('MarketCapTotal', {
  marketCap: quantity('Sum of the market caps of the counted assets, in USD'),
  volumeUsd: quantity('Sum of their USD volumes of the trailing 24 hours'),
  btcShare: Type.Optional(
    quantity('Share of Bitcoin in marketCap, in percent, two decimals; omitted if Bitcoin is not counted'),
  ),
  assets: Type.Integer({
    minimum: 0,
    description: 'Counted assets: established, with a GWA of this tick that has no flag',
  }),
  excluded: Type.Integer({ minimum: 0, description: 'Records of /market-cap that are not counted' }),
  timestamp: datetime('The tick for which it was computed'),
});
