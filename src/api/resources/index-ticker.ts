import type { Grant } from '../../auth/tokens/token-verifier.ts';
import { INDEX_TYPES, INDEX_WINDOW_MS } from '../../core/index-value.ts';
import { datetimeParameter as instant, oneOf, size, uuid } from '../../contract/parameter-kinds.ts';
import { IndexTicker } from '../../contract/records/index-ticker.ts';
import { pageOf } from '../../contract/schemas.ts';
import { TICKER_SCOPES } from '../../contract/scopes.ts';
import type { Millis } from '../../core/time.ts';
import { IndexNames } from '../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../latest/indices/index-tickers.ts';
import type { PreparedAnswer } from '../../latest/answers/prepared-answer.ts';
import { freshUntilNextTick } from '../http/answers/freshness.ts';
import { wantedBy, type RequestedIndices } from '../pages/index-access.ts';
import { INDEX_SELECTORS, indexSelectors } from './index-selectors.ts';
import { IndexTickerPages, type IndexTickerPagesParts } from '../pages/index-ticker-pages.ts';
import { pagePosition, RANGE_PARAMETERS, rangeOf, rangePosition, rangeProblems } from '../pages/range.ts';
import { dataRoute, type DataRoute } from '../http/routing/route.ts';
import { SeriesCursors, type SeriesVersions } from '../pages/series-cursors.ts';
import type { FairQueue } from '../http/limits/fair-queue.ts';
import { tickKind } from '../../latest/indices/series-record-id.ts';

export const DEFAULT_SIZE = 10;

export interface IndexTickerParts extends IndexTickerPagesParts {
  readonly versions: SeriesVersions;
}

export function tickCursors(versions: SeriesVersions): SeriesCursors {
  return new SeriesCursors(versions, tickKind, 'IndexTicker', 'must be the id of an index ticker');
}

/** `line`: the queue for pages over many indices. */
export function indexTickerRoutes(parts: IndexTickerParts, line: FairQueue): DataRoute[] {
  const { indexTickers, marketSpeed, versions } = parts;
  const cursors = tickCursors(versions);
  const pages = new IndexTickerPages(parts, line);
  const selectors = indexSelectors(new IndexNames(versions, indexTickers), 'IndexTicker');
  return [
    dataRoute({
      path: '/index-ticker',
      operationId: 'listIndexTickers',
      summary: 'Reference prices: the latest of each index, or past values page by page',
      tag: 'Index tickers',
      object: 'IndexTicker',
      access: ['read:index-ticker', 'read:LX'],
      query: {
        timestamp: {
          kind: instant,
          description: 'Values at or before this time, newest first; a time in the future means now',
        },
        indexType: { kind: oneOf(INDEX_TYPES), description: 'Only indices of this type' },
        ...INDEX_SELECTORS,
        ...RANGE_PARAMETERS,
        startAfter: { kind: uuid, description: 'Continue after this record, with the same filters' },
        size: {
          kind: size,
          description: `Maximum number of records per page; requires timestamp, a range or startAfter (default: ${DEFAULT_SIZE})`,
        },
      },
      together: (query) => [
        ...selectors.problems(query),
        ...rangeProblems(query, 'IndexTicker'),
        ...cursors.problems(query.startAfter),
      ],
      response: pageOf(IndexTicker),
      handle: ({ query, grant, marketTime, marketNow, asker }) => {
        const wanted = wantedBy(
          { indexType: query.indexType, indexId: selectors.idOf(query) },
          grant as Grant,
          versions.current.series,
          TICKER_SCOPES,
        );
        const windowFrom = marketTime - INDEX_WINDOW_MS;
        const range = rangeOf(query, marketTime);
        const { timestamp, startAfter } = query;
        if (!range && timestamp === undefined && startAfter === undefined) {
          const maxAgeSeconds = freshUntilNextTick(indexTickers.at, marketTime, marketSpeed);
          return { prepared: latest(wanted, indexTickers, windowFrom), maxAgeSeconds };
        }
        const cursor = startAfter === undefined ? undefined : cursors.cursorOf(startAfter);
        const limit = query.size ?? DEFAULT_SIZE;
        const position = range
          ? rangePosition(range, cursor)
          : pagePosition(cursor, Math.min(timestamp ?? marketTime, marketTime));
        const hasFrom = query.from !== undefined;
        return pages.answer(wanted, { ...position, windowFrom, limit, hasFrom }, marketNow, asker);
      },
    }),
  ];
}

function latest(
  { types, series }: RequestedIndices,
  tickers: IndexTickers,
  notBefore: Millis,
): PreparedAnswer {
  return series ? tickers.ofSeries(series, notBefore) : tickers.ofTypes(types, notBefore);
}
