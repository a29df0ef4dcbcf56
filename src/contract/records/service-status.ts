import { Type } from '../schema.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { datetime, quantity } from '../schemas.ts';

const day = (description: string) => Type.String({ pattern: '^\\d{4}-\\d{2}-\\d{2}$', description });

const ExchangeReading = Type.Record('ExchangeReading', {
  exchange: Type.String({ description: 'Name of the exchange' }),
  state: Type.Enum(['answering', 'failing', 'waiting'], {
    description:
      'answering: read successfully in the last 90 seconds; waiting: the first read has not finished; failing: neither',
  }),
  failures: quantity('Failed reads since the source was opened'),
  lastDelivery: Type.Optional(datetime('Market time of the last successful read')),
});

const Sources = Type.Closed({
  answering: quantity('Exchanges that were read successfully in the last 90 seconds'),
  failing: quantity('Exchanges that were not read successfully'),
  waiting: quantity('Exchanges whose first read has not finished'),
  outage: Type.Optional(Type.String({ description: 'What prevents most exchanges from being read' })),
  exchanges: Type.Array(ExchangeReading),
});

const History = Type.Closed({
  lastTick: Type.Optional(datetime('The newest stored tick')),
  lagSeconds: quantity('Market time since that tick'),
  series: Type.Closed(
    Object.fromEntries(
      INDEX_TYPES.map((type) => [type, quantity('Number of series that have ever been stored')]),
    ),
  ),
  tickDays: quantity('Number of days with ticks'),
  oldestTickDay: Type.Optional(day('The first day with ticks')),
  oldestEndOfDay: Type.Optional(day('The first day with end-of-day records')),
  damaged: Type.Optional(quantity('Number of blocks, records and files known to be damaged')),
  quarantined: Type.Optional(quantity('Number of files in quarantine')),
  lostTicks: Type.Optional(quantity('Number of published ticks known to be lost')),
});

const Backfill = Type.Closed({
  stage: Type.String({ description: 'The current stage, or done' }),
  done: quantity('Progress from 0 to 1'),
  secondsLeft: Type.Optional(quantity('Estimated time left, once known')),
});

/** The state of the service, for operators. */
export const ServiceStatus = Type.Record(
  'ServiceStatus',
  {
    version: Type.String(),
    versions: Type.Closed(
      {
        node: Type.String({ description: 'Of Node.js' }),
        methodology: Type.String({ description: 'The version that values are computed with' }),
        referenceData: Type.String({ description: 'Hash of the version that is served' }),
      },
      { description: 'Other versions that values and behaviour depend on' },
    ),
    startedAt: datetime('When this process started serving'),
    source: Type.String({ description: 'Source of the data' }),
    timestamp: datetime('When this response was generated'),
    ready: Type.Boolean({ description: 'Same as /readyz' }),
    notReady: Type.Array(Type.String(), { description: 'Why the service is not ready' }),
    degraded: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'What is impaired, with the reason: `sources` if too few exchanges respond to compute new prices, `revocations` if the database has been unreachable for so long that new tokens are rejected. A serving node stays ready in this state',
      }),
    ),
    tick: Type.Closed({
      timestamp: datetime('The last tick that is served'),
      latenessSeconds: Type.Optional(quantity('Time between the slot and its publication')),
    }),
    clockBehindSeconds: Type.Optional(
      quantity(
        'How far the clock is behind the last tick; nothing is published until the clock has passed it',
      ),
    ),
    sources: Type.Optional(Sources),
    history: History,
    backfill: Type.Optional(Backfill),
    seeding: Type.Optional(Backfill),
    connections: Type.Closed({
      known: quantity('Connections that have presented a valid token'),
      unknown: quantity('Connections that have not presented one'),
      limit: quantity('Maximum number of connections'),
    }),
    stream: Type.Optional(
      Type.Closed({
        connections: quantity('Websocket connections with a valid token'),
        subscriptions: quantity('Subscriptions of all connections'),
        backlogBytes: quantity('Bytes queued in this process for clients'),
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
          all: quantity('Total bytes of the data directory'),
          limit: quantity('Maximum bytes, set with --max-disk'),
        },
        { description: 'Last measurement, at most a minute old' },
      ),
    ),
  },
  { description: 'A serving node without a computing part omits what only the computing part knows' },
);
