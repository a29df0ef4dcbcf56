import type { Candle } from '../../../../core/candle.ts';
import { INDEX_TYPES } from '../../../../core/index-value.ts';
import type { HistoryReader } from '../../../../history/history-store.ts';

/**
 * Those of the modelled records of a day that history is to take: where it has none. Whatever is there, imported or
 * modelled before, stays as it is, to the byte.
 */
export async function wantedRecords(
  history: Pick<HistoryReader, 'readCandlesAcross'>,
  candles: readonly Candle[],
): Promise<readonly Candle[]> {
  const [first] = candles;
  if (!first) return candles;
  const stored = await history.readCandlesAcross({
    types: INDEX_TYPES,
    startAtOrBefore: first.startAt,
    startNotBefore: first.startAt,
    limit: Infinity,
  });
  const known = new Set(stored.map(keyOf));
  return known.size === 0 ? candles : candles.filter((candle) => !known.has(keyOf(candle)));
}

function keyOf({ indexType, indexId }: Candle): string {
  return `${indexType} ${indexId}`;
}
