import type { DerivativeType, OptionType } from '../../../core/contract.ts';
import type { Millis } from '../../../core/time.ts';
import type { ExchangeApi, ListedMarket, MarketList, TickerReading } from './exchange-api.ts';

/** A contract as its exchange lists it. `symbol` is the exchange's own name of it. */
export interface ListedContract extends ListedMarket {
  readonly type: DerivativeType;
  /** Code of the asset that it settles in. */
  readonly settle: string;
  /** Value of one contract in units of its base or its quote, a decimal in text. */
  readonly value: string;
  readonly valuedIn: 'base' | 'quote';
  /** Absent if the exchange does not provide it. */
  readonly listing?: Millis;
  /** Only futures and options have it. */
  readonly expiration?: Millis;
  /** Only options have it. */
  readonly optionType?: OptionType;
  readonly strike?: string;
  /** Only perpetuals have it: the hours that the funding rate covers, if the list provides them. */
  readonly fundingHours?: number;
}

export interface ContractList extends MarketList {
  readonly markets: readonly ListedContract[];
}

/** A ticker of a contract. Volume and open interest are numbers of contracts; the funding rate is for 8 hours. */
export interface ContractReading extends Pick<TickerReading, 'symbol' | 'last' | 'bid' | 'ask'> {
  /** Over the last 24 hours. */
  readonly volume?: string;
  readonly openInterest?: string;
  readonly indexPrice?: string;
  readonly markPrice?: string;
  readonly fundingRate?: string;
}

/**
 * Reads the derivatives of one exchange, with a few requests for all of them. The rules of `ExchangeApi` apply; the two
 * are independent.
 */
export interface ContractsApi extends ExchangeApi {
  markets(signal: AbortSignal): Promise<ContractList>;
  tickers(list: ContractList, signal: AbortSignal): Promise<readonly ContractReading[]>;
}
