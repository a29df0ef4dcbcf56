import { Type } from 'typebox';
import type { Grant } from '../../auth/token-verifier.ts';
import { FLAGS, INDEX_TYPES, type SeriesId } from '../../core/index-value.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import type { HistoryStore, StoredValue } from '../../history/history-store.ts';
import type { IndexTickers } from '../../latest/index-tickers.ts';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { freshUntilNextTick } from './freshness.ts';
import { TICKER_SCOPES, wantedBy, type Wanted } from './index-access.ts';
import type { IndexRecords } from './index-records.ts';
import { datetime as instant, oneOf, size, uuid } from './parameters.ts';
import { dataRoute, type Answer, type DataRoute } from './route.ts';
import { datetime, pageOf, quantity, Uuid } from './schemas.ts';
import { startsAfter } from './series-cursors.ts';

export const IndexTicker = Type.Object(
  {
    id: Uuid,
    indexId: Uuid,
    indexType: Type.Enum([...INDEX_TYPES]),
    price: quantity('In the quote asset of the market (MWA), in USD (GWA, LX)'),
    volume: quantity('Base units traded in the trailing 24 hours'),
    timestamp: datetime('The tick, on the 30-second grid'),
    tickVolume: Type.Optional(quantity('LX only: base units traded in the slot')),
    flags: Type.Optional(
      Type.Array(Type.Enum([...FLAGS]), {
        description: 'Why the value is not simply the formula; see the methodology',
      }),
    ),
  },
  { title: 'IndexTicker', additionalProperties: false },
);

/** Values of the trailing 200 days are served; older ones are simply not there. */
export const INDEX_WINDOW_MS = 200 * DAY_MS;
export const DEFAULT_SIZE = 10;
/** Past values do not change, but the window moves and a page may still fill. */
const PAST_PAGE_SECONDS = 300;

export interface IndexTickerParts {
  readonly indexTickers: IndexTickers;
  readonly history: HistoryStore;
  readonly records: IndexRecords;
  readonly marketSpeed: number;
}

interface Page {
  readonly atOrBefore: Millis;
  readonly after?: SeriesId;
  readonly limit: number;
  readonly notBefore: Millis;
}

export function indexTickerRoutes(parts: IndexTickerParts): DataRoute[] {
  const { indexTickers, records, marketSpeed } = parts;
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
      together: ({ startAfter }) => records.cursors.problems(startAfter),
      response: pageOf(IndexTicker),
      handle: ({ query, grant, marketTime }) => {
        const wanted = wantedBy(query, grant as Grant, records.order, TICKER_SCOPES);
        const notBefore = marketTime - INDEX_WINDOW_MS;
        const latestFor = freshUntilNextTick(indexTickers.at, marketTime, marketSpeed);
        if (query.timestamp === undefined && query.startAfter === undefined) {
          return { prepared: latest(wanted, indexTickers, notBefore), maxAgeSeconds: latestFor };
        }
        const cursor =
          query.startAfter === undefined ? undefined : records.cursors.cursorOf(query.startAfter);
        const from = cursor ?? { at: Math.min(query.timestamp ?? marketTime, marketTime) };
        const page = { ...from, atOrBefore: from.at, notBefore, limit: query.size ?? DEFAULT_SIZE };
        const maxAgeSeconds = from.at >= indexTickers.at ? latestFor : PAST_PAGE_SECONDS;
        return pageAnswer(parts, wanted, page, maxAgeSeconds);
      },
    }),
  ];
}

function latest({ types, series }: Wanted, tickers: IndexTickers, notBefore: Millis): PreparedAnswer {
  return series ? tickers.ofSeries(series, notBefore) : tickers.ofTypes(types, notBefore);
}

async function pageAnswer(
  { history, records }: IndexTickerParts,
  { types, series }: Wanted,
  page: Page,
  maxAgeSeconds: number,
): Promise<Answer> {
  const limit = page.limit + 1;
  let values: StoredValue[] = [];
  if (series) {
    const atOrBefore = page.atOrBefore - (startsAfter(series, page.after) ? 0 : 1);
    values = await history.readSeries({ series, atOrBefore, notBefore: page.notBefore, limit });
  } else if (types.length > 0) {
    const { atOrBefore, after, notBefore } = page;
    values = await history.readAcross({ types, atOrBefore, notBefore, limit, ...(after ? { after } : {}) });
  }
  const shown = values.slice(0, page.limit);
  return { prepared: records.page(shown, values.length > shown.length), maxAgeSeconds };
}
