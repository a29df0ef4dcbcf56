import { Type } from '../schema.ts';
import { INTERVALS, type Interval } from '../../core/candle-interval.ts';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, count, datetime, quantity } from '../schemas.ts';

export const Candle = Type.Record('Candle', {
  id: Uuid,
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  interval: Type.Enum(Object.keys(INTERVALS) as Interval[]),
  open: quantity('The tick at startTimestamp where it was real, else the first real price'),
  high: quantity('Highest real price'),
  low: quantity('Lowest real price'),
  close: quantity('The last real price'),
  volume24h: Type.Optional(
    quantity('MWA and GWA: base units traded in the 24 hours before the last real tick'),
  ),
  volume: Type.Optional(
    quantity('LX: the exact sum of tickVolume. Interval 1d: that of the end-of-day record'),
  ),
  vwap: quantity('Mean price weighted by volume'),
  twap: quantity('Plain mean of real prices'),
  startTimestamp: datetime('Ticks after it belong to the candle'),
  endTimestamp: datetime('The tick at it is the last one of the candle'),
  timestamp: datetime('The same as startTimestamp'),
  ticks: count('How many ticks it has, carried ones included'),
  carried: count('How many of them were carried or held'),
  expected: count('How many it would have without a gap, up to now'),
  complete: Type.Boolean({
    description: 'Whether the tick at its end is published or skipped; of 1d, whether the day is final',
  }),
  flags: Type.Optional(
    Type.Array(Type.Enum([...FLAGS]), { description: 'Of all its ticks. Absent where there are none' }),
  ),
});
