import { oneOf, text, uuid } from '../../contract/parameter-kinds.ts';
import { Exchange } from '../../contract/records/exchange.ts';
import { listOf } from '../../contract/schemas.ts';
import { EXCHANGE_STATUSES } from '../../core/exchange.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import type { Lookups } from '../../latest/market/lookups.ts';
import { found, lookupAnswer } from './lookup.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';

export function exchangeRoutes(lookups: Lookups, turns: Pick<LoopTurns, 'next'>): DataRoute[] {
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
      handle: ({ query }) =>
        lookupAnswer(lookups.answers.listInTurns('exchanges', query, () => turns.next())),
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
