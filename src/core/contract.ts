import type { Millis } from './time.ts';

/** As they are named in paths. */
export const DERIVATIVE_TYPES = ['futures', 'perpetuals', 'options'] as const;
export type DerivativeType = (typeof DERIVATIVE_TYPES)[number];

export const OPTION_TYPES = ['CALL', 'PUT'] as const;
export type OptionType = (typeof OPTION_TYPES)[number];

/** What every contract says of itself. Currencies are symbols; numbers are plain decimals. */
interface ContractTerms {
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** The exchange's own name of the contract. */
  readonly exchangeName: string;
  readonly settlementCurrency: string;
  /** What one contract stands for, in units of `valueCurrency`. */
  readonly contractValue: string;
  readonly valueCurrency: string;
}

/** Listed at one instant and gone at another: at `expiration` itself it is expired. */
interface LimitedLife {
  readonly listing: Millis;
  readonly expiration: Millis;
}

export interface Perpetual extends ContractTerms {
  readonly type: 'perpetuals';
}

export interface Future extends ContractTerms, LimitedLife {
  readonly type: 'futures';
}

export interface Option extends ContractTerms, LimitedLife {
  readonly type: 'options';
  readonly optionType: OptionType;
  readonly optionStrike: string;
}

export type DerivativeContract = Perpetual | Future | Option;

/** Infinity for a perpetual. */
export function expirationOf(contract: DerivativeContract): Millis {
  return contract.type === 'perpetuals' ? Infinity : contract.expiration;
}

/** What an exchange said of one of its contracts. Numbers are plain decimals. */
export interface DerivativeTick {
  readonly contractId: string;
  readonly price: string;
  /** Contracts traded in the trailing 24 hours. */
  readonly volume: string;
  readonly volumeUsd: string;
  readonly bid?: string;
  readonly ask?: string;
  /** In contracts. */
  readonly openInterest?: string;
  readonly openInterestUsd?: string;
  readonly indexPrice?: string;
  readonly markPrice?: string;
  /** Perpetuals only. */
  readonly fundingRate?: string;
}
