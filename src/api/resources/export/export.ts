import { Type, type TSchema } from '../../../contract/schema.ts';
import type { Grant } from '../../../auth/tokens/token-verifier.ts';
import type { Candles } from '../../../values/candles/candles.ts';
import { FILE_FORMATS, type FileFormat } from '../../../contract/formats.ts';
import { datetimeParameter, oneOf } from '../../../contract/parameter-kinds.ts';
import { CandleSchema } from '../../../contract/records/candle.ts';
import { IndexTicker } from '../../../contract/records/index-ticker.ts';
import { OpenHighLowCloseVolume } from '../../../contract/records/open-high-low-close-volume.ts';
import { CANDLE_SCOPES, TICKER_SCOPES, type Scope, type TypeScopes } from '../../../contract/scopes.ts';
import { INTERVALS, type Interval } from '../../../core/candle-interval.ts';
import { INDEX_WINDOW_MS } from '../../../core/index-value.ts';
import type { LoopTurns } from '../../../core/async/loop-turns.ts';
import { DAY_MS, type Millis } from '../../../core/time.ts';
import type { HistoryReader } from '../../../history/history-store.ts';
import { IndexNames } from '../../../latest/indices/index-names.ts';
import type { IndexTickers } from '../../../latest/indices/index-tickers.ts';
import type { ParquetFiles } from '../../../values/export/parquet/parquet-files.ts';
import type { RecordTable } from '../../../values/export/parquet/record-batch.ts';
import { CandleExport } from '../candles/candle-export.ts';
import { candleNow, type CandleNow, type CandlePast } from '../../pages/candle-now.ts';
import { exportChunks, type ExportTable } from './export-chunks.ts';
import {
  EXPORT_SELECTORS,
  ExportSelection,
  MAX_EXPORTED_INDICES,
  type ExportSelector,
} from './export-selection.ts';
import type { Exports } from './exports.ts';
import type { CoveredRange, IncompleteRanges } from '../../http/answers/incomplete.ts';
import { requireType } from '../../pages/index-access.ts';
import { OhlcvExport } from './ohlcv-export.ts';
import { stepAtOrBefore } from '../../http/answers/oldest-first.ts';
import { rangeProblems } from '../../pages/range.ts';
import { streamedRoute, type StreamedRoute } from '../../http/routing/route.ts';
import type { SeriesVersions } from '../../pages/series-cursors.ts';
import type { StreamedAnswer } from '../../http/answers/streamed-answer.ts';
import { TickExport, type ExportSpan } from './tick-export.ts';
import type { JobOwner } from '../../http/limits/fair-queue.ts';

export interface ExportParts extends CandlePast {
  readonly history: HistoryReader;
  readonly incomplete: IncompleteRanges;
  readonly indexTickers: IndexTickers;
  readonly versions: SeriesVersions;
  /** Not cached: data that an export reads once must not evict what others use. */
  readonly exportCandles: Candles;
  readonly parquet: ParquetFiles;
  readonly exports: Exports;
  readonly turns: LoopTurns;
}

const CONTENT_TYPES: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8; header=present',
  ndjson: 'application/x-ndjson; charset=utf-8',
  parquet: 'application/vnd.apache.parquet',
};

const SHARED = {
  ...EXPORT_SELECTORS,
  from: { kind: datetimeParameter, description: 'Only records at or after this time', required: true },
  to: { kind: datetimeParameter, description: 'Only records before this time (default: now)' },
  format: { kind: oneOf(FILE_FORMATS), description: 'Format of the file (default: csv)' },
} as const;

interface ExportQuery extends ExportSelector {
  readonly from: Millis;
  readonly to?: Millis | undefined;
  readonly format?: FileFormat | undefined;
}

export function exportRoutes(parts: ExportParts): StreamedRoute[] {
  const { history, indexTickers, versions, exportCandles, turns } = parts;
  const selection = new ExportSelection(new IndexNames(versions, indexTickers));

  /** The moment of an export: values published later are not included. */
  function momentOf(marketTime: Millis): CandleNow {
    return candleNow(indexTickers.at, marketTime, parts);
  }

  /**
   * The requested range, up to the last existing record. Throws 403 if the token may not read one of the
   * indices.
   */
  function spanOf(
    query: ExportQuery,
    grant: Grant,
    scopes: TypeScopes,
    oldest: Millis,
    newest: Millis,
  ): ExportSpan {
    const series = selection.seriesOf(query, versions.current.series);
    for (const { indexType } of series) requireType(grant, indexType, scopes);
    const upTo = Math.min((query.to ?? Infinity) - 1, newest);
    return { series, from: Math.max(query.from, oldest), upTo };
  }

  /** The gaps of an export of 30-second values, or of candles made of them; only for one index. */
  function lackedSlots(
    { series }: ExportSpan,
    range: CoveredRange,
    marketTime: Millis,
  ): StreamedAnswer['incomplete'] {
    const [one] = series;
    if (!one || series.length > 1) return undefined;
    const moment = { at: indexTickers.at, windowFrom: marketTime - INDEX_WINDOW_MS };
    return (gone) => parts.incomplete.slotGaps(one, range, moment, undefined, gone);
  }

  /** The same for end-of-day records. */
  function lackedDays(
    { series, from, upTo }: ExportSpan,
    lastDay: Millis,
    marketTime: Millis,
  ): StreamedAnswer['incomplete'] {
    const [one] = series;
    if (!one || series.length > 1) return undefined;
    const moment = { at: indexTickers.at, windowFrom: marketTime - INDEX_WINDOW_MS, lastDay };
    const last = Math.min(upTo, lastDay);
    const limit = Math.max(0, Math.ceil((last - from) / DAY_MS) + 1);
    return async (gone) => {
      const records = await history.readCandles({ series: one, startAtOrBefore: last, limit });
      const days = records.map(({ startAt }) => startAt);
      return parts.incomplete.dayGaps(one, { from, to: upTo + 1 }, days, moment, undefined, gone);
    };
  }

  function streamed<P>(
    table: ExportTable<P>,
    { format = 'csv' }: ExportQuery,
    { clientId, tokenId }: Grant,
    needs: ReadonlySet<Scope>,
    { address, isVisitor }: JobOwner,
    incomplete: StreamedAnswer['incomplete'],
  ): StreamedAnswer {
    const network = address?.network;
    const holder = { clientId, needs, network, ...(tokenId !== undefined && { tokenId }) };
    const ownTurns = { next: () => turns.next(isVisitor) };
    return {
      contentType: CONTENT_TYPES[format],
      fileName: `${table.form.table}.${format}`,
      isText: format !== 'parquet',
      ...(incomplete && { incomplete }),
      open: (gone) => {
        const { signal, check, done } = parts.exports.begin(holder, gone);
        const chunks = exportChunks(table, format, { turns: ownTurns, parquet: parts.parquet, signal });
        return andThen(chunks, check, done);
      },
    };
  }

  /** What all export routes have in common. */
  function shared(
    table: RecordTable,
    line: TSchema,
    operationId: string,
    what: string,
    access: readonly Scope[],
  ) {
    return {
      path: `/export/${table}`,
      operationId,
      summary: `${what} of up to ${MAX_EXPORTED_INDICES} indices as a file, index by index in the requested order, oldest first`,
      tag: 'Export',
      object: 'Export',
      access,
      together: (query: Partial<ExportQuery>, wasSent: Parameters<ExportSelection['problems']>[1]) => [
        ...selection.problems(query, wasSent),
        ...rangeProblems({ from: query.from, to: query.to }, 'Export'),
      ],
      response: Type.String({ description: 'The file' }),
      line,
      // While the service is stopping.
      alsoAnswers: [503],
      streams: Object.values(CONTENT_TYPES).map((type) => type.split(';')[0]!),
    } as const;
  }

  return [
    streamedRoute({
      ...shared('index-ticker', IndexTicker, 'exportIndexTickers', 'Index tickers', [
        'read:index-ticker',
        'read:LX',
      ]),
      query: SHARED,
      handle: ({ query, grant, marketTime, asker }) => {
        const { at } = momentOf(marketTime);
        const oldest = marketTime - INDEX_WINDOW_MS;
        const span = spanOf(query, grant as Grant, TICKER_SCOPES, oldest, at);
        const needs = scopesFor(span, TICKER_SCOPES);
        const lacked = lackedSlots(span, { from: query.from, to: span.upTo + 1 }, marketTime);
        return streamed(new TickExport(history, span), query, grant as Grant, needs, asker(), lacked);
      },
    }),
    streamedRoute({
      ...shared('ohlcv', OpenHighLowCloseVolume, 'exportOhlcv', 'End-of-day records', [
        'read:ohlcv',
        'read:LX',
      ]),
      query: SHARED,
      handle: ({ query, grant, marketTime, asker }) => {
        const { lastDay } = momentOf(marketTime);
        const span = spanOf(query, grant as Grant, CANDLE_SCOPES, 0, lastDay);
        return streamed(
          new OhlcvExport(history, span),
          query,
          grant as Grant,
          scopesFor(span, CANDLE_SCOPES),
          asker(),
          lackedDays(span, lastDay, marketTime),
        );
      },
    }),
    streamedRoute({
      ...shared('candles', CandleSchema, 'exportCandles', 'Candles', [
        'read:index-ticker',
        'read:ohlcv',
        'read:LX',
      ]),
      query: {
        interval: {
          kind: oneOf(Object.keys(INTERVALS) as Interval[]),
          description: 'Length of each candle',
          required: true,
        },
        ...SHARED,
      },
      handle: ({ query, grant, marketTime, asker }) => {
        const { interval } = query;
        const moment = momentOf(marketTime);
        const isDay = interval === '1d';
        const scopes = isDay ? CANDLE_SCOPES : TICKER_SCOPES;
        const oldest = isDay ? 0 : marketTime - INDEX_WINDOW_MS;
        const span = spanOf(query, grant as Grant, scopes, oldest, marketTime);
        const candles = { candles: exportCandles, history };
        const table = new CandleExport(candles, { ...span, interval, moment, marketTime });
        // A candle holds the ticks after its start, up to and including its end.
        const step = INTERVALS[interval];
        const range = { from: query.from + 1, to: stepAtOrBefore(span.upTo, step) + step + 1 };
        const lacked = isDay
          ? lackedDays(span, moment.lastDay, marketTime)
          : lackedSlots(span, range, marketTime);
        return streamed(table, query, grant as Grant, scopesFor(span, scopes), asker(), lacked);
      },
    }),
  ];
}

/** The scopes that the exported data require. */
function scopesFor({ series }: ExportSpan, scopes: TypeScopes): ReadonlySet<Scope> {
  return new Set(series.map(({ indexType }) => scopes[indexType]));
}

/** Calls `check` before each item, and `done` after the last one or when the reader stops. */
async function* andThen<T>(items: AsyncIterable<T>, check: () => void, done: () => void): AsyncGenerator<T> {
  try {
    for await (const item of items) {
      check();
      yield item;
    }
  } finally {
    done();
  }
}
