import type { Candle } from '../../../sdk/src/node.ts';

export interface PriceScale {
  readonly lines: number;
  readonly low: number;
  readonly high: number;
  /** For each line, from the top; undefined where it has none. No two are the same. */
  readonly labels: readonly (string | undefined)[];
}

const LABEL_EVERY_LINES = 4;
const MOST_DECIMALS = 12;

export function scaleOf(candles: readonly Candle[], lines: number): PriceScale {
  const low = candles.reduce((lowest, candle) => Math.min(lowest, Number(candle.low)), Infinity);
  const high = candles.reduce((highest, candle) => Math.max(highest, Number(candle.high)), -Infinity);
  const middle = Math.round((lines - 1) / 2);
  if (high === low) {
    const labels = Array.from({ length: lines }, (_, row) => (row === middle ? candles[0]!.high : undefined));
    return { lines, low, high, labels };
  }
  const step = (high - low) / Math.max(1, lines - 1);
  const decimals = Math.min(MOST_DECIMALS, Math.max(0, Math.ceil(-Math.log10(step)) + 1));
  const texts = Array.from({ length: lines }, (_, row) =>
    row % LABEL_EVERY_LINES === 0 || row === lines - 1 ? (high - row * step).toFixed(decimals) : undefined,
  );
  const labels = texts.map((text, row) => (texts.indexOf(text) === row ? text : undefined));
  return { lines, low, high, labels };
}

/** Where a price is, in lines from the top. */
export function lineOf(price: number, { low, high, lines }: PriceScale): number {
  return high === low ? Math.round((lines - 1) / 2) : ((high - price) / (high - low)) * (lines - 1);
}
