import {
  decimalFromNumber,
  decimalToNumber,
  formatDecimal,
  multiplyDecimals,
  parseDecimal,
  roundToSignificant,
  type Decimal,
} from '../../../core/numbers/decimal.ts';
import type { ContractReading } from './contracts-api.ts';

/** A quotient may have no exact decimal: it is rounded to this many digits. */
const QUOTIENT_DIGITS = 15;
const FUNDING_HOURS = 8;

/** Raw values of a ticker: strings or numbers from JSON, or anything else if the exchange sent none. */
export type RawReading = Readonly<Record<keyof Omit<ContractReading, 'symbol'>, unknown>>;

/**
 * Keeps the valid values of a ticker. A price of zero counts as absent: that side of the book is empty, or nothing was
 * traded.
 */
export function readingOf(symbol: string, raw: Partial<RawReading>): ContractReading {
  return {
    symbol,
    ...given('last', price(raw.last)),
    ...given('bid', price(raw.bid)),
    ...given('ask', price(raw.ask)),
    ...given('volume', amount(raw.volume)),
    ...given('openInterest', amount(raw.openInterest)),
    ...given('indexPrice', price(raw.indexPrice)),
    ...given('markPrice', price(raw.markPrice)),
    ...given('fundingRate', numeral(raw.fundingRate)),
  };
}

/** Converts an amount in units of base or quote to a number of contracts. */
export function contractsIn(value: unknown, contractValue: string): string | undefined {
  return quotient(amount(value), contractValue);
}

/** Converts a funding rate over `hours` to eight hours. */
export function overEightHours(rate: unknown, hours: number): string | undefined {
  const text = numeral(rate);
  if (text === undefined || !(hours > 0)) return undefined;
  return hours === FUNDING_HOURS ? text : quotient(product(text, String(FUNDING_HOURS)), String(hours));
}

export function product(a: string | undefined, b: string | undefined): string | undefined {
  const [left, right] = [decimal(a), decimal(b)];
  return left && right && formatDecimal(multiplyDecimals(left, right));
}

/** Exact if the divisor is a power of ten. */
export function quotient(dividend: string | undefined, divisor: string | undefined): string | undefined {
  const [top, bottom] = [decimal(dividend), decimal(divisor)];
  if (!top || !bottom || bottom.units === 0n) return undefined;
  if (bottom.units === 1n)
    return formatDecimal(multiplyDecimals(top, { units: 10n ** BigInt(bottom.scale), scale: 0 }));
  const ratio = decimalToNumber(top) / decimalToNumber(bottom);
  return Number.isFinite(ratio)
    ? formatDecimal(roundToSignificant(decimalFromNumber(ratio), QUOTIENT_DIGITS))
    : undefined;
}

/** A number of either sign in plain notation. */
export function numeral(value: unknown): string | undefined {
  const read = decimal(value);
  return read && formatDecimal(read);
}

export function amount(value: unknown): string | undefined {
  const read = decimal(value);
  return read && read.units >= 0n ? formatDecimal(read) : undefined;
}

export function price(value: unknown): string | undefined {
  const read = decimal(value);
  return read && read.units > 0n ? formatDecimal(read) : undefined;
}

/** A time in milliseconds; zero means none. */
export function positiveMillis(value: unknown): number | undefined {
  const at = typeof value === 'string' && value !== '' ? Number(value) : value;
  return typeof at === 'number' && Number.isInteger(at) && at > 0 ? at : undefined;
}

function decimal(value: unknown): Decimal | undefined {
  if (typeof value === 'string') return parseDecimal(value);
  return typeof value === 'number' && Number.isFinite(value) ? decimalFromNumber(value) : undefined;
}

export function given<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): { readonly [N in Name]?: Value } {
  return (value === undefined ? {} : { [name]: value }) as { readonly [N in Name]?: Value };
}
