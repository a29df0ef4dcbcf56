import type { DerivativeType, OptionType } from '../../../core/contract.ts';
import type { Millis } from '../../../core/time.ts';
import type { ExchangeApi, ListedMarket, MarketList, TickerReading } from './exchange-api.ts';

/** A contract as its exchange lists it. `symbol` is the exchange's own name of it. */
export interface ListedContract extends ListedMarket {
  readonly type: DerivativeType;
  /** Code of what is paid or delivered in the end. */
  readonly settle: string;
  /** What one contract stands for, as a decimal in text, in units of its base or of its quote. */
  readonly value: string;
  readonly valuedIn: 'base' | 'quote';
  /** Absent where the exchange does not say. */
  readonly listing?: Millis;
  /** Of futures and options. */
  readonly expiration?: Millis;
  /** Of options. */
  readonly optionType?: OptionType;
  readonly strike?: string;
  /** Of perpetuals: what the rate of funding is said for, where the list says it. */
  readonly fundingHours?: number;
}

export interface ContractList extends MarketList {
  readonly markets: readonly ListedContract[];
}

/** A ticker of a contract. Volume and open interest are numbers of contracts, funding is over 8 hours. */
export interface ContractReading extends Pick<TickerReading, 'symbol' | 'last' | 'bid' | 'ask'> {
  /** Of the trailing 24 hours. */
  readonly volume?: string;
  readonly openInterest?: string;
  readonly indexPrice?: string;
  readonly markPrice?: string;
  readonly fundingRate?: string;
}

/**
 * How the derivatives of one exchange are asked for, in a few requests for all of them. The same promises hold as for its
 * spot markets; the two know nothing of each other.
 */
export interface ContractsApi extends ExchangeApi {
  markets(signal: AbortSignal): Promise<ContractList>;
  tickers(list: ContractList, signal: AbortSignal): Promise<readonly ContractReading[]>;
}
