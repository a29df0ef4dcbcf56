import { INDEX_TYPES } from '../../core/index-value.ts';
import type { Millis } from '../../core/time.ts';
import type { HistoryReader, StoredValue } from '../../history/history-store.ts';

/** All index values of a tick, as they were published. */
export interface StoredTickValues {
  readonly at: Millis;
  readonly values: readonly StoredValue[];
}

/** More than the series of any world. */
const ALL = 1_000_000;

/** The ticks after one slot and before another. Omits slots that were filled in later: they were never published. */
export async function* missedTicks(
  history: Pick<HistoryReader, 'records' | 'readAcross'>,
  after: Millis,
  before: Millis,
): AsyncGenerator<StoredTickValues> {
  for await (const { at } of history.records(after + 1, before - 1)) {
    const read = { types: INDEX_TYPES, atOrBefore: at, notBefore: at, limit: ALL };
    yield { at, values: await history.readAcross(read) };
  }
}
