import type { Tidemark } from '../../../sdk/src/node.ts';
import { MINUTE_MS, type Millis } from '../../core/time.ts';
import { soundRecord } from '../client/sound-record.ts';
import type { Heard, WatchSource } from './watch-sources.ts';

/** What each source says now, in their order; one that says nothing is left out. */
export async function currentRecords(
  tidemark: Pick<Tidemark, 'read'>,
  sources: readonly WatchSource[],
  signal: AbortSignal,
): Promise<Heard[]> {
  const found = await Promise.all(
    sources.map(async (source): Promise<Heard[]> => {
      const { indexId, exchangeId } = source;
      if (exchangeId === undefined) {
        const { content } = await tidemark.read('listIndexTickers', { indexId }, { signal });
        return content.slice(0, 1).map((tick) => ({ source, tick: soundRecord(tick, 'IndexTicker') }));
      }
      const listing = { marketId: indexId, exchangeId };
      const { content } = await tidemark.read('listExchangeTickers', listing, { signal });
      return content.slice(0, 1).map((ticker) => ({ source, ticker: soundRecord(ticker, 'ExchangeTicker') }));
    }),
  );
  return found.flat();
}

export function timeOf(heard: Heard): string {
  return ('tick' in heard ? heard.tick : heard.ticker).timestamp;
}

/** Values that are older than this beside the newest are not waited for. */
const STALE_MS = 15 * MINUTE_MS;

/**
 * From where on index ticks are to be heard, so that the current ones are the first and none is missing after them: just before
 * the oldest that is not stale. Undefined where no index has a value.
 */
export function justBefore(current: readonly Heard[]): string | undefined {
  const times: Millis[] = current.flatMap((heard) =>
    'tick' in heard ? [Date.parse(heard.tick.timestamp)] : [],
  );
  if (times.length === 0) return undefined;
  const newest = Math.max(...times);
  return new Date(Math.min(...times.filter((at) => at >= newest - STALE_MS)) - 1).toISOString();
}
