import { Type } from 'typebox';
import type { DerivativeTickers } from '../../latest/derivative-tickers.ts';
import { derivativeType } from './derivative-contract.ts';
import { freshUntil, freshUntilNextTick } from './freshness.ts';
import { uuid } from './parameters.ts';
import { dataRoute, type DataRoute } from './route.ts';
import { datetime, listOf, quantity, Uuid } from './schemas.ts';

export const DerivativeTicker = Type.Object(
  {
    id: Uuid,
    contractId: Uuid,
    exchangeId: Uuid,
    marketId: Uuid,
    timestamp: datetime('The 30-second refresh in which it was collected'),
    price: quantity(
      'Price of the last trade; of some options in the base asset, as the exchange quotes them',
    ),
    volume: quantity('Contracts traded in the trailing 24 hours'),
    volumeUsd: quantity('What those contracts stand for, in USD'),
    bid: Type.Optional(quantity('Best bid')),
    ask: Type.Optional(quantity('Best ask')),
    openInterest: Type.Optional(quantity('Contracts that are open')),
    openInterestUsd: Type.Optional(quantity('What those contracts stand for, in USD')),
    indexPrice: Type.Optional(quantity('Price of the underlying, in the quote asset of the market')),
    markPrice: Type.Optional(quantity("The exchange's fair price of the contract")),
    fundingRate: Type.Optional(
      quantity('Of perpetuals: what a long position pays a short one over 8 hours, as a fraction'),
    ),
  },
  { title: 'DerivativeTicker', additionalProperties: false },
);

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
      summary: 'The latest ticker of each contract that stands, of one type on one exchange',
      tag: 'Derivatives',
      object: 'DerivativeTicker',
      access: ['read:derivatives'],
      pathParameters: { derivativeType },
      query: {
        exchangeId: { kind: uuid, description: 'The exchange', required: true },
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
