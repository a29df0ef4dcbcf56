import { Lru } from '../../core/lru.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { compareSeries } from '../../core/series-order.ts';
import type { ValueColumns } from '../../core/value-columns.ts';
import { BlockDamaged } from '../block/block-damaged.ts';
import { hourReader } from '../block/hour-block.ts';
import { HOURS_A_DAY, LX_LAYOUT, TICK_LAYOUT, TICKS_AN_HOUR } from '../block/layout.ts';
import { rowBuffer } from '../block/rows.ts';
import { layoutOf } from '../embedded/segment/series-layout.ts';
import type { SeriesTable } from '../embedded/series-table.ts';
import type { CrossRead, SeriesRead, StoredValue } from '../history-store.ts';
import { BlockTable } from './block-table.ts';
import type { Damages } from './damages.ts';
import {
  atOf,
  dayOfHour,
  dayOfSlot,
  firstSlotOfHour,
  hourOfSlot,
  slotAtOrAfter,
  slotAtOrBefore,
  startOfDay,
  startOfHour,
  type Day,
  type Hour,
  type Slot,
} from './grid.ts';
import { HotSlices, type Moment } from './moment.ts';
import { HourView, SERIES_A_QUESTION, valueOf, type Bounds } from './hour-view.ts';
import { blockAt, blockSql } from './packed.ts';
import { rowOf, type StoredSlice } from './slice-content.ts';

/** So many series have their hours in one row. */
export const SERIES_A_PART = 256;
export const partOf = (number: number): number => Math.floor(number / SERIES_A_PART);

/** Rows that are asked for at a time. */
const DAYS_A_QUESTION = 8;
/** Decoded hours of all series, some 20 MB each in a world of 7,500. */
const KEPT_HOURS = 4;

/** Takes one value after the other, newest first; false where that was the last one wanted. */
export type Take = (slot: Slot, columns: ValueColumns, row: number) => boolean;

/** Reads values of ticks: of the open hours out of slices, of open days out of parts, before that out of rows of a series and a day. */
export class TickReads {
  readonly #table: SeriesTable;
  readonly #damages: Damages;
  readonly #hot: HotSlices;
  readonly #hours = new Lru<string, BlockTable>({ mostEntries: KEPT_HOURS });
  readonly #readers = new Map([TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, hourReader(layout)]));
  readonly #buffer = rowBuffer(LX_LAYOUT, TICKS_AN_HOUR);

  constructor(table: SeriesTable, damages: Damages) {
    this.#table = table;
    this.#damages = damages;
    this.#hot = new HotSlices((slot) =>
      damages.tell(`slice ${nameOf(atOf(slot))}`, undefined, 'its checksum does not match'),
    );
  }

  async ofSeries(moment: Moment, read: SeriesRead, take: Take): Promise<void> {
    const number = this.#table.numberOf(read.series);
    const bounds = boundsOf(moment, read);
    if (number === undefined || !bounds) return;
    if (await this.#openHours(moment, number, bounds, take)) await this.#days(moment, number, bounds, take);
  }

  async across(moment: Moment, read: CrossRead): Promise<StoredValue[]> {
    const values: StoredValue[] = [];
    const bounds = boundsOf(moment, read);
    if (!bounds) return values;
    const types = INDEX_TYPES.filter((type) => read.types.includes(type));
    for await (const hour of this.#hoursNewestFirst(moment, bounds)) {
      if (values.length >= read.limit) break;
      const first = firstSlotOfHour(hour);
      const view = await this.#hourOf(moment, hour, bounds);
      const oldest = Math.max(bounds.from, first);
      for (let slot = Math.min(bounds.to, first + TICKS_AN_HOUR - 1); slot >= oldest; slot--) {
        const after = atOf(slot) === read.atOrBefore ? read.after : undefined;
        for (const type of types) {
          const numbers = this.#table.sorted(type).subarray(this.#table.placeIn(type, after));
          await view.pushInstant(slot, numbers, read.limit, values);
        }
        if (values.length >= read.limit) break;
      }
    }
    return values;
  }

  async newest(moment: Moment, notBefore: number): Promise<StoredValue[]> {
    const bounds = boundsOf(moment, { atOrBefore: Infinity, notBefore });
    const values: StoredValue[] = [];
    if (!bounds) return values;
    const left = new Set(INDEX_TYPES.flatMap((type) => [...this.#table.sorted(type)]));
    const openFrom = Math.max(hourOfSlot(bounds.from), moment.openDay * HOURS_A_DAY);
    for (let hour = hourOfSlot(bounds.to); hour >= openFrom && left.size > 0; hour--) {
      const view = await this.#hourOf(moment, hour, bounds);
      await view.pushNewest(left, bounds, values);
    }
    await this.#newestOfDays(moment, [...left], bounds, values);
    return values.toSorted(compareSeries);
  }

  /** False where enough was taken. */
  async #openHours(moment: Moment, number: number, { from, to }: Bounds, take: Take): Promise<boolean> {
    const oldest = Math.max(hourOfSlot(from), moment.openDay * HOURS_A_DAY);
    const newest = hourOfSlot(to);
    if (newest < oldest) return true;
    const parts = await moment.session.rows<{ hour: number; block: Buffer }>(
      `select hour, ${blockSql('$4::integer')} as block from hour_part where part = $1 and hour between $2 and $3`,
      [partOf(number), oldest, newest, (number % SERIES_A_PART) + 1],
    );
    const blocks = new Map(parts.map(({ hour, block }) => [hour, block]));
    const slices = await this.#hot.between(moment, Math.max(from, firstSlotOfHour(oldest)), to);
    for (let hour = newest; hour >= oldest; hour--)
      if (!this.#takeHour(number, hour, blocks.get(hour), slices, { from, to }, take)) return false;
    return true;
  }

  async #days(moment: Moment, number: number, { from, to }: Bounds, take: Take): Promise<boolean> {
    let newest = Math.min(dayOfSlot(to), moment.openDay - 1);
    const oldest = dayOfSlot(from);
    while (newest >= oldest) {
      const days = await moment.session.rows<{ day: Day; ends: number[]; blocks: Buffer }>(
        'select day, ends, blocks from series_day where series = $1 and day between $2 and $3 order by day desc limit $4',
        [number, oldest, newest, DAYS_A_QUESTION],
      );
      for (const { day, ends, blocks } of days)
        for (let hour = HOURS_A_DAY - 1; hour >= 0; hour--) {
          const block = blockAt({ ends, blocks }, hour);
          const whole = day * HOURS_A_DAY + hour;
          if (block && !this.#takeHour(number, whole, block, NO_SLICES, { from, to }, take)) return false;
        }
      if (days.length < DAYS_A_QUESTION) return true;
      newest = days.at(-1)!.day - 1;
    }
    return true;
  }

  /** Decoded and taken in one go: the room to decode in is used by all reads. */
  #takeHour(
    number: number,
    hour: Hour,
    block: Uint8Array | undefined,
    slices: ReadonlyMap<Slot, StoredSlice>,
    { from, to }: Bounds,
    take: Take,
  ): boolean {
    const count = block && block.length > 0 ? this.#decode(number, hour, block) : 0;
    const first = firstSlotOfHour(hour);
    const { rowNumbers, flags, numbers } = this.#buffer;
    const [prices, volumes, tickVolumes] = numbers as [Float64Array, Float64Array, Float64Array];
    const columns = { prices, volumes, tickVolumes, flags };
    let row = count - 1;
    for (let slot = Math.min(to, first + TICKS_AN_HOUR - 1); slot >= Math.max(from, first); slot--) {
      while (row >= 0 && first + rowNumbers[row]! > slot) row--;
      const slice = slices.get(slot);
      const hotRow = slice ? rowOf(slice, number) : -1;
      if (slice && hotRow >= 0) {
        if (!take(slot, slice, hotRow)) return false;
      } else if (row >= 0 && slot === first + rowNumbers[row]! && !take(slot, columns, row)) return false;
    }
    return true;
  }

  /** Oldest first into the buffer; 0 where the block is damaged. */
  #decode(number: number, hour: Hour, block: Uint8Array): number {
    const series = this.#table.idOf(number);
    const layout = layoutOf(series.indexType);
    const reader = this.#readers.get(layout)!;
    const damaged = reader.open(block);
    const count = damaged ?? reader.read(0, TICKS_AN_HOUR - 1, 'oldest-first', this.#buffer);
    if (count instanceof BlockDamaged) {
      this.#damages.tell(`hour ${nameOf(startOfHour(hour))}`, series, count.message);
      return 0;
    }
    if (layout === TICK_LAYOUT) this.#buffer.numbers[2]!.fill(Number.NaN, 0, count);
    return count;
  }

  async *#hoursNewestFirst({ session }: Moment, { from, to }: Bounds): AsyncGenerator<Hour> {
    const days = await session.rows<{ day: Day }>(
      'select day from tick_day where day between $1 and $2 order by day desc',
      [dayOfSlot(from), dayOfSlot(to)],
    );
    for (const { day } of days)
      for (let hour = day * HOURS_A_DAY + HOURS_A_DAY - 1; hour >= day * HOURS_A_DAY; hour--)
        if (hour <= hourOfSlot(to) && hour >= hourOfSlot(from)) yield hour;
  }

  async #hourOf(moment: Moment, hour: Hour, bounds: Bounds): Promise<HourView> {
    const isOpen = dayOfHour(hour) >= moment.openDay;
    const first = firstSlotOfHour(hour);
    // Values move from slices to parts when the hour is over.
    const isHot = moment.hotFrom < first + TICKS_AN_HOUR;
    const key = `${hour} ${moment.pastRevision} ${isHot ? moment.hotFrom : ''}`;
    let table = this.#hours.get(key);
    if (!table) this.#hours.set(key, (table = new BlockTable(TICKS_AN_HOUR, LX_LAYOUT.columns.length)));
    const last = Math.min(bounds.to, first + TICKS_AN_HOUR - 1);
    const slices = isHot ? await this.#hot.between(moment, first, last) : NO_SLICES;
    const load = (numbers: readonly number[]) =>
      isOpen ? this.#loadParts(moment, hour, numbers, table) : this.#loadDay(moment, hour, numbers, table);
    return new HourView(this.#table, hour, slices, table, load);
  }

  async #loadParts(
    { session }: Moment,
    hour: Hour,
    numbers: readonly number[],
    into: BlockTable,
  ): Promise<void> {
    const parts = await session.rows<{ part: number; ends: number[]; blocks: Buffer }>(
      'select part, ends, blocks from hour_part where part = any($1::integer[]) and hour = $2',
      [[...new Set(numbers.map(partOf))], hour],
    );
    const byPart = new Map(parts.map((part) => [part.part, part]));
    for (const number of numbers) {
      const part = byPart.get(partOf(number));
      this.#addTo(into, number, hour, part && blockAt(part, number % SERIES_A_PART));
    }
  }

  async #loadDay(
    { session }: Moment,
    hour: Hour,
    numbers: readonly number[],
    into: BlockTable,
  ): Promise<void> {
    const read = await session.rows<{ series: number; block: Buffer }>(
      `select series, ${blockSql('$3::integer')} as block from series_day where series = any($1::integer[]) and day = $2`,
      [numbers, dayOfHour(hour), (hour % HOURS_A_DAY) + 1],
    );
    const blocks = new Map(read.map(({ series, block }) => [series, block]));
    for (const number of numbers) this.#addTo(into, number, hour, blocks.get(number));
  }

  #addTo(into: BlockTable, number: number, hour: Hour, block: Uint8Array | undefined): void {
    if (into.isLoaded(number)) return;
    const count = block && block.length > 0 ? this.#decode(number, hour, block) : 0;
    if (count === 0) into.addNothing(number);
    else into.add(number, this.#buffer, count, 0);
  }

  /** The newest row of each series may be empty from `to` on: then the days before it are looked at one by one. */
  async #newestOfDays(
    moment: Moment,
    numbers: readonly number[],
    bounds: Bounds,
    values: StoredValue[],
  ): Promise<void> {
    for (let i = 0; i < numbers.length; i += SERIES_A_QUESTION) {
      const some = numbers.slice(i, i + SERIES_A_QUESTION);
      const days = await moment.session.rows<{ series: number }>(
        'select distinct series from series_day where series = any($1::integer[]) and day between $2 and $3',
        [some, dayOfSlot(bounds.from), moment.openDay - 1],
      );
      for (const { series } of days) {
        const take: Take = (slot, columns, row) => {
          values.push(valueOf(this.#table.idOf(series), slot, columns, row));
          return false;
        };
        await this.#days(moment, series, bounds, take);
      }
    }
  }
}

/** Undefined where nothing can be in them. */
function boundsOf(
  { lastSlot }: Moment,
  { atOrBefore, notBefore }: Pick<SeriesRead, 'atOrBefore' | 'notBefore'>,
): Bounds | undefined {
  if (lastSlot === undefined) return undefined;
  const [from, to] = [Math.max(1, slotAtOrAfter(notBefore)), Math.min(lastSlot, slotAtOrBefore(atOrBefore))];
  return from <= to ? { from, to } : undefined;
}

const NO_SLICES: ReadonlyMap<Slot, StoredSlice> = new Map();

const nameOf = (at: number) => new Date(at).toISOString();
/** For messages. */
export const dayName = (day: Day): string => nameOf(startOfDay(day)).slice(0, 10);
