import { Type } from 'typebox';
import type { Grant } from '../../auth/token-verifier.ts';
import type { FieldError } from '../../core/errors.ts';
import { FLAGS, INDEX_TYPES, type IndexType, type SeriesId } from '../../core/index-value.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import type { HistoryStore, StoredValue } from '../../history/history-store.ts';
import type { IndexTickers } from '../../latest/index-tickers.ts';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { freshUntilNextTick } from './freshness.ts';
import { readableTypes, requireType, TICKER_SCOPES } from './index-access.ts';
import type { IndexCursor, IndexRecords } from './index-records.ts';
import { datetime as instant, oneOf, size, uuid } from './parameters.ts';
import { dataRoute, type Answer, type DataRoute } from './route.ts';
import { datetime, pageOf, quantity, Uuid } from './schemas.ts';

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
const DEFAULT_SIZE = 10;
/** Past values do not change, but the window moves and a page may still fill. */
const PAST_PAGE_SECONDS = 300;

export interface IndexTickerParts {
  readonly indexTickers: IndexTickers;
  readonly history: HistoryStore;
  readonly records: IndexRecords;
  readonly marketSpeed: number;
}

interface Wanted {
  /** All of these types, unless `series` narrows it to one. */
  readonly types: readonly IndexType[];
  readonly series?: SeriesId;
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
      together: ({ startAfter }) => cursorProblems(startAfter, records),
      response: pageOf(IndexTicker),
      handle: ({ query, grant, marketTime }) => {
        const wanted = wantedBy(query, grant as Grant, records);
        const notBefore = marketTime - INDEX_WINDOW_MS;
        const latestFor = freshUntilNextTick(indexTickers.at, marketTime, marketSpeed);
        if (query.timestamp === undefined && query.startAfter === undefined) {
          return { prepared: latest(wanted, indexTickers, notBefore), maxAgeSeconds: latestFor };
        }
        const cursor = query.startAfter === undefined ? undefined : records.cursorOf(query.startAfter);
        const from = cursor ?? { at: Math.min(query.timestamp ?? marketTime, marketTime) };
        const page = { ...from, atOrBefore: from.at, notBefore, limit: query.size ?? DEFAULT_SIZE };
        const maxAgeSeconds = from.at >= indexTickers.at ? latestFor : PAST_PAGE_SECONDS;
        return pageAnswer(parts, wanted, page, maxAgeSeconds);
      },
    }),
  ];
}

export function cursorProblems(startAfter: string | undefined, records: IndexRecords): FieldError[] {
  if (startAfter === undefined || records.cursorOf(startAfter)) return [];
  const message = 'must be the id of an index ticker';
  return [{ object: 'IndexTicker', field: 'startAfter', rejectedValue: startAfter, message }];
}

function wantedBy(
  {
    indexType,
    indexId,
  }: { readonly indexType?: IndexType | undefined; readonly indexId?: string | undefined },
  grant: Grant,
  records: IndexRecords,
): Wanted {
  const ownType = indexId === undefined ? undefined : records.order.typeOf(indexId);
  requireType(grant, indexType, TICKER_SCOPES);
  requireType(grant, ownType, TICKER_SCOPES);
  if (indexId === undefined) return { types: indexType ? [indexType] : readableTypes(grant, TICKER_SCOPES) };
  const matches = ownType !== undefined && (indexType === undefined || indexType === ownType);
  return matches ? { types: [ownType], series: { indexType: ownType, indexId } } : { types: [] };
}

function latest({ types, series }: Wanted, tickers: IndexTickers, notBefore: Millis): PreparedAnswer {
  return series ? tickers.ofSeries(series, notBefore) : tickers.ofTypes(types, notBefore);
}

async function pageAnswer(
  { history, records }: IndexTickerParts,
  { types, series }: Wanted,
  page: Page & Partial<IndexCursor>,
  maxAgeSeconds: number,
): Promise<Answer> {
  const limit = page.limit + 1;
  let values: StoredValue[] = [];
  if (series) {
    const atOrBefore = records.startIn(series, page);
    values = await history.readSeries({ series, atOrBefore, notBefore: page.notBefore, limit });
  } else if (types.length > 0) {
    const { atOrBefore, after, notBefore } = page;
    values = await history.readAcross({ types, atOrBefore, notBefore, limit, ...(after ? { after } : {}) });
  }
  const shown = values.slice(0, page.limit);
  return { prepared: records.page(shown, values.length > shown.length), maxAgeSeconds };
}
