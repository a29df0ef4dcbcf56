import { Type } from '../schema.ts';
import { FLAGS } from '../../core/index-value.ts';
import { Uuid, count, datetime, quantity } from '../schemas.ts';

const PercentChange = Type.Record(
  'PercentChange',
  {
    change24h: Type.Optional(quantity('Over 24 hours')),
    change7d: Type.Optional(quantity('Over 7 days')),
    change30d: Type.Optional(quantity('Over 30 days')),
  },
  { description: 'In percent, two decimals; a span is omitted if history is too short' },
);

export const MarketCapSchema = Type.Record('MarketCap', {
  id: Uuid,
  assetId: Uuid,
  timestamp: datetime('The tick for which it was computed'),
  marketCapRank: count('Rank among all assets: established ones by market cap, then the others'),
  volumeRank: count('The same by USD volume'),
  price: quantity('The GWA of the tick, in USD'),
  volume: quantity('Base units traded in the trailing 24 hours'),
  totalSupply: quantity('Units in existence'),
  freeFloatSupply: quantity('Units in circulation'),
  marketCap: quantity('price x freeFloatSupply'),
  totalMarketCap: quantity('price x totalSupply'),
  flags: Type.Optional(
    Type.Array(Type.Enum([...FLAGS]), { description: 'The flags of the GWA; absent if there are none' }),
  ),
  symbol: Type.String({ description: 'Of the asset' }),
  name: Type.String({ description: 'Of the asset' }),
  marketCapPercentChange: Type.Optional(PercentChange),
  totalMarketCapPercentChange: Type.Optional(PercentChange),
  volumePercentChange: Type.Optional(PercentChange),
  pricePercentChange: Type.Optional(PercentChange),
});
