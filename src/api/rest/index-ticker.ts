import type { Grant } from '../../auth/token-verifier.ts';
import { INDEX_TYPES, INDEX_WINDOW_MS } from '../../core/index-value.ts';
import { datetime as instant, oneOf, size, uuid } from '../../contract/parameter-kinds.ts';
import { IndexTicker } from '../../contract/records/index-ticker.ts';
import { pageOf } from '../../contract/schemas.ts';
import { TICKER_SCOPES } from '../../contract/scopes.ts';
import type { Millis } from '../../core/time.ts';
import { TICK_KINDS } from '../../latest/index-ticker-text.ts';
import type { IndexTickers } from '../../latest/index-tickers.ts';
import type { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { freshUntilNextTick } from './freshness.ts';
import { wantedBy, type Wanted } from './index-access.ts';
import { IndexTickerPages, type IndexTickerPagesParts } from './index-ticker-pages.ts';
import { dataRoute, type DataRoute } from './route.ts';
import { SeriesCursors, type SeriesVersions } from './series-cursors.ts';

export const DEFAULT_SIZE = 10;

export interface IndexTickerParts extends IndexTickerPagesParts {
  readonly versions: SeriesVersions;
}

export function tickCursors(versions: SeriesVersions): SeriesCursors {
  return new SeriesCursors(versions, TICK_KINDS, 'IndexTicker', 'must be the id of an index ticker');
}

export function indexTickerRoutes(parts: IndexTickerParts): DataRoute[] {
  const { indexTickers, marketSpeed, versions } = parts;
  const cursors = tickCursors(versions);
  const pages = new IndexTickerPages(parts);
  return [
    dataRoute({
      path: '/index-ticker',
      operationId: 'listIndexTickers',
      summary: 'Reference prices: the latest of each index, or past ones page by page',
      tag: 'Index tickers',
      object: 'IndexTicker',
      access: ['read:index-ticker', 'read:LX'],
      pathParameters: {},
      query: {
        timestamp: {
          kind: instant,
          description: 'Values at or before it, newest first; the future means now',
        },
        indexType: { kind: oneOf(INDEX_TYPES), description: 'Only indices of this type' },
        indexId: { kind: uuid, description: 'Only this index: a market (MWA), an asset (GWA) or an LX id' },
        startAfter: { kind: uuid, description: 'Go on after this record, under the same filters' },
        size: {
          kind: size,
          description: `Records on a page, with timestamp or startAfter (${DEFAULT_SIZE})`,
        },
      },
      together: ({ startAfter }) => cursors.problems(startAfter),
      response: pageOf(IndexTicker),
      handle: ({ query, grant, marketTime }) => {
        const wanted = wantedBy(query, grant as Grant, versions.current.series, TICKER_SCOPES);
        const notBefore = marketTime - INDEX_WINDOW_MS;
        if (query.timestamp === undefined && query.startAfter === undefined) {
          const maxAgeSeconds = freshUntilNextTick(indexTickers.at, marketTime, marketSpeed);
          return { prepared: latest(wanted, indexTickers, notBefore), maxAgeSeconds };
        }
        const cursor = query.startAfter === undefined ? undefined : cursors.cursorOf(query.startAfter);
        const { at, ...rest } = cursor ?? { at: Math.min(query.timestamp ?? marketTime, marketTime) };
        const limit = query.size ?? DEFAULT_SIZE;
        return pages.answer(wanted, { ...rest, atOrBefore: at, notBefore, limit }, marketTime);
      },
    }),
  ];
}

function latest({ types, series }: Wanted, tickers: IndexTickers, notBefore: Millis): PreparedAnswer {
  return series ? tickers.ofSeries(series, notBefore) : tickers.ofTypes(types, notBefore);
}
