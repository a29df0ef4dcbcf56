import { Type } from '../schema.ts';
import { INTERVALS, type Interval } from '../../core/candle-interval.ts';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, count, datetime, quantity } from '../schemas.ts';

export const CandleSchema = Type.Record('Candle', {
  id: Uuid,
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  interval: Type.Enum(Object.keys(INTERVALS) as Interval[]),
  open: quantity('The tick at startTimestamp if it is real, otherwise the first real price'),
  high: quantity('Highest real price'),
  low: quantity('Lowest real price'),
  close: quantity('The last real price'),
  volume24h: Type.Optional(
    quantity('MWA and GWA: base units traded in the 24 hours before the last real tick'),
  ),
  volume: Type.Optional(
    quantity('LX: the exact sum of tickVolume. Interval 1d: the volume of the end-of-day record'),
  ),
  vwap: quantity('Mean price weighted by volume'),
  twap: quantity('Plain mean of real prices'),
  startTimestamp: datetime('The candle contains the ticks after this instant'),
  endTimestamp: datetime('The last tick of the candle is at this instant'),
  timestamp: datetime('The same as startTimestamp'),
  ticks: count('Number of ticks, including carried ones'),
  carried: count('Number of ticks that were carried or held'),
  expected: count('Number of ticks that it would have by now without gaps'),
  complete: Type.Boolean({
    description:
      'Whether the tick at its end has been published or skipped; for 1d, whether the day is final',
  }),
  flags: Type.Optional(
    Type.Array(Type.Enum([...FLAGS]), {
      description: 'The flags of all its ticks; absent if there are none',
    }),
  ),
});
