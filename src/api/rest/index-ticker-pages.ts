import { MOST_SIZE } from '../../contract/parameter-kinds.ts';
import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, dayStart, SECOND_MS, type Millis } from '../../core/time.ts';
import { setRow, seriesColumns, type SeriesColumns } from '../../core/value-columns.ts';
import type { HistoryReader } from '../../history/history-store.ts';
import {
  IndexPageWriter,
  usualPageBytes,
  type PastValues,
  type WrittenPage,
} from '../../latest/index-page-writer.ts';
import type { IndexTickers } from '../../latest/index-tickers.ts';
import { PreparedAnswer } from '../../latest/prepared-answer.ts';
import { freshUntilNextTick } from './freshness.ts';
import type { Wanted } from './index-access.ts';
import { PageBuffers } from './page-buffers.ts';
import type { Answer } from './route.ts';
import { startsAfter } from './series-cursors.ts';
import { SettledPages } from './settled-pages.ts';

/** Past values do not change, but the window moves and a page may still fill. */
const PAST_PAGE_SECONDS = 300;
const DAY_SECONDS = DAY_MS / SECOND_MS;
/** Some hundred pages of 2,000 records. */
const KEPT_PAGE_BYTES = 48 * 2 ** 20;
/** A page and the record that says whether there is a next one. */
const COLUMN_ROWS = MOST_SIZE + 1;
const MOST_SPARE_COLUMNS = 8;

export interface IndexTickerPagesParts {
  readonly indexTickers: IndexTickers;
  readonly history: HistoryReader;
  readonly marketSpeed: number;
  /** Nothing is going to be filled in at or after this instant as things are, besides the ticks that are still to come. */
  readonly settledFrom: () => Millis;
}

interface PageQuery {
  readonly atOrBefore: Millis;
  readonly after?: SeriesId;
  readonly limit: number;
  readonly notBefore: Millis;
}

/** Pages of the past, from history; those that can no longer change and are asked for again are kept ready. */
export class IndexTickerPages {
  readonly #parts: IndexTickerPagesParts;
  readonly #writer = new IndexPageWriter();
  readonly #buffers = new PageBuffers();
  readonly #spareColumns: SeriesColumns[] = [];
  readonly #settled = new SettledPages(KEPT_PAGE_BYTES);
  #settledFrom = -Infinity;

  constructor(parts: IndexTickerPagesParts) {
    this.#parts = parts;
  }

  answer(wanted: Wanted, query: PageQuery, marketTime: Millis): Answer | Promise<Answer> {
    const { indexTickers, marketSpeed } = this.#parts;
    const dayLong = Math.floor(DAY_SECONDS / marketSpeed);
    this.#forgetUnsettled();
    // A page that may be kept for a day stays in the window for that long.
    const known = this.#settled.find(keyOf(wanted, query), query.notBefore + DAY_MS);
    if (known) return { prepared: known, maxAgeSeconds: dayLong };
    const isLatest = query.atOrBefore >= indexTickers.at;
    const usual = isLatest ? freshUntilNextTick(indexTickers.at, marketTime, marketSpeed) : PAST_PAGE_SECONDS;
    return this.#page(wanted, query, { dayLong, usual });
  }

  /** The operator may ask for more to be filled in, later. */
  #forgetUnsettled(): void {
    const settledFrom = this.#parts.settledFrom();
    if (settledFrom > this.#settledFrom) this.#settled.clear();
    this.#settledFrom = settledFrom;
  }

  async #page(wanted: Wanted, query: PageQuery, seconds: PageSeconds): Promise<Answer> {
    const columns = this.#spareColumns.pop() ?? seriesColumns(COLUMN_ROWS);
    const found = await read(this.#parts.history, wanted, { ...query, limit: query.limit + 1 }, columns);
    const count = Math.min(found.count, query.limit);
    const room = this.#buffers.take(usualPageBytes(count));
    const page = this.#writer.page({ ...found, count }, found.count > query.limit, room);
    const oldestAt = columns.ats[count - 1] ?? -Infinity;
    if (this.#spareColumns.length < MOST_SPARE_COLUMNS) this.#spareColumns.push(columns);
    if (count < query.limit || !this.#isSettled(query, oldestAt)) return this.#sentOnce(page, seconds.usual);
    return this.#settledAnswer(page, keyOf(wanted, query), oldestAt, seconds.dayLong);
  }

  #settledAnswer(page: WrittenPage, key: string, oldestAt: Millis, maxAgeSeconds: number): Answer {
    if (!this.#settled.isAskedAgain(key)) return this.#sentOnce(page, maxAgeSeconds);
    const prepared = new PreparedAnswer(Buffer.from(page.bytes), page.tag);
    this.#buffers.giveBack(page.bytes);
    this.#settled.keep(key, { prepared, oldestAt });
    return { prepared, maxAgeSeconds };
  }

  #sentOnce({ bytes, tag }: WrittenPage, maxAgeSeconds: number): Answer {
    return {
      prepared: new PreparedAnswer(bytes, tag),
      maxAgeSeconds,
      release: () => this.#buffers.giveBack(bytes),
    };
  }

  /** Inside complete days in which nothing will be filled in, and in the window for another day. */
  #isSettled({ atOrBefore, notBefore }: PageQuery, oldestAt: Millis): boolean {
    const { indexTickers, settledFrom } = this.#parts;
    const complete = atOrBefore <= dayStart(indexTickers.at);
    return complete && oldestAt >= settledFrom() && oldestAt >= notBefore + DAY_MS;
  }
}

interface PageSeconds {
  readonly dayLong: number;
  readonly usual: number;
}

function keyOf({ types, series }: Wanted, { atOrBefore, after, limit }: PageQuery): string {
  const whose = series ? series.indexId : types.join();
  return `${whose} ${atOrBefore} ${after?.indexId ?? ''} ${limit}`;
}

async function read(
  history: HistoryReader,
  { types, series }: Wanted,
  query: PageQuery,
  columns: SeriesColumns,
): Promise<PastValues> {
  if (series) {
    const { notBefore, limit } = query;
    const atOrBefore = query.atOrBefore - (startsAfter(series, query.after) ? 0 : 1);
    const count = await history.readSeriesInto({ series, atOrBefore, notBefore, limit }, columns);
    return { series, columns, count };
  }
  const values = types.length === 0 ? [] : await history.readAcross({ types, ...query });
  for (const [row, value] of values.entries()) setRow(columns, row, value);
  return { series: values, columns, count: values.length };
}
