import type { Millis } from './time.ts';

/** Spelled as in URL paths. */
export const DERIVATIVE_TYPES = ['futures', 'perpetuals', 'options'] as const;
export type DerivativeType = (typeof DERIVATIVE_TYPES)[number];

export const OPTION_TYPES = ['CALL', 'PUT'] as const;
export type OptionType = (typeof OPTION_TYPES)[number];

/** The terms that all contract types have. Currencies are symbols; numbers are plain decimals. */
interface ContractTerms {
  readonly id: string;
  readonly exchangeId: string;
  readonly marketId: string;
  /** The exchange's own name for the contract. */
  readonly exchangeName: string;
  readonly settlementCurrency: string;
  /** The value of one contract, in units of `valueCurrency`. */
  readonly contractValue: string;
  readonly valueCurrency: string;
}

/** Contracts that are listed at one instant and expire at another. At `expiration` itself the contract is expired. */
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

/** A ticker of a contract as the exchange sent it. Numbers are plain decimals. */
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
