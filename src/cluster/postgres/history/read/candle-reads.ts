import { type Candle } from '../../../../core/candle.ts';
import { INDEX_TYPES } from '../../../../core/index-value.ts';
import { Lru } from '../../../../core/lru.ts';
import { compareSeries } from '../../../../core/ids/series-order.ts';
import { DAY_MS, type Millis } from '../../../../core/time.ts';
import { BlockDamaged } from '../../../../history/block/block-damaged.ts';
import { yearReader } from '../../../../history/block/candle-block.ts';
import { CANDLE_LAYOUT, DAYS_PER_YEAR } from '../../../../history/block/layout.ts';
import { rowBuffer } from '../../../../history/block/rows.ts';
import { candleOf } from '../../../../history/tiers/candle-day.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import type { CandleCrossRead, CandleRead } from '../../../../history/history-store.ts';
import { BlockTable } from '../block-table.ts';
import type { DamageReporter } from './damage-reporter.ts';
import { dayOf, monthOf, startOfDay, yearOfMonth, type Day, type Month } from '../grid.ts';
import type { HistoryMoment } from './moment.ts';
import { PROGRESS_COLUMNS } from '../../known-progress.ts';

const MONTHS_PER_QUERY = 36;
const SERIES_PER_QUERY = 512;
const MAX_DAYS = 31;
const KEPT_MONTHS = 2;
/** How many versions of the list of days are cached. The list grows by one per day. */
const KEPT_LISTS = 1;
/** Later than any month of a Date. */
const LAST_MONTH: Month = 12 * 10_000;
const LAST_DAY: Day = 2 ** 31 - 1;

/** Reads end-of-day records: a block for each series and month, rows by day of the year. */
export class CandleReads {
  readonly #table: SeriesTable;
  readonly #damages: DamageReporter;
  readonly #months = new Lru<string, BlockTable>({ maxEntries: KEPT_MONTHS });
  readonly #days = new Lru<number, readonly Day[]>({ maxEntries: KEPT_LISTS });
  readonly #reader = yearReader();
  readonly #buffer = rowBuffer(CANDLE_LAYOUT, DAYS_PER_YEAR);

  constructor(table: SeriesTable, damages: DamageReporter) {
    this.#table = table;
    this.#damages = damages;
  }

  async ofSeries(
    { session }: HistoryMoment,
    { series, startAtOrBefore, limit }: CandleRead,
  ): Promise<Candle[]> {
    const candles: Candle[] = [];
    const number = this.#table.numberOf(series);
    if (number === undefined) return candles;
    let newest = monthAtOrBefore(startAtOrBefore);
    while (candles.length < limit) {
      const months = await session.rows<{ month: Month; block: Buffer }>(
        `select month, block, ${PROGRESS_COLUMNS} from candle_month where series = $1 and month <= $2 order by month desc limit $3`,
        [number, newest, MONTHS_PER_QUERY],
      );
      for (const { month, block } of months)
        this.#push(number, month, block, startAtOrBefore, limit, candles);
      if (months.length < MONTHS_PER_QUERY) break;
      newest = months.at(-1)!.month - 1;
    }
    return candles;
  }

  async across(moment: HistoryMoment, read: CandleCrossRead): Promise<Candle[]> {
    const { types, startAtOrBefore, after, startNotBefore = -Infinity, limit } = read;
    const candles: Candle[] = [];
    const [oldest, newest] = [Math.ceil(startNotBefore / DAY_MS), dayAtOrBefore(startAtOrBefore)];
    for (const day of await this.#daysOf(moment)) {
      if (day > newest) continue;
      if (day < oldest) break;
      const startAt = startOfDay(day);
      const from = startAt === startAtOrBefore ? after : undefined;
      for (const type of INDEX_TYPES.filter((one) => types.includes(one))) {
        const numbers = this.#table.sorted(type).subarray(this.#table.positionAfter(type, from));
        await this.#pushDay(moment, startAt, numbers, limit, candles);
      }
      if (candles.length >= limit) break;
    }
    return candles;
  }

  async newest({ session }: HistoryMoment, startAtOrBefore: Millis): Promise<Candle[]> {
    const candles: Candle[] = [];
    let left = this.#table.numbers();
    // The newest month of a series may have only later days; the month before it has none.
    for (let month = monthAtOrBefore(startAtOrBefore), i = 0; i < 2 && left.length > 0; month--, i++) {
      const found = new Set<number>();
      for (let at = 0; at < left.length; at += SERIES_PER_QUERY) {
        const rows = await session.rows<{ series: number; month: Month; block: Buffer }>(
          'select distinct on (series) series, month, block from candle_month where series = any($1::integer[]) and month <= $2 order by series, month desc',
          [left.slice(at, at + SERIES_PER_QUERY), month],
        );
        for (const row of rows) {
          const before = candles.length;
          this.#push(row.series, row.month, row.block, startAtOrBefore, before + 1, candles);
          if (candles.length > before) found.add(row.series);
        }
      }
      left = left.filter((number) => !found.has(number));
    }
    return candles.toSorted(compareSeries);
  }

  /** Days that have records, newest first. */
  async #daysOf({ session, candleWrites }: HistoryMoment): Promise<readonly Day[]> {
    const known = this.#days.get(candleWrites);
    if (known) return known;
    const rows = await session.rows<{ day: Day }>('select day from candle_day order by day desc');
    const days = rows.map(({ day }) => day);
    this.#days.set(candleWrites, days);
    return days;
  }

  /** Newest first. */
  #push(
    number: number,
    month: Month,
    block: Uint8Array,
    startAtOrBefore: Millis,
    limit: number,
    candles: Candle[],
  ): void {
    const year = yearOfMonth(month);
    const count = this.#decode(number, month, block);
    const { rowNumbers, numbers, flags } = this.#buffer;
    const id = this.#table.idOf(number);
    for (let row = count - 1; row >= 0 && candles.length < limit; row--) {
      const startAt = year + rowNumbers[row]! * DAY_MS;
      if (startAt <= startAtOrBefore) candles.push(candleOf(id, startAt, { columns: numbers, flags }, row));
    }
  }

  /** Decodes into the buffer, oldest first. Returns 0 if the block is damaged. */
  #decode(number: number, month: Month, block: Uint8Array): number {
    const count = this.#reader.readWhole(block, this.#buffer);
    if (!(count instanceof BlockDamaged)) return count;
    const name = new Date(Date.UTC(Math.floor(month / 12), month % 12, 1)).toISOString().slice(0, 7);
    this.#damages.report(`candles ${name}`, this.#table.idOf(number), count.message);
    return 0;
  }

  async #pushDay(
    moment: HistoryMoment,
    startAt: Millis,
    numbers: Uint32Array,
    limit: number,
    candles: Candle[],
  ): Promise<void> {
    const month = monthOf(startAt);
    const firstDay = Date.UTC(Math.floor(month / 12), month % 12, 1);
    const table = this.#monthOf(moment, month);
    for (let i = 0; i < numbers.length && candles.length < limit; i += SERIES_PER_QUERY) {
      const some = numbers.subarray(i, i + SERIES_PER_QUERY);
      await this.#load(moment, month, some, table);
      for (const number of some) {
        if (candles.length >= limit) return;
        const entry = table.entryOf(number, (startAt - firstDay) / DAY_MS);
        if (entry >= 0) candles.push(candleOf(this.#table.idOf(number), startAt, table, entry));
      }
    }
  }

  #monthOf({ candleWrites }: HistoryMoment, month: Month): BlockTable {
    const key = `${month} ${candleWrites}`;
    let table = this.#months.get(key);
    if (!table) this.#months.set(key, (table = new BlockTable(MAX_DAYS, CANDLE_LAYOUT.columns.length)));
    return table;
  }

  async #load(
    { session }: HistoryMoment,
    month: Month,
    numbers: Uint32Array,
    into: BlockTable,
  ): Promise<void> {
    const unknown = [...numbers].filter((number) => !into.isLoaded(number));
    if (unknown.length === 0) return;
    const rows = await session.rows<{ series: number; block: Buffer }>(
      'select series, block from candle_month where series = any($1::integer[]) and month = $2',
      [unknown, month],
    );
    const blocks = new Map(rows.map(({ series, block }) => [series, block]));
    const firstRow = (Date.UTC(Math.floor(month / 12), month % 12, 1) - yearOfMonth(month)) / DAY_MS;
    for (const number of unknown) {
      if (into.isLoaded(number)) continue;
      const block = blocks.get(number);
      const count = block ? this.#decode(number, month, block) : 0;
      if (count === 0) into.addNothing(number);
      else into.add(number, this.#buffer, count, firstRow);
    }
  }
}

function monthAtOrBefore(startAt: Millis): Month {
  return Number.isFinite(startAt) ? monthOf(startAt) : LAST_MONTH;
}

function dayAtOrBefore(startAt: Millis): Day {
  return Math.min(LAST_DAY, dayOf(startAt));
}
