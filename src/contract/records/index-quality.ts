import { Type } from '../schema.ts';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, count, datetime, quantity } from '../schemas.ts';

export const TRUST_SOURCE_NAMES = ['TIERS', 'CROSS_RATE', 'EXCHANGES', 'MEAN'] as const;

export const IndexQuality = Type.Record('IndexQuality', {
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  timestamp: datetime('The last tick'),
  exchanges: count(
    'MWA, LX: exchanges whose ticker was accepted. GWA: distinct exchanges of the markets that its value is solved from',
  ),
  refused: Type.Optional(
    count('MWA, LX: exchanges whose ticker was rejected. Absent for a GWA, which is computed from markets'),
  ),
  spreadBps: Type.Optional(
    quantity(
      'The largest distance of the three medians in basis points, two decimals. MWA: by volume, by exchanges and by trust, relative to the reference; absent without a quorum. LX: by volume, by exchanges and implied by other markets, relative to the price; absent if the value is carried. Absent for a GWA',
    ),
  ),
  trustSource: Type.Optional(
    Type.Enum([...TRUST_SOURCE_NAMES], {
      description:
        'MWA with a quorum: the source of its third median. TIERS: tier A exchanges; CROSS_RATE: the rate implied by other markets; EXCHANGES: neither was available, so the median of exchanges counts twice; MEAN: the same in version 1',
    }),
  ),
  flags: Type.Array(Type.Enum([...FLAGS]), { description: 'The flags of the value' }),
  oneExchangeBps: Type.Optional(
    quantity(
      'Upper bound on how far any single exchange could move this value within one tick, flagged or not, in basis points, two decimals. From methodology 3 on; absent if a value is carried or held',
    ),
  ),
  exchangesToMove1Percent: Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'How many exchanges, chosen by a greedy search, must collude to move this value by 1 % without raising a flag. Computed about once an hour, from methodology 3 on; absent until then, and if a value is carried or held',
    }),
  ),
  atLeast: Type.Optional(
    Type.Boolean({
      description:
        'True if exchangesToMove1Percent is a lower bound: the search found no set of exchanges that can do it; otherwise absent',
    }),
  ),
  resistanceAt: Type.Optional(
    datetime(
      'The tick from which exchangesToMove1Percent and, for a GWA, oneExchangeBps were computed; absent if it equals timestamp',
    ),
  ),
});
