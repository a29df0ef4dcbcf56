import { Type } from '../schema.ts';
import { EXCHANGE_STATUSES, LISTING_STATUSES, TRUST_TIERS } from '../../core/exchange.ts';
import { Uuid } from '../schemas.ts';

export const ExchangeSchema = Type.Record('Exchange', {
  id: Uuid,
  name: Type.String(),
  url: Type.String({ format: 'uri' }),
  status: Type.Enum([...EXCHANGE_STATUSES]),
  markets: Type.Array(
    Type.Closed({
      marketId: Uuid,
      marketStatus: Type.Enum([...LISTING_STATUSES]),
      qualified: Type.Enum(['YES', 'NO'], {
        description: 'Whether this market on this exchange may contribute to the indices',
      }),
    }),
  ),
  symbols: Type.Array(Type.Closed({ assetId: Uuid, symbol: Type.String() }), {
    description: "The exchange's own symbols, only if they differ from common usage",
  }),
  tier: Type.Enum([...TRUST_TIERS], { description: 'How far the methodology trusts the exchange' }),
});
