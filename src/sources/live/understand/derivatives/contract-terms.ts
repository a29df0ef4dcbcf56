import type { DerivativeContract } from '../../../../core/contract.ts';
import { isPlainDecimal } from '../../../../core/numbers/decimal.ts';
import { contractIdOf } from '../../../../core/ids/entity-id.ts';
import { DAY_MS, type Millis } from '../../../../core/time.ts';
import type { ListedContract } from '../../ports/contracts-api.ts';
import { isAssetCode } from '../../ports/listed-names.ts';

/** The market of a contract, by ids. */
export interface ContractMarket {
  readonly exchangeId: string;
  readonly marketId: string;
  /** Symbols for clients. */
  readonly base: string;
  readonly quote: string;
  readonly settle: string;
}

/** No contract was listed before there were coins, and none expires later than this. */
const FIRST_LISTING = Date.UTC(2009, 0, 1);
const LATEST_EXPIRATION_MS = 20 * 366 * DAY_MS;
const NAME = /^[\x21-\x7e]{1,100}$/;
const MAX_CHARACTERS = 40;

/** Whether a contract is plausible: lists are not trusted. */
export function isPlausible(listed: ListedContract, now: Millis): boolean {
  const { symbol, type, value, expiration, optionType, strike } = listed;
  if (typeof symbol !== 'string' || !NAME.test(symbol) || !isAmount(value)) return false;
  if (![listed.base, listed.quote, listed.settle].every(isAssetCode)) return false;
  if (type === 'perpetuals') return true;
  if (expiration === undefined || expiration < FIRST_LISTING || expiration > now + LATEST_EXPIRATION_MS)
    return false;
  // Its listing would be the time it was first seen, which is after its expiration.
  if (expiration <= now && statedListing(listed) === undefined) return false;
  return type === 'futures' || (optionType !== undefined && strike !== undefined && isAmount(strike));
}

/** Undefined if the exchange provides none, or an implausible one. */
export function statedListing({ listing, expiration = Infinity }: ListedContract): Millis | undefined {
  if (listing === undefined || !Number.isInteger(listing)) return undefined;
  return listing >= FIRST_LISTING && listing < expiration ? listing : undefined;
}

/** Whether two versions of a contract have the same terms. */
export function haveSameListedTerms(a: ListedContract, b: ListedContract): boolean {
  return (
    a.value === b.value &&
    a.valuedIn === b.valuedIn &&
    a.base === b.base &&
    a.quote === b.quote &&
    a.settle === b.settle &&
    a.optionType === b.optionType &&
    a.strike === b.strike
  );
}

/** By the rule for ids: independent of where and when it is found. */
export function contractId(exchangeId: string, { symbol, type, expiration }: ListedContract): string {
  return contractIdOf(exchangeId, type, symbol, type === 'perpetuals' ? Infinity : (expiration ?? Infinity));
}

/** Expects a plausible contract. */
export function contractOf(
  listed: ListedContract,
  underlying: ContractMarket,
  listing: Millis,
): DerivativeContract {
  const { symbol, type, value, valuedIn, expiration = 0, optionType = 'CALL', strike = '0' } = listed;
  const { exchangeId, marketId, settle } = underlying;
  const terms = {
    id: contractId(exchangeId, listed),
    exchangeId,
    marketId,
    exchangeName: symbol,
    settlementCurrency: settle,
    contractValue: value,
    valueCurrency: underlying[valuedIn],
  };
  if (type === 'perpetuals') return { type, ...terms };
  const life = { listing, expiration };
  return type === 'futures'
    ? { type, ...terms, ...life }
    : { type, ...terms, ...life, optionType, optionStrike: strike };
}

function isAmount(text: string): boolean {
  return typeof text === 'string' && text.length <= MAX_CHARACTERS && isPlainDecimal(text) && text !== '0';
}
