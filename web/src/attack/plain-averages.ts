import type { IndexReceipt } from '@tidemark/sdk';
import { linesOf, type Line } from './alteration.ts';

/** Simple averages of the same tickers. NaN if there are none. */
export interface PlainAverages {
  /** sum(price x volume) / sum(volume). */
  readonly weighted: number;
  /** Median of prices, each counted once. */
  readonly median: number;
}

/** Uses all tickers with a price and a volume from active exchanges. */
export function plainAverages(receipt: IndexReceipt): PlainAverages {
  const lines = linesOf(receipt)
    .filter(({ exchangeStatus, marketStatus }) => exchangeStatus === 'ACTIVE' && marketStatus === 'ACTIVE')
    .map((line) => ({ price: Number(line.last) * usdOf(line), volume: Number(line.reportedVolume) }))
    .filter(({ price, volume }) => price > 0 && volume > 0);
  const total = lines.reduce((sum, { volume }) => sum + volume, 0);
  const weighted = lines.reduce((sum, { price, volume }) => sum + price * (volume / total), 0);
  return { weighted: lines.length === 0 ? NaN : weighted, median: medianOf(lines.map(({ price }) => price)) };
}

/** Constituents of an LX have different quotes: converts each to US dollars with the rate in its line. */
function usdOf(line: Line): number {
  return 'quoteUsd' in line ? Number(line.quoteUsd) : 1;
}

function medianOf(prices: readonly number[]): number {
  const sorted = prices.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? NaN : (low + high) / 2;
}
