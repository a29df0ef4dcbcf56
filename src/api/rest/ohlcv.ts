import type { Grant } from '../../auth/token-verifier.ts';
import { FINAL_AFTER_MS, type Candle, lastFinalDay, lastShownDay } from '../../core/candle.ts';
import { INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import { datetime as instant, oneOf, size, uuid } from '../../contract/parameter-kinds.ts';
import { OpenHighLowCloseVolume } from '../../contract/records/open-high-low-close-volume.ts';
import { pageOf } from '../../contract/schemas.ts';
import { CANDLE_SCOPES } from '../../contract/scopes.ts';
import { DAY_KINDS } from '../../latest/candle-text.ts';
import { IndexNames } from '../../latest/index-names.ts';
import { candlePage } from './candle-page.ts';
import { freshUntil } from './freshness.ts';
import { wantedBy, type WantedIndices } from './index-access.ts';
import { INDEX_SELECTORS, indexSelectors } from './index-selectors.ts';
import { DEFAULT_SIZE, type IndexTickerParts } from './index-ticker.ts';
import { LatestCandles } from './latest-candles.ts';
import {
  oldestFirst,
  oldestFirstAcross,
  stepAtOrAfter,
  stepAtOrBefore,
  type NewestFirst,
} from './oldest-first.ts';
import { isToCome, pagePosition, rangePosition, type PagePosition } from './page-position.ts';
import { RANGE_PARAMETERS, rangeOf, rangeProblems } from './range.ts';
import { dataRoute, type DataRoute } from './route.ts';
import { SeriesCursors } from './series-cursors.ts';
import type { Asker, WorkLine } from './work-line.ts';

const MOST_SECONDS = 300;

export type OhlcvParts = Pick<IndexTickerParts, 'history' | 'indexTickers' | 'marketSpeed' | 'versions'> & {
  /** A day whose records are still to be made: neither it nor a later one is shown. */
  readonly heldDay: () => Millis | undefined;
};

interface CandleQuery extends PagePosition {
  readonly limit: number;
}

/** `line`: in which pages over many indices wait. */
export function ohlcvRoutes(parts: OhlcvParts, line: WorkLine): DataRoute[] {
  const { history, indexTickers, marketSpeed, heldDay, versions } = parts;
  const cursors = new SeriesCursors(
    versions,
    DAY_KINDS,
    'OpenHighLowCloseVolume',
    'must be the id of an end-of-day record',
  );
  const latest = new LatestCandles(history);
  const inLine = (whose: Asker, work: (gone: AbortSignal) => Promise<readonly Candle[]>) =>
    line.run(whose, () => work(whose.gone));
  const selectors = indexSelectors(new IndexNames(versions, indexTickers), 'OpenHighLowCloseVolume');
  return [
    dataRoute({
      path: '/ohlcv',
      operationId: 'listOhlcv',
      summary: 'End of day: the last complete day of each index, or past days page by page',
      tag: 'End of day',
      object: 'OpenHighLowCloseVolume',
      access: ['read:ohlcv', 'read:LX'],
      pathParameters: {},
      query: {
        timestamp: { kind: instant, description: 'Days that start at or before it, newest first' },
        indexType: { kind: oneOf(INDEX_TYPES), description: 'Only indices of this type' },
        ...INDEX_SELECTORS,
        ...RANGE_PARAMETERS,
        startAfter: { kind: uuid, description: 'Go on after this record, under the same filters' },
        size: {
          kind: size,
          description: `Records on a page, with timestamp, a range or startAfter (${DEFAULT_SIZE})`,
        },
        interval: { kind: oneOf(['1d']), description: 'Length of a record: a day' },
      },
      together: (query) => [
        ...selectors.problems(query),
        ...rangeProblems(query, 'OpenHighLowCloseVolume'),
        ...cursors.problems(query.startAfter),
      ],
      response: pageOf(OpenHighLowCloseVolume),
      handle: async ({ query, grant, marketTime, marketNow, asker }) => {
        const wanted = wantedBy(
          { indexType: query.indexType, indexId: selectors.idOf(query) },
          grant as Grant,
          versions.current.series,
          CANDLE_SCOPES,
        );
        const lastDay = lastShownDay(marketTime, heldDay());
        const range = rangeOf(query, marketTime);
        if (!range && query.timestamp === undefined && query.startAfter === undefined) {
          const { types, series } = wanted;
          const prepared = series
            ? await latest.ofSeries(series, lastDay)
            : await latest.ofTypes(types, lastDay, indexTickers.at);
          return { prepared, maxAgeSeconds: secondsToNextDay(marketTime, marketNow(), marketSpeed) };
        }
        const limit = (query.size ?? DEFAULT_SIZE) + 1;
        const cursor = query.startAfter === undefined ? undefined : cursors.cursorOf(query.startAfter);
        const position = range
          ? rangePosition(range, cursor)
          : pagePosition(cursor, query.timestamp ?? marketTime);
        const wantedDays = withinFinalDays({ ...position, limit }, lastDay);
        const candles = await (wanted.series
          ? read(history, wanted, wantedDays)
          : inLine(asker(), (gone) => read(history, wanted, wantedDays, gone)));
        return {
          prepared: candlePage(candles, limit - 1),
          maxAgeSeconds: secondsToNextDay(marketTime, marketNow(), marketSpeed),
        };
      },
    }),
  ];
}

/** An answer holds until the next day after its request is final, but five minutes at most: history may still be filled in. */
function secondsToNextDay(askedAt: Millis, now: Millis, speed: number): number {
  const next = lastFinalDay(askedAt) + 2 * DAY_MS + FINAL_AFTER_MS;
  return freshUntil(next, now, speed, MOST_SECONDS);
}

/** A cursor of a day that is not final yet, which no client was given, starts at the last final one. */
function withinFinalDays(query: CandleQuery, lastDay: Millis): CandleQuery {
  const { after, ...rest } = query;
  if (query.atOrBefore <= lastDay) return query;
  return { ...rest, atOrBefore: lastDay, ...(query.ascending && after ? { after } : {}) };
}

async function read(
  history: HistoryReader,
  { types, series }: WantedIndices,
  query: CandleQuery,
  gone?: AbortSignal,
): Promise<readonly Candle[]> {
  const { ascending, atOrBefore, from = -Infinity, limit } = query;
  if (types.length === 0) return [];
  const newestFirst = series ? daysOf(history, series) : daysAcross(history, types, gone);
  if (ascending) return oldest(newestFirst, history, query, series);
  if (series) return newestFirst({ from, upTo: atOrBefore - (isToCome(series, query) ? 0 : 1) }, limit);
  const start = Number.isFinite(from) ? { startNotBefore: from } : {};
  const after = query.after ? { after: query.after } : {};
  return history.readCandlesAcross({ types, startAtOrBefore: atOrBefore, limit, ...start, ...after });
}

async function oldest(
  newestFirst: NewestFirst<Candle>,
  history: HistoryReader,
  query: CandleQuery,
  series: SeriesId | undefined,
): Promise<readonly Candle[]> {
  const { candles: kept } = await history.summary();
  const from = stepAtOrAfter(Math.max(query.from ?? -Infinity, kept?.oldest ?? query.atOrBefore), DAY_MS);
  const stretch = { from, upTo: stepAtOrBefore(query.atOrBefore, DAY_MS) };
  const comes = (candle: SeriesId) => from !== query.from || isToCome(candle, query);
  if (!series) return oldestFirstAcross(newestFirst, stretch, DAY_MS, query.limit, comes);
  return oldestFirst(
    newestFirst,
    comes(series) ? stretch : { ...stretch, from: from + DAY_MS },
    DAY_MS,
    query.limit,
  );
}

/** A series has at most one record a day, so those of a stretch are as many as its days. */
function daysOf(history: HistoryReader, series: SeriesId): NewestFirst<Candle> {
  return async ({ from, upTo }, limit) => {
    const days = Math.floor((upTo - from) / DAY_MS) + 1;
    const newest = await history.readCandles({ series, startAtOrBefore: upTo, limit: Math.min(limit, days) });
    return newest.filter(({ startAt }) => startAt >= from);
  };
}

function daysAcross(
  history: HistoryReader,
  types: readonly IndexType[],
  gone: AbortSignal | undefined,
): NewestFirst<Candle> {
  return async ({ from, upTo }, limit) => {
    gone?.throwIfAborted();
    return history.readCandlesAcross({ types, startAtOrBefore: upTo, startNotBefore: from, limit });
  };
}
