import { Type } from '../schema.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';

export const ExchangeTicker = Type.Record('ExchangeTicker', {
  id: Uuid,
  exchangeId: Uuid,
  marketId: Uuid,
  last: quantity('Price of the last trade'),
  volume: Type.Optional(
    quantity('Base units traded in the trailing 24 hours; absent if a live exchange does not report it'),
  ),
  bid: Type.Optional(quantity('Best bid')),
  ask: Type.Optional(quantity('Best ask')),
  timestamp: datetime('The 30-second refresh in which it was collected'),
  lastMoved: datetime('When the price was last updated at the exchange'),
  ageMs: Type.Optional(
    Type.Integer({
      minimum: 0,
      description:
        "Milliseconds at timestamp since the ticker was last read, or since the exchange's own time if that is more than a minute older",
    }),
  ),
});
