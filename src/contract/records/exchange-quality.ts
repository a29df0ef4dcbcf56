import { Type } from '../schema.ts';
import { Uuid, count, datetime, quantity } from '../schemas.ts';

export const REFUSALS = [
  'BAD_NUMBER',
  'BAD_TIME',
  'EXCHANGE_STATUS',
  'UNQUALIFIED',
  'STALE',
  'OUTLIER',
  'NEW',
] as const;

const refusals = Object.fromEntries(
  REFUSALS.map((reason) => [reason, Type.Optional(count('Tickers rejected for this reason'))]),
);

const RefusalHour = Type.Record('RefusalHour', {
  startTimestamp: datetime(
    'The hour contains the ticks after this instant, up to and including the one an hour later',
  ),
  ticks: count(
    'Number of counted ticks: 120 in a complete hour; 0 if the service was down or did not count yet',
  ),
  accepted: count('Accepted tickers, of all listings in all of these ticks'),
  refusals: Type.Object(refusals, {
    description: 'Rejected tickers by reason; reasons without any are omitted',
    additionalProperties: false,
  }),
});

export const ExchangeQuality = Type.Record('ExchangeQuality', {
  exchangeId: Uuid,
  name: Type.String({ description: 'Name of the exchange' }),
  timestamp: datetime('The last tick'),
  listings: count('Markets that the exchange lists'),
  accepted: count('Listings whose ticker was accepted at the last tick'),
  volumeShare: quantity(
    'Its share of the believed 24 h volume of all accepted tickers, in USD by the GWA of the tick: 0 to 1, six decimals',
  ),
  medianDeviationBps: Type.Optional(
    quantity(
      'The median distance of its prices from the references of their markets, in basis points, two decimals. Includes outliers. Absent if it has no price in a market with a reference',
    ),
  ),
  hours: Type.Array(RefusalHour, {
    description: 'The current hour of the last tick and the 23 before it, oldest first',
    minItems: 24,
    maxItems: 24,
  }),
});
