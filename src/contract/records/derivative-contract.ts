import { Type } from '../schema.ts';
import { OPTION_TYPES } from '../../core/contract.ts';
import { Uuid, datetime, quantity } from '../schemas.ts';

export const DerivativeContract = Type.Record('DerivativeContract', {
  id: Uuid,
  exchangeId: Uuid,
  marketId: Uuid,
  exchangeName: Type.String({ description: "The exchange's own name of the contract" }),
  settlementCurrency: Type.String({ description: 'Symbol of what is paid or delivered in the end' }),
  contractValue: quantity('What one contract stands for, in units of valueCurrency'),
  valueCurrency: Type.String({ description: 'Symbol of what a contract is valued in' }),
  optionType: Type.Optional(Type.Enum([...OPTION_TYPES], { description: 'Of every option' })),
  optionStrike: Type.Optional(quantity('Of every option, in the quote asset of the market')),
  listing: Type.Optional(datetime('Of every future and option: when the exchange listed it')),
  expiration: Type.Optional(datetime('Of every future and option: from this instant on it is expired')),
});
