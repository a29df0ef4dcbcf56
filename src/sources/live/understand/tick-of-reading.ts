import {
  decimalFromNumber,
  formatDecimal,
  isPlainDecimal,
  parseDecimal,
  roundToSignificant,
} from '../../../core/decimal.ts';
import type { ExchangeTick } from '../../../core/tick.ts';
import type { TickerReading } from '../exchange-api.ts';

/** A quotient has no exact decimal: so many digits of it. */
const QUOTIENT_DIGITS = 12;

export type TickNumbers = Pick<ExchangeTick, 'last' | 'volume' | 'bid' | 'ask'>;

/**
 * The numbers of a ticker as plain decimals, exactly as the exchange gave them. What it did not give stays absent, and so
 * does what is no number. Undefined where there is no last price: there is nothing to show then.
 */
export function numbersOf(reading: TickerReading): TickNumbers | undefined {
  const last = plain(reading.last);
  if (last === undefined) return undefined;
  const bid = plain(reading.bid);
  const ask = plain(reading.ask);
  const volume = plain(reading.baseVolume) ?? boughtFor(reading, last);
  return {
    last,
    ...(volume === undefined ? {} : { volume }),
    ...(bid === undefined ? {} : { bid }),
    ...(ask === undefined ? {} : { ask }),
  };
}

/** Where only the volume in quote units is known: what it bought at the average price of the day, else at the last one. */
function boughtFor({ quoteVolume, vwap }: TickerReading, last: string): string | undefined {
  const quote = plain(quoteVolume);
  const bought = Number(quote) / Number(plain(vwap) ?? last);
  if (quote === undefined || !Number.isFinite(bought)) return undefined;
  return formatDecimal(roundToSignificant(decimalFromNumber(bought), QUOTIENT_DIGITS));
}

/** Most numbers come as they leave. */
function plain(text: string | undefined): string | undefined {
  if (text === undefined || isPlainDecimal(text)) return text;
  const value = parseDecimal(text);
  return value && formatDecimal(value);
}
