import type { Grant } from '../../auth/token-verifier.ts';
import { FINAL_AFTER_MS, type Candle, lastFinalDay } from '../../core/candle.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { DAY_MS, SECOND_MS, type Millis } from '../../core/time.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import { datetime as instant, oneOf, size, uuid } from '../../contract/parameter-kinds.ts';
import { OpenHighLowCloseVolume } from '../../contract/records/open-high-low-close-volume.ts';
import { pageOf } from '../../contract/schemas.ts';
import { CANDLE_SCOPES } from '../../contract/scopes.ts';
import { DAY_KINDS } from '../../latest/candle-text.ts';
import { candlePage } from './candle-page.ts';
import { wantedBy, type Wanted } from './index-access.ts';
import { DEFAULT_SIZE, type IndexTickerParts } from './index-ticker.ts';
import { LatestCandles } from './latest-candles.ts';
import { dataRoute, type DataRoute } from './route.ts';
import { SeriesCursors, startsAfter, type SeriesCursor } from './series-cursors.ts';

const MOST_SECONDS = 300;

export type OhlcvParts = Pick<IndexTickerParts, 'history' | 'indexTickers' | 'marketSpeed' | 'versions'> & {
  /** A day whose records are still to be made: neither it nor a later one is shown. */
  readonly heldDay: () => Millis | undefined;
};

interface CandleQuery {
  readonly startAtOrBefore: Millis;
  readonly after?: SeriesCursor['after'];
  readonly limit: number;
}

export function ohlcvRoutes(parts: OhlcvParts): DataRoute[] {
  const { history, indexTickers, marketSpeed, heldDay, versions } = parts;
  const cursors = new SeriesCursors(
    versions,
    DAY_KINDS,
    'OpenHighLowCloseVolume',
    'must be the id of an end-of-day record',
  );
  const latest = new LatestCandles(history);
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
        indexId: { kind: uuid, description: 'Only this index: a market (MWA), an asset (GWA) or an LX id' },
        startAfter: { kind: uuid, description: 'Go on after this record, under the same filters' },
        size: {
          kind: size,
          description: `Records on a page, with timestamp or startAfter (${DEFAULT_SIZE})`,
        },
        interval: { kind: oneOf(['1d']), description: 'Length of a record: a day' },
      },
      together: ({ startAfter }) => cursors.problems(startAfter),
      response: pageOf(OpenHighLowCloseVolume),
      handle: async ({ query, grant, marketTime }) => {
        const wanted = wantedBy(query, grant as Grant, versions.current.series, CANDLE_SCOPES);
        const lastDay = Math.min(lastFinalDay(marketTime), (heldDay() ?? Infinity) - DAY_MS);
        const maxAgeSeconds = secondsToNextDay(marketTime, marketSpeed);
        if (query.timestamp === undefined && query.startAfter === undefined) {
          const { types, series } = wanted;
          const prepared = series
            ? await latest.ofSeries(series, lastDay)
            : await latest.ofTypes(types, lastDay, indexTickers.at);
          return { prepared, maxAgeSeconds };
        }
        const limit = (query.size ?? DEFAULT_SIZE) + 1;
        const cursor = query.startAfter === undefined ? undefined : cursors.cursorOf(query.startAfter);
        const from = cursor
          ? { startAtOrBefore: cursor.at, after: cursor.after }
          : { startAtOrBefore: query.timestamp ?? marketTime };
        const candles = await read(history, wanted, withinFinalDays({ ...from, limit }, lastDay));
        return { prepared: candlePage(candles, limit - 1), maxAgeSeconds };
      },
    }),
  ];
}

/** An answer holds until the next day is final, but five minutes at most: history may still be filled in. */
function secondsToNextDay(marketTime: Millis, speed: number): number {
  const next = lastFinalDay(marketTime) + 2 * DAY_MS + FINAL_AFTER_MS;
  return Math.min(MOST_SECONDS, Math.floor((next - marketTime) / SECOND_MS / speed));
}

/** A cursor of a day that is not final yet, which no client was given, starts at the last final one. */
function withinFinalDays(query: CandleQuery, lastDay: Millis): CandleQuery {
  return query.startAtOrBefore <= lastDay ? query : { startAtOrBefore: lastDay, limit: query.limit };
}

async function read(
  history: HistoryReader,
  { types, series }: Wanted,
  query: CandleQuery,
): Promise<readonly Candle[]> {
  const { startAtOrBefore, after, limit } = query;
  if (series) {
    const start = startsAfter(series, after) ? startAtOrBefore : startAtOrBefore - 1;
    return history.readCandles({ series, startAtOrBefore: start, limit });
  }
  if (types.length === 0) return [];
  return history.readCandlesAcross({ types, startAtOrBefore, limit, ...(after ? { after } : {}) });
}
