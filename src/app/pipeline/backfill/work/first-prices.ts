import { isReal } from '../../../../core/index-value.ts';
import type { StoredValue } from '../../../../history/history-store.ts';
import type { FirstPrice } from '../../../../sources/past.ts';

/** Real prices of the first tick. */
export function firstPrices(
  values: readonly Pick<StoredValue, 'indexType' | 'indexId' | 'price' | 'flags'>[],
): FirstPrice[] {
  return values
    .filter(({ flags }) => isReal(flags))
    .map(({ indexType, indexId, price }) => ({ indexType, indexId, price }));
}
