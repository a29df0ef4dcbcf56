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
  REFUSALS.map((reason) => [reason, Type.Optional(count('Tickers that were refused for it'))]),
);

const RefusalHour = Type.Record('RefusalHour', {
  startTimestamp: datetime('It holds the ticks after this instant, up to and with the one an hour later'),
  ticks: count(
    'Ticks that are counted: 120 in a whole hour; 0 where the service was down or did not count yet',
  ),
  accepted: count('Tickers that were accepted, of all listings in all of these ticks'),
  refusals: Type.Object(refusals, {
    description: 'Tickers that were refused, by reason; a reason without one is left out',
    additionalProperties: false,
  }),
});

export const ExchangeQuality = Type.Record('ExchangeQuality', {
  exchangeId: Uuid,
  name: Type.String({ description: 'Of the exchange' }),
  timestamp: datetime('The last tick'),
  listings: count('Markets that the exchange lists'),
  accepted: count('Those of them whose ticker was accepted at the last tick'),
  volumeShare: quantity(
    'Its part of the believed 24 h volume of all accepted tickers, in USD by the GWA of the tick: 0 to 1, six decimals',
  ),
  medianDeviationBps: Type.Optional(
    quantity(
      'The median distance of its prices from the references of their markets, in basis points, two decimals. Outliers count. Absent where no market with a reference has a price of it',
    ),
  ),
  hours: Type.Array(RefusalHour, {
    description: 'The running hour of the last tick and the 23 before it, oldest first',
    minItems: 24,
    maxItems: 24,
  }),
});
