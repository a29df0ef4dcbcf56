import { isReal } from '../../../../core/index-value.ts';
import type { StoredValue } from '../../../../history/history-store.ts';
import type { FirstPrice } from '../../../../sources/past.ts';

/** What the first tick says of prices; none of a series that had no real one. */
export function firstPrices(
  values: readonly Pick<StoredValue, 'indexType' | 'indexId' | 'price' | 'flags'>[],
): FirstPrice[] {
  return values
    .filter(({ flags }) => isReal(flags))
    .map(({ indexType, indexId, price }) => ({ indexType, indexId, price }));
}
