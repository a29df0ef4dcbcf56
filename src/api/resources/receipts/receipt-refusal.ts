import { maskOf, type SeriesId } from '../../../core/index-value.ts';
import type { Millis } from '../../../core/time.ts';
import type { HistoryReader, StoredValue } from '../../../history/history-store.ts';
import { ApiError } from '../../http/errors.ts';
import type { NoReceipt, ServedReceipt } from '../../../values/receipts/receipts.ts';

const MODELLED = maskOf('MODELLED');

export const MODELLED_VALUE =
  'this value was back-filled from the price model (MODELLED): it was not computed from inputs, so it has no receipt';

/** Why there is no receipt, in words for a client. */
const NO_RECEIPT: Readonly<Record<Exclude<NoReceipt, 'busy'>, string>> = {
  'not-kept': 'the inputs of this value are no longer stored, so it cannot be explained',
  damaged: 'the recorded inputs of this value are damaged, so it cannot be explained',
  'other-reference':
    'the reference data has changed since this value was computed, so it cannot be explained',
  'no-value': 'this index has no value at that tick',
};

/** The published value of a series at a tick. Throws 404. */
export async function publishedValue(
  history: HistoryReader,
  series: SeriesId,
  at: Millis,
  lastTick: Millis,
): Promise<StoredValue> {
  const read = { series, atOrBefore: at, notBefore: at, limit: 1 };
  const [value] = at <= lastTick ? await history.readSeries(read) : [];
  if (!value) throw new ApiError('NOT_FOUND', NO_RECEIPT['no-value']);
  return value;
}

export function isModelled({ flags }: StoredValue): boolean {
  return (flags & MODELLED) !== 0;
}

/**
 * A receipt, or the reason why there is none. If the inputs give another value than the published one, it was
 * not computed from them.
 */
export function receiptOf(
  receipt: ServedReceipt | Exclude<NoReceipt, 'busy'>,
  { price, volume }: StoredValue,
): { readonly receipt: ServedReceipt } | { readonly noReceipt: string } {
  if (typeof receipt === 'string') return { noReceipt: NO_RECEIPT[receipt] };
  const isOfValue = receipt.price === price && receipt.volume === volume;
  return isOfValue ? { receipt } : { noReceipt: NO_RECEIPT.damaged };
}
