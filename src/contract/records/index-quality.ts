import { Type } from '../schema.ts';
import { FLAGS, INDEX_TYPES } from '../../core/index-value.ts';
import { Uuid, count, datetime, quantity } from '../schemas.ts';

export const TRUST_SOURCES = ['TIERS', 'CROSS_RATE', 'EXCHANGES', 'MEAN'] as const;

export const IndexQuality = Type.Record('IndexQuality', {
  indexId: Uuid,
  indexType: Type.Enum([...INDEX_TYPES]),
  timestamp: datetime('The last tick'),
  exchanges: count(
    'MWA, LX: exchanges whose ticker was accepted. GWA: different exchanges behind the markets that its value is solved from',
  ),
  refused: Type.Optional(
    count('MWA, LX: exchanges whose ticker was refused; a GWA is made from markets and refuses none itself'),
  ),
  spreadBps: Type.Optional(
    quantity(
      'The largest distance of the three medians in basis points, two decimals. MWA: by volume, by exchanges and by trust, relative to the reference; absent without a quorum. LX: by volume, by exchanges and what other markets imply, relative to the price; absent where it is carried. A GWA has none',
    ),
  ),
  trustSource: Type.Optional(
    Type.Enum([...TRUST_SOURCES], {
      description:
        'MWA with a quorum: where its third median comes from. TIERS: exchanges of tier A; CROSS_RATE: what the other markets imply; EXCHANGES: there was neither, and that by exchanges counts twice; MEAN: the same in version 1',
    }),
  ),
  flags: Type.Array(Type.Enum([...FLAGS]), { description: 'Those of the value' }),
  oneExchangeBps: Type.Optional(
    quantity(
      'Upper bound of how far any single exchange could move this value within one tick, flagged or not, in basis points, two decimals. From methodology 3 on; absent if a value is carried or held',
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
        'True if exchangesToMove1Percent is a lower bound: the search found no set of exchanges that can; else absent',
    }),
  ),
  resistanceAt: Type.Optional(
    datetime(
      'The tick that exchangesToMove1Percent and, for a GWA, oneExchangeBps were computed from; absent if that is timestamp',
    ),
  ),
});
