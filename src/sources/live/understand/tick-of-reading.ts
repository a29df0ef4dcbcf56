import {
  decimalFromNumber,
  formatDecimal,
  isPlainDecimal,
  parseDecimal,
  roundToSignificant,
} from '../../../core/numbers/decimal.ts';
import type { ExchangeTick } from '../../../core/tick.ts';
import type { TickerReading } from '../ports/exchange-api.ts';

/** A quotient has no exact decimal: so many digits of it. */
const QUOTIENT_DIGITS = 12;
/** No price or volume that is meant has more. */
const MOST_CHARACTERS = 64;

export type TickNumbers = Pick<ExchangeTick, 'last' | 'volume' | 'bid' | 'ask'>;

/**
 * The numbers of a ticker as plain decimals, exactly as the exchange gave them. What it did not give stays absent, and so
 * does what is no number. Undefined where there is no last price: there is nothing to show then.
 */
export function numbersOf(reading: TickerReading): TickNumbers | undefined {
  const last = plainDecimal(reading.last);
  if (last === undefined) return undefined;
  const bid = plainDecimal(reading.bid);
  const ask = plainDecimal(reading.ask);
  const volume = plainDecimal(reading.baseVolume) ?? boughtFor(reading, last);
  return {
    last,
    ...(volume === undefined ? {} : { volume }),
    ...(bid === undefined ? {} : { bid }),
    ...(ask === undefined ? {} : { ask }),
  };
}

/** Where only the volume in quote units is known: what it bought at the average price of the day, else at the last one. */
function boughtFor({ quoteVolume, vwap }: TickerReading, last: string): string | undefined {
  const quote = plainDecimal(quoteVolume);
  const bought = Number(quote) / Number(plainDecimal(vwap) ?? last);
  if (quote === undefined || !Number.isFinite(bought)) return undefined;
  return formatDecimal(roundToSignificant(decimalFromNumber(bought), QUOTIENT_DIGITS));
}

/** The number that a text says, as it may leave the service; most come so. Undefined where it says none. */
export function plainDecimal(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MOST_CHARACTERS) return undefined;
  if (isPlainDecimal(text)) return text;
  const value = parseDecimal(text);
  const plain = value && formatDecimal(value);
  return plain !== undefined && plain.length <= MOST_CHARACTERS ? plain : undefined;
}
