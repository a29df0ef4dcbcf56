import { Type } from '../schema.ts';
import { OPTION_TYPES } from '../../core/contract.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';

export const DerivativeContractSchema = Type.Record('DerivativeContract', {
  id: Uuid,
  exchangeId: Uuid,
  marketId: Uuid,
  exchangeName: Type.String({ description: "The exchange's own name for the contract" }),
  settlementCurrency: Type.String({ description: 'Symbol of the asset paid or delivered at settlement' }),
  contractValue: quantity('Value of one contract, in units of valueCurrency'),
  valueCurrency: Type.String({ description: 'Symbol of the unit of contractValue' }),
  optionType: Type.Optional(Type.Enum([...OPTION_TYPES], { description: 'Options only' })),
  optionStrike: Type.Optional(quantity('Options only: the strike price, in the quote asset of the market')),
  listing: Type.Optional(datetime('Futures and options: when the exchange listed it')),
  expiration: Type.Optional(datetime('Futures and options: when it expires')),
});
