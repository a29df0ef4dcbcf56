import { setMaxListeners } from 'node:events';
import type { ExchangeTicker, IndexTicker, Tidemark, TidemarkStream } from '../../../sdk/src/node.ts';
import { OperatorError } from '../../core/errors.ts';
import { LinkedAbort } from '../../core/async/linked-abort.ts';
import { bothFound } from '../client/suggesting-tidemark.ts';
import { validRecord } from '../client/valid-record.ts';
import { UsageError } from '../command.ts';
import type { WatchedSeries } from './watch-board.ts';
import { MINUTE_MS, type Millis } from '../../core/time.ts';

/** A series with the parameters to request it. */
export interface WatchSource extends WatchedSeries {
  readonly key: string;
  readonly indexId: string;
  readonly exchangeId?: string;
}

/** Each named index, followed by its market on the exchanges. */
export async function watchSources(
  tidemark: Tidemark,
  names: readonly string[],
  exchanges: readonly string[],
  signal: AbortSignal,
): Promise<WatchSource[]> {
  const [places, found] = await bothFound(
    exchanges.map((name) => tidemark.exchange(name, { signal })),
    [...new Set(names)].map(async (index) => ({ index, ...(await tidemark.find(index, { signal })) })),
  );
  if (places.length > 0 && !found.some(({ indexType }) => indexType === 'MWA'))
    throw new UsageError(`--exchange needs markets, such as BTC_USD: ${names.join(', ')} is not a market`);
  // A series named twice, under any names, is shown once.
  const distinct = found.filter(
    ({ indexId }, place) => found.findIndex((each) => each.indexId === indexId) === place,
  );
  return distinct.flatMap(({ index, indexId, indexType }) => [
    { key: indexId, index, indexId },
    ...(indexType === 'MWA' ? places : []).map(({ id, name }) => ({
      key: `${id} ${indexId}`,
      index,
      exchange: name,
      indexId,
      exchangeId: id,
    })),
  ]);
}

export type ReceivedRecord =
  | { readonly source: WatchSource; readonly tick: IndexTicker }
  | { readonly source: WatchSource; readonly ticker: ExchangeTicker };

/** Sources without a current value. */
export function withoutValue(
  sources: readonly WatchSource[],
  current: readonly ReceivedRecord[],
): WatchSource[] {
  const received = new Set(current.map(({ source }) => source.key));
  return sources.filter(({ key }) => !received.has(key));
}

export interface ReadOptions {
  /** Delivers ticks after this one first. */
  readonly since?: string | undefined;
  /** Ticks before this are ignored. */
  readonly countFrom?: string | undefined;
  /** Current values, delivered first once connected. After them, only newer values of each series follow. */
  readonly current?: readonly ReceivedRecord[];
  /** Number of records to deliver. */
  readonly count: number;
  readonly signal: AbortSignal;
}

const ENOUGH = new Error('enough records were received');

/**
 * Delivers all sources over one connection until enough records have arrived, the signal aborts or one source
 * fails. Then closes it. The current values count as the first records.
 */
export async function readSources(
  stream: Pick<TidemarkStream, 'ticks' | 'exchangeTickers' | 'close'>,
  sources: readonly WatchSource[],
  { since, countFrom = '', current = [], count, signal: caller }: ReadOptions,
  onRecord: (record: ReceivedRecord) => Promise<void> | void,
): Promise<void> {
  // While names are still being looked up, there is no connection to close.
  const ended = new LinkedAbort(caller);
  const { signal } = ended;
  setMaxListeners(0, signal);
  let left = count;
  const pass = async (record: ReceivedRecord) => {
    // More may have been read before the last one was written.
    if (left <= 0) return;
    const isPast = 'tick' in record && record.tick.timestamp < countFrom;
    const isLast = !isPast && --left === 0;
    await onRecord(record);
    if (isLast) ended.abort(ENOUGH);
  };
  const receivedUpTo = new Map(current.map((record) => [record.source.key, timeOf(record)]));
  const begin = async () => {
    for (const record of current) await pass(record);
  };
  let begun: Promise<void> | undefined;
  const take = async (record: ReceivedRecord) => {
    await (begun ??= begin());
    if (timeOf(record) > (receivedUpTo.get(record.source.key) ?? '')) await pass(record);
  };
  const indices = new Map(
    sources.filter(({ exchangeId }) => exchangeId === undefined).map((source) => [source.indexId, source]),
  );
  const sourceOf = ({ indexId }: IndexTicker) => {
    const source = indices.get(indexId);
    if (source) return source;
    throw new OperatorError('the service sent a tick of an index that was not requested');
  };
  const ticks = async () => {
    const selection = [...indices.keys()].map((indexId) => ({ indexId }));
    for await (const tick of stream.ticks(selection, { signal, ...(since && { since }) }))
      await take({ source: sourceOf(tick), tick: validRecord(tick, 'IndexTicker') });
  };
  const tickers = async (source: WatchSource, exchange: string) => {
    const selection = { market: source.indexId, exchange };
    for await (const ticker of stream.exchangeTickers(selection, { signal }))
      await take({ source, ticker: validRecord(ticker, 'ExchangeTicker') });
  };
  const all = [
    ticks(),
    ...sources.flatMap((source) =>
      source.exchangeId === undefined ? [] : [tickers(source, source.exchangeId)],
    ),
  ];
  try {
    await Promise.all(all);
  } catch (error) {
    if (error !== ENOUGH) throw error;
  } finally {
    ended.abort(ENOUGH);
    ended.release();
    stream.close();
    await Promise.allSettled(all);
  }
}

/** The current record of each source, in order; sources without one are left out. */
export async function currentRecords(
  tidemark: Pick<Tidemark, 'read'>,
  sources: readonly WatchSource[],
  signal: AbortSignal,
): Promise<ReceivedRecord[]> {
  const found = await Promise.all(
    sources.map(async (source): Promise<ReceivedRecord[]> => {
      const { indexId, exchangeId } = source;
      if (exchangeId === undefined) {
        const { content } = await tidemark.read('listIndexTickers', { indexId }, { signal });
        return content.slice(0, 1).map((tick) => ({ source, tick: validRecord(tick, 'IndexTicker') }));
      }
      const listing = { marketId: indexId, exchangeId };
      const { content } = await tidemark.read('listExchangeTickers', listing, { signal });
      return content.slice(0, 1).map((ticker) => ({ source, ticker: validRecord(ticker, 'ExchangeTicker') }));
    }),
  );
  return found.flat();
}

function timeOf(record: ReceivedRecord): string {
  return ('tick' in record ? record.tick : record.ticker).timestamp;
}

/** Values older than this, compared with the newest, are not waited for. */
const STALE_MS = 15 * MINUTE_MS;

/**
 * The start for index ticks such that the current values come first and none is missing after them: just
 * before the oldest value that is not stale. Undefined if no index has a value.
 */
export function resumeInstant(current: readonly ReceivedRecord[]): string | undefined {
  const times: Millis[] = current.flatMap((record) =>
    'tick' in record ? [Date.parse(record.tick.timestamp)] : [],
  );
  if (times.length === 0) return undefined;
  const newest = Math.max(...times);
  return new Date(Math.min(...times.filter((at) => at >= newest - STALE_MS)) - 1).toISOString();
}
