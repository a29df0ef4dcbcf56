import { Type } from '../schema.ts';
import { GAP_REASONS } from '../../core/gap.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, count, datetime } from '../schemas.ts';

const Day = Type.Closed({
  day: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description: 'UTC. It holds the ticks after its 00:00 up to and with the next 00:00',
  }),
  expected: count('Slots of the day that were asked for: ticks and missing together'),
  ticks: count('Values that are there, carried ones included'),
  carried: count('How many of them were carried or held'),
  modelled: count('How many of them have the flag MODELLED'),
  seeded: count(
    '1 where the end-of-day record of the day is SEEDED, else 0: such a day is of before the first tick',
  ),
  missing: count('Slots without a value'),
});

const SeriesGap = Type.Closed({
  from: datetime('The first slot without a value'),
  to: datetime('The slot after the last one without a value'),
  reason: Type.Enum([...GAP_REASONS], {
    description:
      'DOWN: the service did not run, or came too late. SOURCE: exchanges gave nothing to make a value from. ' +
      'DISK: the tick could not be stored, or was lost. NOT_LISTED: on no exchange was it listed as ACTIVE. UNKNOWN: nothing tells',
  }),
});

export const SeriesCoverage = Type.Record('SeriesCoverage', {
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  first: Type.Optional(datetime('The oldest value in the range. Absent where there is none')),
  last: Type.Optional(datetime('The newest value in the range. Absent where there is none')),
  days: Type.Array(Day, { description: 'Ascending' }),
  gaps: Type.Array(SeriesGap, {
    description:
      'Slots with from <= t < to and without a value, ascending. Together they are all that is missing',
  }),
});
