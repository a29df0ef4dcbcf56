import { Type } from '../schema.ts';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, count, datetime, quantity } from '../schemas.ts';

export const OpenHighLowCloseVolume = Type.Record('OpenHighLowCloseVolume', {
  id: Uuid,
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  open: quantity('The close of the day before where it was real, else the first real price'),
  high: quantity('Highest real price'),
  low: quantity('Lowest real price'),
  close: quantity('Price at the end of the day, or the last real one'),
  volume: quantity('Base units of the 24 hours; for LX the exact sum of tickVolume'),
  volumeUsd: quantity('volume x USD price of the base asset at the close'),
  vwap: quantity('Mean price weighted by volume'),
  twap: quantity('Plain mean of real prices'),
  startTimestamp: datetime('00:00 UTC of the day'),
  endTimestamp: datetime('00:00 UTC of the next day'),
  timestamp: datetime('The same as startTimestamp'),
  ticks: count('How many ticks the day has; 0 where it is SEEDED'),
  carried: count('How many of them were carried or held: a gap is visible'),
  flags: Type.Optional(
    Type.Array(Type.Enum([...FLAGS]), {
      description:
        'Of all its ticks. MODELLED: the day, or a part of it, was made up before the first tick. SEEDED: the day was combined ' +
        "from daily candles of exchanges, from before the first tick; its ticks are 0, and it has its close's flags too. Days " +
        'that were closed by versions before this rule have MODELLED and SEEDED alone. Absent where there are none',
    }),
  ),
});
