import { Type } from '../schema.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { datetime, quantity } from '../schemas.ts';

const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });

const ExchangeReading = Type.Record('ExchangeReading', {
  exchange: Type.String({ description: 'Its name' }),
  state: Type.Enum(['answering', 'failing', 'waiting'], {
    description:
      'answering: read successfully in the last 90 seconds; waiting: the first reading has not ended yet; failing: neither',
  }),
  failures: quantity('Readings that failed since the source was opened'),
  lastDelivery: Type.Optional(datetime('Market time of the last successful reading')),
});

const Sources = Type.Closed({
  answering: quantity('Exchanges that were read successfully in the last 90 seconds'),
  failing: quantity('Exchanges that were not'),
  waiting: quantity('Exchanges whose first reading has not ended yet'),
  outage: Type.Optional(Type.String({ description: 'What keeps most of them from being read' })),
  exchanges: Type.Array(ExchangeReading),
});

const History = Type.Closed({
  lastTick: Type.Optional(datetime('The newest tick that is stored')),
  lagSeconds: quantity('Market time since that tick'),
  series: Type.Closed(
    Object.fromEntries(INDEX_TYPES.map((type) => [type, quantity('Series that were ever stored')])),
  ),
  tickDays: quantity('Days that have ticks'),
  oldestTickDay: Type.Optional(day('The first of them')),
  oldestEndOfDay: Type.Optional(day('The first day with end-of-day records')),
  damaged: Type.Optional(quantity('Blocks, records and files that are known to be damaged')),
  quarantined: Type.Optional(quantity('Doubtful files that were set aside')),
  lostTicks: Type.Optional(quantity('Published ticks that are known to be lost')),
});

const Backfill = Type.Closed({
  stage: Type.String({ description: 'What is being filled in, or done' }),
  done: quantity('From 0 to 1'),
  secondsLeft: Type.Optional(quantity('How long the rest takes, once that is known')),
});

/** How the service is doing, for operators. */
export const ServiceStatus = Type.Record(
  'ServiceStatus',
  {
    version: Type.String(),
    versions: Type.Closed(
      {
        node: Type.String({ description: 'Of Node.js' }),
        methodology: Type.String({ description: 'By which values are computed now' }),
        referenceData: Type.String({ description: 'The name of the version that is served' }),
      },
      { description: 'What else values and behaviour depend on' },
    ),
    startedAt: datetime('When this process began to serve'),
    source: Type.String({ description: 'Where data come from' }),
    timestamp: datetime('When this was said'),
    ready: Type.Boolean({ description: 'As /readyz' }),
    notReady: Type.Array(Type.String(), { description: 'What keeps traffic away' }),
    degraded: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'What is impaired, with the reason: `sources` if too few exchanges answer to compute new prices, `revocations` if the database was not seen for so long that new tokens are refused. A serving node stays ready meanwhile',
      }),
    ),
    tick: Type.Closed({
      timestamp: datetime('The last tick that is served'),
      latenessSeconds: Type.Optional(quantity('How long after its slot it was published')),
    }),
    clockBehindSeconds: Type.Optional(
      quantity('How far the clock is behind the last tick; until it has passed it nothing is published'),
    ),
    sources: Type.Optional(Sources),
    history: History,
    backfill: Type.Optional(Backfill),
    seeding: Type.Optional(Backfill),
    connections: Type.Closed({
      known: quantity('Connections that have shown a valid token'),
      unknown: quantity('Connections that have not'),
      limit: quantity('As many as there may be'),
    }),
    stream: Type.Optional(
      Type.Closed({
        connections: quantity('Websocket connections with a valid token'),
        subscriptions: quantity('Subscriptions of all of them'),
        backlogBytes: quantity('Bytes that wait in this process for their clients'),
      }),
    ),
    disk: Type.Optional(
      Type.Closed(
        {
          journal: quantity('Bytes'),
          hours: quantity('Bytes'),
          days: quantity('Bytes'),
          candles: quantity('Bytes'),
          inputs: quantity('Bytes'),
          all: quantity('Bytes of the data directory'),
          limit: quantity('Bytes that it may have, as --max-disk says'),
        },
        { description: 'As it was measured last, at most a minute ago' },
      ),
    ),
  },
  { description: 'What only the computing part knows is left out by a serving part without one' },
);
