import type { CandleLength } from '../ports/candles-api.ts';

/**
 * Exchanges whose daily candles do not begin at 00:00 UTC: their days are made from hours. All others are asked for days, and each
 * answer is looked at: one whose candles begin at another time is asked for hours from then on. docs/trust/days.md
 * has the table.
 */
const OTHERS: Readonly<Record<string, CandleLength>> = {
  // 00:00 in Beijing.
  htx: '1h',
};

/** The candles that the days of an exchange are had from. */
export function dayCandlesOf(exchange: string): CandleLength {
  return OTHERS[exchange] ?? '1d';
}
