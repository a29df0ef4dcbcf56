import type { CandleLength } from '../ports/candles-api.ts';

/**
 * Exchanges whose daily candles do not start at 00:00 UTC: their days are built from hourly candles. All others are
 * first requested by day; if a reply has candles that start at another time, the exchange is requested by hour from
 * then on. docs/trust/days.md has the table.
 */
const NOT_AT_MIDNIGHT: Readonly<Record<string, CandleLength>> = {
  // Days start at 00:00 in Beijing.
  htx: '1h',
};

/** Duration of the candles that the days of an exchange are built from. */
export function candleLengthOf(exchange: string): CandleLength {
  return NOT_AT_MIDNIGHT[exchange] ?? '1d';
}
