import { Type } from 'typebox';
import type { Grant } from '../../auth/token-verifier.ts';
import { FLAGS, INDEX_TYPES, type SeriesId } from '../../core/index-value.ts';
import type { SeriesOrder } from '../../core/series-order.ts';
import { DAY_MS, dayStart, SECOND_MS, type Millis } from '../../core/time.ts';
import type { HistoryStore, StoredValue } from '../../history/history-store.ts';
import { IndexPageWriter } from '../../latest/index-page-writer.ts';
import { TICK_KINDS } from '../../latest/index-ticker-text.ts';
import type { IndexTickers } from '../../latest/index-tickers.ts';
import type { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { freshUntilNextTick } from './freshness.ts';
import { TICKER_SCOPES, wantedBy, type Wanted } from './index-access.ts';
import { datetime as instant, oneOf, size, uuid } from './parameters.ts';
import { dataRoute, type Answer, type DataRoute } from './route.ts';
import { datetime, pageOf, quantity, Uuid } from './schemas.ts';
import { SeriesCursors, startsAfter } from './series-cursors.ts';
import { SettledPages } from './settled-pages.ts';

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
const DAY_SECONDS = DAY_MS / SECOND_MS;
/** Some hundred pages of 2,000 records. */
const KEPT_PAGE_BYTES = 48 * 2 ** 20;

export interface IndexTickerParts {
  readonly indexTickers: IndexTickers;
  readonly history: HistoryStore;
  readonly series: SeriesOrder;
  readonly marketSpeed: number;
  /** Nothing will be filled in at or after this instant, besides the ticks that are still to come. */
  readonly settledFrom: () => Millis;
}

interface PageQuery {
  readonly atOrBefore: Millis;
  readonly after?: SeriesId;
  readonly limit: number;
  readonly notBefore: Millis;
}

export function tickCursors(order: SeriesOrder): SeriesCursors {
  return new SeriesCursors(order, TICK_KINDS, 'IndexTicker', 'must be the id of an index ticker');
}

export function indexTickerRoutes(parts: IndexTickerParts): DataRoute[] {
  const { indexTickers, marketSpeed, series: order } = parts;
  const cursors = tickCursors(order);
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
        const wanted = wantedBy(query, grant as Grant, order, TICKER_SCOPES);
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

/** Pages of the past, from history; those that can no longer change are kept ready. */
class IndexTickerPages {
  readonly #parts: IndexTickerParts;
  readonly #writer = new IndexPageWriter();
  readonly #settled = new SettledPages(KEPT_PAGE_BYTES);

  constructor(parts: IndexTickerParts) {
    this.#parts = parts;
  }

  answer(wanted: Wanted, query: PageQuery, marketTime: Millis): Answer | Promise<Answer> {
    const { indexTickers, marketSpeed } = this.#parts;
    const dayLong = Math.floor(DAY_SECONDS / marketSpeed);
    // A page that may be kept for a day stays in the window for that long.
    const known = this.#settled.find(keyOf(wanted, query), query.notBefore + DAY_MS);
    if (known) return { prepared: known, maxAgeSeconds: dayLong };
    const isLatest = query.atOrBefore >= indexTickers.at;
    const usual = isLatest ? freshUntilNextTick(indexTickers.at, marketTime, marketSpeed) : PAST_PAGE_SECONDS;
    return this.#page(wanted, query, { dayLong, usual });
  }

  async #page(
    wanted: Wanted,
    query: PageQuery,
    seconds: { readonly dayLong: number; readonly usual: number },
  ): Promise<Answer> {
    const values = await read(this.#parts.history, wanted, { ...query, limit: query.limit + 1 });
    const more = values.length > query.limit;
    if (more) values.pop();
    const prepared = this.#writer.page(values, more);
    const oldestAt = values.at(-1)?.at ?? -Infinity;
    if (values.length < query.limit || !this.#isSettled(query, oldestAt))
      return { prepared, maxAgeSeconds: seconds.usual };
    this.#settled.keep(keyOf(wanted, query), { prepared, oldestAt });
    return { prepared, maxAgeSeconds: seconds.dayLong };
  }

  /** Inside complete days in which nothing will be filled in, and in the window for another day. */
  #isSettled({ atOrBefore, notBefore }: PageQuery, oldestAt: Millis): boolean {
    const { indexTickers, settledFrom } = this.#parts;
    const complete = atOrBefore <= dayStart(indexTickers.at);
    return complete && oldestAt >= settledFrom() && oldestAt >= notBefore + DAY_MS;
  }
}

function keyOf({ types, series }: Wanted, { atOrBefore, after, limit }: PageQuery): string {
  const whose = series ? series.indexId : types.join();
  return `${whose} ${atOrBefore} ${after?.indexId ?? ''} ${limit}`;
}

async function read(
  history: HistoryStore,
  { types, series }: Wanted,
  query: PageQuery,
): Promise<StoredValue[]> {
  if (series) {
    const { notBefore, limit } = query;
    const atOrBefore = query.atOrBefore - (startsAfter(series, query.after) ? 0 : 1);
    return history.readSeries({ series, atOrBefore, notBefore, limit });
  }
  return types.length === 0 ? [] : history.readAcross({ types, ...query });
}
