import type { SeriesId } from '../../../../core/index-value.ts';
import { compareSeries } from '../../../../core/ids/series-order.ts';
import { valueColumns, type ValueColumns } from '../../../../core/value-columns.ts';
import { HOURS_PER_DAY, TICKS_PER_HOUR } from '../../../../history/block/layout.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import type { Session } from '../../database.ts';
import type { CrossRead, PastSeries, SeriesRead, StoredValue } from '../../../../history/history-store.ts';
import type { DamageReporter } from './damage-reporter.ts';
import {
  atOf,
  dayOfHour,
  dayOfSlot,
  firstSlotOfDay,
  firstSlotOfHour,
  hourOfSlot,
  slotAtOrAfter,
  slotAtOrBefore,
  startOfDay,
  type Day,
  type Hour,
  type Slot,
} from '../grid.ts';
import { UnsealedSlices } from './unsealed-slices.ts';
import { HourDecoder } from './hour-decoder.ts';
import { SERIES_PER_QUERY, type Bounds } from './hour-view.ts';
import { InstantReads, isHotHour } from './instant-reads.ts';
import type { HistoryMoment } from './moment.ts';
import { PROGRESS_COLUMNS } from '../../known-progress.ts';
import { blockAt, blockSql, partOf, SERIES_PER_PART } from '../packed.ts';
import { rowOf, type StoredSlice } from '../slice-content.ts';
import { valueOf } from '../stored-value.ts';
import { hasTickVolume } from '../../../../engine/index-types/index-types.ts';

/** How many rows are read per query. */
const DAYS_PER_QUERY = 8;
/** How many slices are read at a time for one series: a page of 10 values needs few. */
const SLICES_PER_QUERY = 16;

/** Receives values one by one, newest first. Returns false to stop. */
export type Take = (slot: Slot, columns: ValueColumns, row: number) => boolean;

/** Reads values of ticks: open hours from slices, open days from parts, older days from one row per series and day. */
export class TickReads {
  readonly #table: SeriesTable;
  readonly #hot: UnsealedSlices;
  readonly #decoder: HourDecoder;
  readonly #instants: InstantReads;
  /** For reading ahead. */
  readonly #background: Session;
  readonly #hourRows = { ...valueColumns(TICKS_PER_HOUR), slots: new Uint16Array(TICKS_PER_HOUR) };

  constructor(table: SeriesTable, damages: DamageReporter, background: Session) {
    this.#table = table;
    this.#background = background;
    this.#decoder = new HourDecoder(table, damages);
    this.#hot = new UnsealedSlices((slot) =>
      damages.report(`slice ${nameOf(atOf(slot))}`, undefined, 'its checksum does not match'),
    );
    this.#instants = new InstantReads(table, this.#decoder, this.#hot);
  }

  async ofSeries(moment: HistoryMoment, read: SeriesRead, take: Take): Promise<void> {
    const number = this.#table.numberOf(read.series);
    const bounds = boundsOf(moment, read);
    if (number === undefined || !bounds) return;
    if (await this.#openHours(moment, number, bounds, take)) await this.#days(moment, number, bounds, take);
  }

  /** One hour of many series, in the given order. Series without a value are left out. */
  async ofHour(moment: HistoryMoment, series: readonly SeriesId[], hour: Hour): Promise<PastSeries[]> {
    const first = firstSlotOfHour(hour);
    const bounds = { from: first, to: Math.min(first + TICKS_PER_HOUR - 1, moment.lastSlot ?? 0) };
    if (bounds.from > bounds.to) return [];
    const slices = isHotHour(moment, hour)
      ? await this.#hot.between(moment, bounds.from, bounds.to)
      : NO_SLICES;
    const read: PastSeries[] = [];
    const known = series.filter((one) => this.#table.numberOf(one) !== undefined);
    for (let i = 0; i < known.length; i += SERIES_PER_QUERY) {
      const some = known.slice(i, i + SERIES_PER_QUERY);
      const numbers = some.map((one) => this.#table.numberOf(one)!);
      const blocks = await this.#instants.blocksOf(moment, hour, numbers);
      for (const [place, { indexType, indexId }] of some.entries()) {
        const number = numbers[place]!;
        const rows = this.#rowsOfHour(number, hour, blocks(number), slices, bounds);
        if (rows.slots.length > 0) read.push({ indexType, indexId, ...rows });
      }
    }
    return read;
  }

  async across(moment: HistoryMoment, read: CrossRead): Promise<StoredValue[]> {
    const bounds = boundsOf(moment, read);
    if (!bounds) return [];
    const values = await this.#instants.across(moment, read, bounds);
    if (bounds.to >= moment.hotFrom) this.#hot.readAhead(this.#background, moment);
    return values;
  }

  /** Loads the current hour. */
  async warm(moment: HistoryMoment): Promise<void> {
    if (moment.lastSlot === undefined) return;
    const hour = hourOfSlot(moment.lastSlot);
    await this.#hot.warm(moment, firstSlotOfHour(hour), moment.lastSlot);
    await this.#instants.hourOf(moment, hour).warm();
  }

  async newest(moment: HistoryMoment, notBefore: number): Promise<StoredValue[]> {
    const bounds = boundsOf(moment, { atOrBefore: Infinity, notBefore });
    const values: StoredValue[] = [];
    if (!bounds) return values;
    const left = new Set(this.#table.numbers());
    const openFrom = Math.max(hourOfSlot(bounds.from), moment.openDay * HOURS_PER_DAY);
    for (let hour = hourOfSlot(bounds.to); hour >= openFrom && left.size > 0; hour--) {
      await this.#instants.hourOf(moment, hour).pushNewest(left, bounds, values);
    }
    await this.#newestOfDays(moment, [...left], bounds, values);
    return values.toSorted(compareSeries);
  }

  /** False if `take` has stopped. */
  async #openHours(
    moment: HistoryMoment,
    number: number,
    { from, to }: Bounds,
    take: Take,
  ): Promise<boolean> {
    const oldest = Math.max(hourOfSlot(from), moment.openDay * HOURS_PER_DAY);
    let newest = hourOfSlot(to);
    // The current hour usually has only slices, which are in memory.
    for (; newest >= oldest && this.#isInSlices(moment, newest); newest--)
      if (!(await this.#openHour(moment, number, newest, undefined, { from, to }, take))) return false;
    if (newest < oldest) return true;
    const blocks = await this.#blocks(moment, number, oldest, newest);
    for (let hour = newest; hour >= oldest; hour--)
      if (!(await this.#openHour(moment, number, hour, blocks.get(hour), { from, to }, take))) return false;
    return true;
  }

  /** The blocks of one series by hour. Cached blocks are not queried. */
  async #blocks(
    moment: HistoryMoment,
    number: number,
    oldest: Hour,
    newest: Hour,
  ): Promise<ReadonlyMap<Hour, Uint8Array>> {
    const blocks = new Map<Hour, Uint8Array>();
    const unknown: Hour[] = [];
    for (let hour = oldest; hour <= newest; hour++) {
      const kept = this.#instants.keptBlock(moment, hour, number);
      if (kept === undefined) unknown.push(hour);
      else if (kept !== 'none') blocks.set(hour, kept);
    }
    if (unknown.length === 0) return blocks;
    const rows = await moment.session.rows<{ hour: Hour; block: Buffer }>(
      `select hour, ${blockSql('$3::integer')} as block from hour_part where part = $1 and hour = any($2::integer[])`,
      [partOf(number), unknown, (number % SERIES_PER_PART) + 1],
    );
    for (const { hour, block } of rows) blocks.set(hour, block);
    return blocks;
  }

  #isInSlices(moment: HistoryMoment, hour: Hour): boolean {
    return isHotHour(moment, hour) && this.#instants.isInSlices(moment, hour);
  }

  async #openHour(
    moment: HistoryMoment,
    number: number,
    hour: Hour,
    block: Uint8Array | undefined,
    { from, to }: Bounds,
    take: Take,
  ): Promise<boolean> {
    const first = firstSlotOfHour(hour);
    const last = first + TICKS_PER_HOUR - 1;
    if (last < moment.hotFrom) return this.#takeHour(number, hour, block, NO_SLICES, { from, to }, take);
    const oldest = Math.max(from, first);
    for (let newest = Math.min(to, last); newest >= oldest; newest -= SLICES_PER_QUERY) {
      const bounds = { from: Math.max(oldest, newest - SLICES_PER_QUERY + 1), to: newest };
      const slices = await this.#hot.between(moment, bounds.from, bounds.to);
      if (!this.#takeHour(number, hour, block, slices, bounds, take)) return false;
    }
    return true;
  }

  async #days(moment: HistoryMoment, number: number, { from, to }: Bounds, take: Take): Promise<boolean> {
    let newest = Math.min(dayOfSlot(to), moment.openDay - 1);
    const oldest = dayOfSlot(from);
    while (newest >= oldest) {
      const days = await moment.session.rows<{ day: Day; ends: number[]; blocks: Buffer }>(
        `select day, ends, blocks, ${PROGRESS_COLUMNS} from series_day where series = $1 and day between $2 and $3 order by day desc limit $4`,
        [number, oldest, newest, DAYS_PER_QUERY],
      );
      for (const { day, ends, blocks } of days) {
        const first = day * HOURS_PER_DAY;
        const last = Math.min(hourOfSlot(to), first + HOURS_PER_DAY - 1);
        for (let hour = last; hour >= Math.max(first, hourOfSlot(from)); hour--) {
          const block = blockAt({ ends, blocks }, hour - first);
          if (block && !this.#takeHour(number, hour, block, NO_SLICES, { from, to }, take)) return false;
        }
      }
      if (days.length < DAYS_PER_QUERY) return true;
      newest = days.at(-1)!.day - 1;
    }
    return true;
  }

  /** Synchronous, because all reads share the decoding buffer. */
  #takeHour(
    number: number,
    hour: Hour,
    block: Uint8Array | undefined,
    slices: ReadonlyMap<Slot, StoredSlice>,
    { from, to }: Bounds,
    take: Take,
  ): boolean {
    const count = this.#decoder.decode(number, hour, block);
    const first = firstSlotOfHour(hour);
    const { rowNumbers, flags, numbers } = this.#decoder.buffer;
    const [prices, volumes, tickVolumes] = numbers as [Float64Array, Float64Array, Float64Array];
    const columns = { prices, volumes, tickVolumes, flags };
    let row = count - 1;
    for (let slot = Math.min(to, first + TICKS_PER_HOUR - 1); slot >= Math.max(from, first); slot--) {
      while (row >= 0 && first + rowNumbers[row]! > slot) row--;
      const slice = slices.get(slot);
      const hotRow = slice ? rowOf(slice, number) : -1;
      if (slice && hotRow >= 0) {
        if (!take(slot, slice, hotRow)) return false;
      } else if (row >= 0 && slot === first + rowNumbers[row]! && !take(slot, columns, row)) return false;
    }
    return true;
  }

  /** A copy of the rows, oldest first. */
  #rowsOfHour(
    number: number,
    hour: Hour,
    block: Uint8Array | undefined,
    slices: ReadonlyMap<Slot, StoredSlice>,
    bounds: Bounds,
  ): Omit<PastSeries, keyof SeriesId> {
    const { slots, prices, volumes, tickVolumes, flags } = this.#hourRows;
    const firstOfDay = firstSlotOfDay(dayOfHour(hour));
    const hasTickVolumes = hasTickVolume(this.#table.idOf(number).indexType);
    let from = TICKS_PER_HOUR;
    this.#takeHour(number, hour, block, slices, bounds, (slot, columns, row) => {
      slots[--from] = slot - firstOfDay;
      prices[from] = columns.prices[row]!;
      volumes[from] = columns.volumes[row]!;
      tickVolumes[from] = hasTickVolumes ? columns.tickVolumes[row]! : Number.NaN;
      flags[from] = columns.flags[row]!;
      return true;
    });
    return {
      slots: slots.slice(from),
      prices: prices.slice(from),
      volumes: volumes.slice(from),
      tickVolumes: tickVolumes.slice(from),
      flags: flags.slice(from),
    };
  }

  /** The newest day of a series may have no value up to `to`: then earlier days are read one by one. */
  async #newestOfDays(
    moment: HistoryMoment,
    numbers: readonly number[],
    bounds: Bounds,
    values: StoredValue[],
  ): Promise<void> {
    for (let i = 0; i < numbers.length; i += SERIES_PER_QUERY) {
      const some = numbers.slice(i, i + SERIES_PER_QUERY);
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

/** Undefined if there can be no value in the range. */
function boundsOf(
  { lastSlot }: HistoryMoment,
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
