import { Type } from '../schema.ts';
import { GAP_REASONS } from '../../core/gap.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, count, datetime } from '../schemas.ts';

const Day = Type.Closed({
  day: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}$',
    description: 'UTC date; the day contains the ticks after 00:00 up to and including the next 00:00',
  }),
  expected: count('Requested slots of the day: the sum of ticks and missing'),
  ticks: count('Existing values, including carried ones'),
  carried: count('Values that were carried or held'),
  modelled: count('Values with the flag MODELLED'),
  seeded: count(
    '1 if the end-of-day record is SEEDED, otherwise 0: a SEEDED day is from before the first tick',
  ),
  missing: count('Slots without a value'),
});

const SeriesGap = Type.Closed({
  from: datetime('The first slot without a value'),
  to: datetime('The slot after the last one without a value'),
  reason: Type.Enum([...GAP_REASONS], {
    description:
      'DOWN: the service was not running, or computed the value too late. SOURCE: the input from exchanges gave no value. ' +
      'DISK: the tick could not be stored, or was lost. NOT_LISTED: no exchange listed it as ACTIVE. UNKNOWN: the cause is not recorded',
  }),
});

export const SeriesCoverageSchema = Type.Record('SeriesCoverage', {
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  first: Type.Optional(datetime('The oldest value in the range. Absent if there is none')),
  last: Type.Optional(datetime('The newest value in the range. Absent if there is none')),
  days: Type.Array(Day, { description: 'Ascending' }),
  gaps: Type.Array(SeriesGap, {
    description: 'Slots with from <= t < to that have no value, ascending. The list is complete',
  }),
});
