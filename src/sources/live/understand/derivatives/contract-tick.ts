import type { DerivativeContract, DerivativeTick } from '../../../../core/contract.ts';
import {
  decimalFromNumber,
  formatDecimal,
  isPlainDecimal,
  roundToDecimals,
} from '../../../../core/numbers/decimal.ts';
import { given } from '../../ports/contract-numbers.ts';
import type { ContractReading } from '../../ports/contracts-api.ts';

/** Data for computing values in USD. */
export interface ContractValuation {
  readonly contract: DerivativeContract;
  readonly valuedIn: 'base' | 'quote';
  /** Price of one unit of each asset in USD, if known. */
  readonly baseUsd: number | undefined;
  readonly quoteUsd: number | undefined;
}

const CENTS = 2;
const MAX_CHARACTERS = 60;

/**
 * Converts a ticker for clients. Undefined if it lacks something that every ticker has: a last trade, a volume, and its
 * value in USD. Nothing is invented.
 */
export function contractTick(
  reading: ContractReading,
  valuation: ContractValuation,
): DerivativeTick | undefined {
  const { contract } = valuation;
  const [price, volume] = [plain(reading.last), plain(reading.volume)];
  if (price === undefined || volume === undefined) return undefined;
  const usd = usdPerContract(reading, valuation);
  const volumeUsd = usdOf(volume, usd);
  if (volumeUsd === undefined) return undefined;
  const openInterest = plain(reading.openInterest);
  return {
    contractId: contract.id,
    price,
    volume,
    volumeUsd,
    ...given('bid', plain(reading.bid)),
    ...given('ask', plain(reading.ask)),
    ...given('openInterest', openInterest),
    ...given('openInterestUsd', openInterest && usdOf(openInterest, usd)),
    ...given('indexPrice', plain(reading.indexPrice)),
    ...given('markPrice', plain(reading.markPrice)),
    ...given('fundingRate', contract.type === 'perpetuals' ? signed(reading.fundingRate) : undefined),
  };
}

/**
 * Value of one contract in USD: an amount of its quote, or an amount of its base at the price of the contract itself.
 * The price of an option is not that of its base, so the index is used, or the price of the base elsewhere.
 */
function usdPerContract(reading: ContractReading, valuation: ContractValuation): number | undefined {
  const { contract, valuedIn, baseUsd, quoteUsd } = valuation;
  const value = Number(contract.contractValue);
  if (valuedIn === 'quote') return quoteUsd === undefined ? undefined : value * quoteUsd;
  const price = contract.type === 'options' ? reading.indexPrice : reading.last;
  if (price !== undefined && quoteUsd !== undefined) return value * Number(price) * quoteUsd;
  return baseUsd === undefined ? undefined : value * baseUsd;
}

/** Rounded to cents. Zero contracts are worth zero even if rates are unknown. */
function usdOf(contracts: string, usdEach: number | undefined): string | undefined {
  if (contracts === '0') return '0';
  const usd = Number(contracts) * (usdEach ?? NaN);
  return Number.isFinite(usd) ? formatDecimal(roundToDecimals(decimalFromNumber(usd), CENTS)) : undefined;
}

function plain(text: string | undefined): string | undefined {
  return text !== undefined && text.length <= MAX_CHARACTERS && isPlainDecimal(text) ? text : undefined;
}

function signed(text: string | undefined): string | undefined {
  const isSigned = text?.startsWith('-') === true;
  return plain(isSigned ? text.slice(1) : text) === undefined ? undefined : text;
}
