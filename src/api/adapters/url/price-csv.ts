import type { Column } from '../../../contract/columns.ts';
import { csvCell, csvHeader, csvLine } from '../../../contract/csv-text.ts';
import { oneOf } from '../../../contract/parameter-kinds.ts';
import { Type } from '../../../contract/schema.ts';
import { STALE_VALUE_MS } from '../../../core/index-value.ts';
import { parseDatetime, type Millis } from '../../../core/time.ts';
import { PreparedAnswer } from '../../../latest/answers/prepared-answer.ts';
import { CSV_MEDIA_TYPE } from '../../http/answers/representation.ts';
import { freshUntilNextTick } from '../../http/answers/freshness.ts';
import type { Call } from '../../http/routing/call.ts';
import type { ErrorForm } from '../../http/routing/error-handling.ts';
import { dataRoute, type DataRoute } from '../../http/routing/route.ts';
import type { SeriesVersions } from '../../pages/series-cursors.ts';
import { errorText } from '../error-text.ts';
import { describeIndex } from '../index-description.ts';
import { namedPrices, NAMES, type NamedPrice, type NamedPriceSource } from '../named-prices.ts';
import type { TickerRecord } from '../ticker-record.ts';

const CONTENT_TYPE = `${CSV_MEDIA_TYPE}; charset=utf-8`;
/** Spreadsheets read this as their error value, so that no formula takes a missing price for zero. */
const NO_PRICE = '#N/A';

const column = (name: string, kind: Column['kind']): Column => ({
  name,
  path: [name],
  kind,
  optional: false,
});
/** New columns are added at the end: sheets refer to columns by position. */
const COLUMNS = [
  column('name', 'text'),
  column('price', 'decimal'),
  column('currency', 'text'),
  column('timestamp', 'datetime'),
  column('flags', 'flags'),
  column('source', 'text'),
  column('volume', 'decimal'),
  column('title', 'text'),
  column('indexType', 'text'),
  column('indexId', 'text'),
];

const ERRORS_IN_CELLS = 'cell';

export interface PriceCsvParts extends NamedPriceSource {
  readonly marketSpeed: number;
  readonly versions: SeriesVersions;
  /** Where the data come from, such as live or simulator. */
  readonly source: string;
}

/** `/price.csv` and `/t/{token}/price.csv`: one row per name, in the order of the names. */
export function priceCsvRoute(parts: PriceCsvParts): DataRoute {
  return dataRoute({
    path: '/price.csv',
    operationId: 'priceCsv',
    summary: 'The latest value of each named index, for spreadsheets',
    tag: 'Index tickers',
    object: 'IndexTicker',
    access: ['read:index-ticker', 'read:LX'],
    query: {
      ...NAMES,
      errors: {
        kind: oneOf([ERRORS_IN_CELLS]),
        description: 'Errors have the status 200, because spreadsheets show no other answers',
      },
    },
    response: Type.Object({}),
    handle: (call) => {
      const rows = namedPrices(parts, call).map((price) =>
        csvLine(COLUMNS, rowOf(price, parts, call.marketTime)),
      );
      return {
        prepared: new PreparedAnswer(Buffer.from(csvHeader(COLUMNS) + rows.join(''))),
        contentType: CONTENT_TYPE,
        maxAgeSeconds: freshUntilNextTick(parts.indexTickers.at, call.marketTime, parts.marketSpeed),
      };
    },
  });
}

function rowOf(
  { name, index: { series }, record }: NamedPrice,
  parts: PriceCsvParts,
  marketTime: Millis,
): object {
  const { title, currency } = describeIndex(series, parts.versions.current);
  const value = record === undefined ? undefined : (JSON.parse(record) as TickerRecord);
  // A sheet would use an older price as the current one: only its timestamp is shown.
  const isCurrent = value !== undefined && parseDatetime(value.timestamp)! >= marketTime - STALE_VALUE_MS;
  return {
    ...value,
    ...(!isCurrent && { price: NO_PRICE }),
    ...series,
    name: csvCell(name),
    title: csvCell(title),
    currency: csvCell(currency),
    source: parts.source,
  };
}

/** An error as the only cell of a table. A sheet that asks for it gets it with the status 200. */
export function csvErrorForm({ query }: Pick<Call, 'query'>): ErrorForm {
  return {
    bodyOf: (error, _at, requestId) =>
      csvLine([column('error', 'text')], { error: `Error: ${errorText(error, requestId)}` }),
    contentType: CONTENT_TYPE,
    sentStatus: query['errors'] === ERRORS_IN_CELLS ? 200 : undefined,
  };
}
