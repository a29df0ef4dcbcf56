import {
  decimalFromNumber,
  formatDecimal,
  isPlainDecimal,
  parseDecimal,
  roundToSignificant,
} from '../../../core/numbers/decimal.ts';
import type { ExchangeTick } from '../../../core/tick.ts';
import type { TickerReading } from '../ports/exchange-api.ts';

/** A quotient may have no exact decimal: it is rounded to this many digits. */
const QUOTIENT_DIGITS = 12;
/** No valid price or volume is longer. */
const MAX_CHARACTERS = 64;

export type TickNumbers = Pick<ExchangeTick, 'last' | 'volume' | 'bid' | 'ask'>;

/**
 * The numbers of a ticker as plain decimals, exactly as the exchange sent them. Missing and invalid values stay absent.
 * Undefined without a last price: such a ticker is useless.
 */
export function tickNumbersOf(reading: TickerReading): TickNumbers | undefined {
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

/** Converts a volume in quote units with the average price of the day, or else the last price. */
function boughtFor({ quoteVolume, vwap }: TickerReading, last: string): string | undefined {
  const quote = plainDecimal(quoteVolume);
  const bought = Number(quote) / Number(plainDecimal(vwap) ?? last);
  if (quote === undefined || !Number.isFinite(bought)) return undefined;
  return formatDecimal(roundToSignificant(decimalFromNumber(bought), QUOTIENT_DIGITS));
}

/** A number as a plain decimal; most already are. Undefined if the text is not a number. */
export function plainDecimal(text: string | undefined): string | undefined {
  if (text === undefined || text.length > MAX_CHARACTERS) return undefined;
  if (isPlainDecimal(text)) return text;
  const value = parseDecimal(text);
  const plain = value && formatDecimal(value);
  return plain !== undefined && plain.length <= MAX_CHARACTERS ? plain : undefined;
}
