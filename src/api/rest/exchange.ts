import { Type } from 'typebox';
import { EXCHANGE_STATUSES, LISTING_STATUSES } from '../../core/exchange.ts';
import type { Lookups } from '../../latest/lookups.ts';
import { found, LOOKUP_FRESHNESS } from './lookup.ts';
import { oneOf, text, uuid } from './parameters.ts';
import { dataRoute, type DataRoute } from './route.ts';
import { listOf, Uuid } from './schemas.ts';

export const Exchange = Type.Object(
  {
    id: Uuid,
    name: Type.String(),
    url: Type.String({ format: 'uri' }),
    status: Type.Enum([...EXCHANGE_STATUSES]),
    markets: Type.Array(
      Type.Object(
        {
          marketId: Uuid,
          marketStatus: Type.Enum([...LISTING_STATUSES]),
          qualified: Type.Enum(['YES', 'NO'], {
            description: 'Whether this market on this exchange may contribute to the indices',
          }),
        },
        { additionalProperties: false },
      ),
    ),
    symbols: Type.Array(
      Type.Object({ assetId: Uuid, symbol: Type.String() }, { additionalProperties: false }),
      { description: 'Only the symbols in which the exchange differs from common usage' },
    ),
  },
  { title: 'Exchange', additionalProperties: false },
);

export function exchangeRoutes(lookups: Lookups): DataRoute[] {
  return [
    dataRoute({
      path: '/exchange',
      operationId: 'listExchanges',
      summary: 'Exchanges with their markets',
      tag: 'Look-ups',
      object: 'Exchange',
      access: 'lookup',
      pathParameters: {},
      query: {
        status: { kind: oneOf(EXCHANGE_STATUSES), description: 'Only exchanges with this status' },
        name: { kind: text, description: 'Only the exchange of exactly this name, case aside' },
      },
      response: listOf(Exchange),
      handle: ({ query }) => ({ prepared: lookups.answers.exchanges(query), ...LOOKUP_FRESHNESS }),
    }),
    dataRoute({
      path: '/exchange/{id}',
      operationId: 'getExchange',
      summary: 'One exchange with its markets',
      tag: 'Look-ups',
      object: 'Exchange',
      access: 'lookup',
      pathParameters: { id: { kind: uuid, description: 'Id of the exchange', required: true } },
      query: {},
      response: Exchange,
      handle: ({ path }) => found('exchange', lookups.answers.exchange(path.id)),
    }),
  ];
}
