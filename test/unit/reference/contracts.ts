import type { Future, Option, Perpetual } from '../../../src/core/contract.ts';
import { contractIdOf } from '../../../src/core/ids/entity-id.ts';
import type { Millis } from '../../../src/core/time.ts';

export const DERIBIT = '46f3c558-453c-41d2-b6d8-c6e57128e206';
export const OKX = '153d4b94-3518-4f79-9ebb-b9123467da95';
export const BTC_USD = '6ea0d2ef-6dd0-4adb-ad32-f7f3db58ccbe';
export const ETH_USD = 'bff074a3-3564-4479-a4bd-c49766acc63c';

const TERMS = { settlementCurrency: 'BTC', contractValue: '10', valueCurrency: 'USD' };

export interface Where {
  readonly exchangeId?: string;
  readonly marketId?: string;
}

export function future(exchangeName: string, expiration: Millis, where: Where = {}): Future {
  const { exchangeId = DERIBIT, marketId = BTC_USD } = where;
  const id = contractIdOf(exchangeId, 'futures', exchangeName, expiration);
  return { type: 'futures', id, exchangeId, marketId, exchangeName, ...TERMS, listing: 0, expiration };
}

export function option(exchangeName: string, expiration: Millis, where: Where = {}): Option {
  const { exchangeId = DERIBIT, marketId = BTC_USD } = where;
  const id = contractIdOf(exchangeId, 'options', exchangeName, expiration);
  const life = { optionType: 'CALL', optionStrike: '100', listing: 0, expiration } as const;
  return { type: 'options', id, exchangeId, marketId, exchangeName, ...TERMS, ...life };
}

export function perpetual(exchangeName: string, where: Where = {}): Perpetual {
  const { exchangeId = DERIBIT, marketId = BTC_USD } = where;
  const id = contractIdOf(exchangeId, 'perpetuals', exchangeName, Infinity);
  return { type: 'perpetuals', id, exchangeId, marketId, exchangeName, ...TERMS };
}
