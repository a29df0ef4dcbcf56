import { Type } from '../schema.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';

export const DerivativeTicker = Type.Record('DerivativeTicker', {
  id: Uuid,
  contractId: Uuid,
  exchangeId: Uuid,
  marketId: Uuid,
  timestamp: datetime('The 30-second refresh in which it was collected'),
  price: quantity(
    'Price of the last trade; for some options in the base asset, if the exchange quotes them so',
  ),
  volume: quantity('Contracts traded in the trailing 24 hours'),
  volumeUsd: quantity('Value of those contracts in USD'),
  bid: Type.Optional(quantity('Best bid')),
  ask: Type.Optional(quantity('Best ask')),
  openInterest: Type.Optional(quantity('Number of open contracts')),
  openInterestUsd: Type.Optional(quantity('Value of those contracts in USD')),
  indexPrice: Type.Optional(quantity('Price of the underlying, in the quote asset of the market')),
  markPrice: Type.Optional(quantity("The exchange's fair price of the contract")),
  fundingRate: Type.Optional(
    quantity('Perpetuals only: what a long position pays a short one per 8 hours, as a fraction'),
  ),
});
