import { uuid } from '../../contract/parameter-kinds.ts';
import { DerivativeTicker } from '../../contract/records/derivative-ticker.ts';
import { listOf } from '../../contract/schemas.ts';
import type { DerivativeTickers } from '../../latest/derivatives/derivative-tickers.ts';
import { derivativeType } from './derivative-contract.ts';
import { freshUntil, freshUntilNextTick } from '../http/answers/freshness.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';

export interface DerivativeTickerParts {
  readonly derivativeTickers: DerivativeTickers;
  readonly marketSpeed: number;
}

export function derivativeTickerRoutes({
  derivativeTickers,
  marketSpeed,
}: DerivativeTickerParts): DataRoute[] {
  return [
    dataRoute({
      path: '/derivatives/ticker/{derivativeType}',
      operationId: 'listDerivativeTickers',
      summary: 'The latest ticker of each active contract of one type on one exchange',
      tag: 'Derivatives',
      object: 'DerivativeTicker',
      access: ['read:derivatives'],
      pathParameters: { derivativeType },
      query: {
        exchangeId: { kind: uuid, description: 'Id of the exchange', required: true },
        marketId: { kind: uuid, description: 'Only contracts on this market' },
        contractId: { kind: uuid, description: 'Only this contract' },
      },
      response: listOf(DerivativeTicker),
      handle: ({ path, query: { exchangeId, marketId, contractId }, marketTime }) => {
        const filter = { type: path.derivativeType, exchangeId, marketId, contractId };
        const { prepared, until } = derivativeTickers.find(filter, marketTime);
        const nextTick = freshUntilNextTick(derivativeTickers.at, marketTime, marketSpeed);
        return { prepared, maxAgeSeconds: freshUntil(until, marketTime, marketSpeed, nextTick) };
      },
    }),
  ];
}
