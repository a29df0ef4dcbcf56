import { Type } from '../schema.ts';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, count, datetime, quantity } from '../schemas.ts';

export const OpenHighLowCloseVolume = Type.Record('OpenHighLowCloseVolume', {
  id: Uuid,
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  open: quantity('The close of the previous day if it was real, otherwise the first real price'),
  high: quantity('Highest real price'),
  low: quantity('Lowest real price'),
  close: quantity('Price at the end of the day, or the last real price'),
  volume: quantity('Base units traded in the 24 hours; for LX, the exact sum of tickVolume'),
  volumeUsd: quantity('volume x USD price of the base asset at the close'),
  vwap: quantity('Mean price weighted by volume'),
  twap: quantity('Plain mean of real prices'),
  startTimestamp: datetime('00:00 UTC of the day'),
  endTimestamp: datetime('00:00 UTC of the next day'),
  timestamp: datetime('The same as startTimestamp'),
  ticks: count('Number of ticks; 0 if the day is SEEDED'),
  carried: count('Number of ticks that were carried or held'),
  flags: Type.Optional(
    Type.Array(Type.Enum([...FLAGS]), {
      description:
        'The flags of all its ticks; absent if there are none. MODELLED: all or part of the day was generated, from before the first tick. SEEDED: the day was combined ' +
        'from daily candles of exchanges, from before the first tick; ticks is 0, and the flags of its close are included. Days ' +
        'closed by versions before this rule have only MODELLED and SEEDED',
    }),
  ),
});
