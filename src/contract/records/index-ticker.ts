import { Type } from '../schema.ts';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';

export const IndexTicker = Type.Record('IndexTicker', {
  id: Uuid,
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  price: quantity('In the quote asset of the market (MWA), in USD (GWA, LX)'),
  volume: quantity('Base units traded in the trailing 24 hours'),
  timestamp: datetime('The tick, on the 30-second grid'),
  tickVolume: Type.Optional(quantity('LX only: base units traded in the slot')),
  flags: Type.Optional(
    Type.Array(Type.Enum([...FLAGS]), {
      description: 'Why the value is not the plain result of the formula; see the methodology',
    }),
  ),
});
