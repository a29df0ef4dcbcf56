import type { Candle } from '../../core/candle.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import type { HistoryStore } from '../../history/history-store.ts';
import { SAMPLES_A_DAY } from './modelled-day.ts';

/**
 * Those of the modelled records of a day that history is to take: where it has none, and in the place of samples where
 * there are all ticks of the day now. Whatever else is there, imported or modelled before, stays.
 */
export async function wantedRecords(
  history: Pick<HistoryStore, 'readCandlesAcross'>,
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
  if (stored.length === 0) return candles;
  const ticks = new Map(stored.map((candle) => [keyOf(candle), candle.ticks]));
  return candles.filter((candle) => {
    const known = ticks.get(keyOf(candle));
    return known === undefined || (known === SAMPLES_A_DAY && candle.ticks > SAMPLES_A_DAY);
  });
}

function keyOf({ indexType, indexId }: Candle): string {
  return `${indexType} ${indexId}`;
}
