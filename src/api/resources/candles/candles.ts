import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Candles } from '../../../values/candles/candles.ts';
import type { FieldError } from '../../../contract/errors.ts';
import { datetimeParameter, oneOf, size, uuid } from '../../../contract/parameter-kinds.ts';
import { CandleSchema } from '../../../contract/records/candle.ts';
import { pageOf } from '../../../contract/schemas.ts';
import { CANDLE_SCOPES, TICKER_SCOPES } from '../../../contract/scopes.ts';
import { INTERVALS, type Interval } from '../../../core/candle-interval.ts';
import { INDEX_WINDOW_MS, type SeriesId } from '../../../core/index-value.ts';
import { decodeRecordId } from '../../../core/ids/record-id.ts';
import { formatDatetime, type Millis } from '../../../core/time.ts';
import { IndexNames } from '../../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import { candleKey, candleKind } from '../../../latest/candles/interval-candle-text.ts';
import { candleNow, type CandlePast } from '../../pages/candle-now.ts';
import { CandlePages, type CandlePagesParts } from '../../pages/candle-pages.ts';
import type { CoveredRange } from '../../http/answers/incomplete.ts';
import { wantedBy } from '../../pages/index-access.ts';
import { INDEX_SELECTORS, indexSelectors } from '../index-selectors.ts';
import { stepAtOrAfter, stepAtOrBefore, type InstantRange } from '../../http/answers/oldest-first.ts';
import type { WasSent } from '../../http/routing/parameters.ts';
import { RANGE_PARAMETERS, rangeOf, rangeProblems, type Range, type RangeQuery } from '../../pages/range.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import type { SeriesVersions } from '../../pages/series-cursors.ts';

const DEFAULT_SIZE = 500;
const EVERY_INTERVAL = Object.keys(INTERVALS) as Interval[];

export interface CandleParts extends CandlePagesParts, CandlePast {
  readonly candles: Candles;
  readonly indexTickers: IndexTickers;
  readonly versions: SeriesVersions;
}

interface CandleQuery {
  readonly interval?: Interval | undefined;
  readonly startAfter?: string | undefined;
}

export function candleRoutes(parts: CandleParts): DataRoute[] {
  const { indexTickers, versions } = parts;
  const selectors = indexSelectors(new IndexNames(versions, indexTickers), 'Candle');
  const pages = new CandlePages(parts);

  function seriesOf(query: object): SeriesId | undefined {
    const indexId = selectors.idOf(query as Readonly<Record<string, unknown>>);
    const indexType = indexId === undefined ? undefined : versions.current.series.typeOf(indexId);
    return indexId === undefined || !indexType ? undefined : { indexType, indexId };
  }

  function problems(query: CandleQuery & object, wasSent: WasSent): FieldError[] {
    const given = query as Readonly<Record<string, unknown>>;
    const wrong = selectors.problems(given);
    if (wrong.length > 0) return wrong;
    if (selectors.idOf(given) === undefined && Object.keys(INDEX_SELECTORS).some(wasSent)) return [];
    if (selectors.idOf(given) === undefined)
      return [
        {
          object: 'Candle',
          field: 'indexId',
          rejectedValue: '',
          message: 'is required unless the index is selected by name',
        },
      ];
    return cursorProblems(query, seriesOf(query));
  }

  return [
    dataRoute({
      path: '/candles',
      operationId: 'listCandles',
      summary: 'Candles of one index, from one minute to one day long',
      tag: 'Candles',
      object: 'Candle',
      access: ['read:index-ticker', 'read:ohlcv', 'read:LX'],
      query: {
        interval: { kind: oneOf(EVERY_INTERVAL), description: 'Length of each candle', required: true },
        ...INDEX_SELECTORS,
        ...RANGE_PARAMETERS,
        timestamp: { kind: datetimeParameter, description: 'Not supported for candles: use from and to' },
        startAfter: { kind: uuid, description: 'Continue after this candle, with the same filters' },
        size: { kind: size, description: `Maximum number of candles per page (default: ${DEFAULT_SIZE})` },
      },
      together: (query, wasSent) => [...problems(query, wasSent), ...timeProblems(query)],
      response: pageOf(CandleSchema),
      handle: ({ query, grant, marketTime, marketNow, asker }) => {
        const { interval, startAfter } = query;
        const filter = { indexId: selectors.idOf(query) };
        const scopes = interval === '1d' ? CANDLE_SCOPES : TICKER_SCOPES;
        const { series } = wantedBy(filter, grant as Grant, versions.current.series, scopes);
        const range = rangeOf(query, marketTime) ?? { from: -Infinity, to: marketTime + 1, ascending: false };
        const cursor = startAfter === undefined ? undefined : decodeRecordId(startAfter)?.at;
        return pages.answer({
          series,
          interval,
          ascending: range.ascending,
          starts: startsOf(range, interval, marketTime, cursor),
          requested: requestedPart(query, range, cursor, INTERVALS[interval]),
          limit: query.size ?? DEFAULT_SIZE,
          marketTime,
          marketNow,
          asker,
          moment: candleNow(indexTickers.at, marketTime, parts),
        });
      },
    }),
  ];
}

function timeProblems(query: RangeQuery): FieldError[] {
  if (query.timestamp === undefined) return rangeProblems(query, 'Candle');
  const rejectedValue = formatDatetime(query.timestamp);
  const message = 'is not supported for candles: use from and to';
  return [{ object: 'Candle', field: 'timestamp', rejectedValue, message }];
}

/** Starts of candles that a page may contain: below a day, only candles completely inside the window. */
function startsOf(range: Range, interval: Interval, marketTime: Millis, cursor?: Millis): InstantRange {
  const step = INTERVALS[interval];
  const oldest = interval === '1d' ? 0 : marketTime - INDEX_WINDOW_MS;
  const from = stepAtOrAfter(Math.max(range.from, oldest), step);
  const upTo = stepAtOrBefore(range.to - 1, step);
  if (cursor === undefined) return { from, upTo };
  return range.ascending
    ? { from: Math.max(from, cursor + step), upTo }
    : { from, upTo: Math.min(upTo, cursor - step) };
}

/** The part of an explicit range that is left after the cursor. */
function requestedPart(
  { from }: RangeQuery,
  range: Range,
  cursor: Millis | undefined,
  step: Millis,
): CoveredRange | undefined {
  if (from === undefined) return undefined;
  if (cursor === undefined) return range;
  return range.ascending
    ? { from: Math.max(from, cursor + step), to: range.to }
    : { from, to: Math.min(range.to, cursor) };
}

function cursorProblems({ interval, startAfter }: CandleQuery, series: SeriesId | undefined): FieldError[] {
  if (startAfter === undefined || !interval || !series) return [];
  const position = decodeRecordId(startAfter);
  if (position?.kind === candleKind(series, interval) && position.entityKey === candleKey(series, interval))
    return [];
  const message = 'must be the id of a candle of this index and interval';
  return [{ object: 'Candle', field: 'startAfter', rejectedValue: startAfter, message }];
}
