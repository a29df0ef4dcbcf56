import type { Grant } from '../../auth/tokens/token-verifier.ts';
import { FINAL_AFTER_MS, lastFinalDay, lastVisibleDay } from '../../core/candle.ts';
import type { LoopTurns } from '../../core/async/loop-turns.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import type { PastState } from '../../core/settled-past.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import { datetimeParameter as instant, oneOf, size, uuid } from '../../contract/parameter-kinds.ts';
import { OpenHighLowCloseVolume } from '../../contract/records/open-high-low-close-volume.ts';
import { pageOf } from '../../contract/schemas.ts';
import { CANDLE_SCOPES } from '../../contract/scopes.ts';
import { IndexNames } from '../../latest/indices/index-names.ts';
import { freshUntil } from '../http/answers/freshness.ts';
import { wantedBy } from '../pages/index-access.ts';
import { INDEX_SELECTORS, indexSelectors } from './index-selectors.ts';
import { DEFAULT_SIZE, type IndexTickerParts } from './index-ticker.ts';
import { OhlcvPages } from '../pages/ohlcv-pages.ts';
import { pagePosition, RANGE_PARAMETERS, rangeOf, rangePosition, rangeProblems } from '../pages/range.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';
import { SeriesCursors } from '../pages/series-cursors.ts';
import type { FairQueue } from '../http/limits/fair-queue.ts';
import { dayKind } from '../../latest/indices/series-record-id.ts';

const MAX_SECONDS = 300;

export type OhlcvParts = Pick<
  IndexTickerParts,
  'history' | 'incomplete' | 'indexTickers' | 'marketSpeed' | 'versions'
> &
  PastState & {
    /** A day whose records do not exist yet: neither it nor a later day is published. */
    readonly heldDay: () => Millis | undefined;
    /**
     * Resolves when every index has the record of the last complete day before the first tick; false if
     * storing it fails.
     */
    readonly lastDayStored: () => Promise<boolean>;
  };

/** `line`: the queue for pages over many indices; `turns`: turns of the event loop for writing them. */
export function ohlcvRoutes(parts: OhlcvParts, line: FairQueue, turns: Pick<LoopTurns, 'next'>): DataRoute[] {
  const { indexTickers, marketSpeed, heldDay, versions } = parts;
  const cursors = new SeriesCursors(
    versions,
    dayKind,
    'OpenHighLowCloseVolume',
    'must be the id of an end-of-day record',
  );
  const pages = new OhlcvPages({ ...parts, line, turns });
  const selectors = indexSelectors(new IndexNames(versions, indexTickers), 'OpenHighLowCloseVolume');
  return [
    dataRoute({
      path: '/ohlcv',
      operationId: 'listOhlcv',
      summary: 'End-of-day records: the last complete day of each index, or past days page by page',
      tag: 'End of day',
      object: 'OpenHighLowCloseVolume',
      access: ['read:ohlcv', 'read:LX'],
      query: {
        timestamp: { kind: instant, description: 'Days that start at or before this time, newest first' },
        indexType: { kind: oneOf(INDEX_TYPES), description: 'Only indices of this type' },
        ...INDEX_SELECTORS,
        ...RANGE_PARAMETERS,
        startAfter: { kind: uuid, description: 'Continue after this record, with the same filters' },
        size: {
          kind: size,
          description: `Maximum number of records per page; requires timestamp, a range or startAfter (default: ${DEFAULT_SIZE})`,
        },
        interval: { kind: oneOf(['1d']), description: 'Length of a record: always one day' },
      },
      together: (query) => [
        ...selectors.problems(query),
        ...rangeProblems(query, 'OpenHighLowCloseVolume'),
        ...cursors.problems(query.startAfter),
      ],
      response: pageOf(OpenHighLowCloseVolume),
      handle: async ({ query, grant, marketTime, marketNow, asker }) => {
        const indices = wantedBy(
          { indexType: query.indexType, indexId: selectors.idOf(query) },
          grant as Grant,
          versions.current.series,
          CANDLE_SCOPES,
        );
        const lastDay = lastVisibleDay(marketTime, heldDay());
        const maxAgeSeconds = () => secondsToNextDay(marketTime, marketNow(), marketSpeed);
        const finalDay = lastFinalDay(marketTime);
        const wanted = { indices, lastDay, finalDay, maxAgeSeconds, hasFrom: query.from !== undefined };
        const range = rangeOf(query, marketTime);
        if (!range && query.timestamp === undefined && query.startAfter === undefined)
          return pages.latest(wanted, indexTickers.at);
        const cursor = query.startAfter === undefined ? undefined : cursors.cursorOf(query.startAfter);
        const position = range
          ? rangePosition(range, cursor)
          : pagePosition(cursor, query.timestamp ?? marketTime);
        return pages.page(wanted, position, query.size ?? DEFAULT_SIZE, asker);
      },
    }),
  ];
}

/**
 * An answer is valid until the next day is final, but five minutes at most: history may still be filled in.
 */
function secondsToNextDay(askedAt: Millis, now: Millis, speed: number): number {
  const next = lastFinalDay(askedAt) + 2 * DAY_MS + FINAL_AFTER_MS;
  return freshUntil(next, now, speed, MAX_SECONDS);
}
