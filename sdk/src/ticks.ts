import type { IndexTicker } from './contract.ts';
import { isDecimal } from './decimal.ts';
import { MalformedError } from './errors.ts';

/** Throws if a tick has an invalid price, or flags that are not a list of strings. */
export function checkTick({ price, flags = [] }: Pick<IndexTicker, 'price' | 'flags'>): void {
  const areFlags = Array.isArray(flags) && flags.every((flag) => typeof flag === 'string');
  if (!isDecimal(price) || !areFlags)
    throw new MalformedError(`a tick with ${JSON.stringify({ price: price ?? null, flags })}`);
}

/** Time of a record, in milliseconds since 1970. Throws if it has none. */
export function timeOf({ timestamp }: Pick<IndexTicker, 'timestamp'>): number {
  const at = typeof timestamp === 'string' ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(at))
    throw new MalformedError(`a record with ${JSON.stringify({ timestamp: timestamp ?? null })}`);
  return at;
}
