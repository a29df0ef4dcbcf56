import type { DerivativeType, OptionType } from '../../../../core/contract.ts';
import { amount, given, positiveMillis, price } from '../../ports/contract-numbers.ts';
import type { ListedContract } from '../../ports/contracts-api.ts';
import { isAssetCode } from '../../ports/listed-names.ts';
import type { CcxtContract } from './contract-layout.ts';

/** Terms that the layout of an exchange knows better than ccxt. */
export interface KnownTerms {
  /** Value of one contract; by default ccxt's contract size. */
  readonly value?: unknown;
  /** By default, linear contracts and options are valued in their base, inverse ones in their quote. */
  readonly valuedIn?: 'base' | 'quote' | undefined;
  readonly fundingHours?: number | undefined;
}

const OPTION_TYPES: ReadonlyMap<unknown, OptionType> = new Map([
  ['call', 'CALL'],
  ['put', 'PUT'],
]);

/**
 * Converts a contract of ccxt. Undefined if it is not a contract, if a code is missing, or if it cannot be valued in
 * its base or quote, such as a perpetual that settles in a third currency.
 */
export function listedContract(market: CcxtContract, known: KnownTerms = {}): ListedContract | undefined {
  const { id, base, quote, settle, linear, inverse, active } = market;
  const type = typeOf(market);
  const value = price(known.value ?? market.contractSize);
  const valuedIn =
    known.valuedIn ??
    (type === 'options' || linear ? 'base' : inverse && settle === base ? 'quote' : undefined);
  if (!type || !value || !valuedIn || typeof id !== 'string') return undefined;
  if (!isAssetCode(base) || !isAssetCode(quote) || !isAssetCode(settle)) return undefined;
  return {
    symbol: id,
    base,
    quote,
    settle,
    type,
    value,
    valuedIn,
    active: active !== false,
    ...given('listing', positiveMillis(market.created)),
    ...given('fundingHours', type === 'perpetuals' ? known.fundingHours : undefined),
    // Perpetuals of some exchanges expire in the year 3000.
    ...given('expiration', type === 'perpetuals' ? undefined : positiveMillis(market.expiry)),
    ...(type === 'options' ? optionTerms(market) : {}),
  };
}

function typeOf({ swap, future, option }: CcxtContract): DerivativeType | undefined {
  if (swap) return 'perpetuals';
  if (option) return 'options';
  return future ? 'futures' : undefined;
}

function optionTerms({ optionType, strike }: CcxtContract): Pick<ListedContract, 'optionType' | 'strike'> {
  return {
    ...given('optionType', OPTION_TYPES.get(optionType)),
    ...given('strike', amount(strike)),
  };
}
