import { Type } from '../schema.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';

export const Sparkline = Type.Record('Sparkline', {
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  endTimestamp: datetime('When the last of the candles ends'),
  closes: Type.Array(Type.Union([quantity('Close of one candle'), Type.Literal('')]), {
    minItems: 42,
    maxItems: 42,
    description:
      'Closes of the last 42 complete four-hour candles, oldest first; empty if there is no candle',
  }),
});
