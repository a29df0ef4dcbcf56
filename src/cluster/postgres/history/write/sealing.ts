import { HOURS_PER_DAY, TICKS_PER_HOUR } from '../../../../history/block/layout.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import { OpenPart, readParts, writeDays, writePart, type SeriesDay } from './block-rows.ts';
import type { Database, Session } from '../../database.ts';
import { dayOfHour, firstSlotOfHour, hourOfSlot, type Day, type Hour, type Slot } from '../grid.ts';
import { HourRows } from './hour-rows.ts';
import { blockAt, packBlocks, SERIES_PER_PART } from '../packed.ts';
import { REFUSE_TO_WAIT, type Partitions } from './partitions.ts';
import { decodeSlice, type StoredSlice } from '../slice-content.ts';
import { dayName } from '../read/tick-reads.ts';

interface Progress extends Record<string, unknown> {
  readonly hot_from: Slot;
  readonly open_day: Day;
}

/** Makes blocks: of the slices of an hour that is over parts, of the parts of a day that is over rows of series. */
export class Sealing {
  readonly #table: SeriesTable;
  readonly #partitions: Partitions;
  readonly #rows = new HourRows();
  #hotFrom: Slot = 0;

  constructor(table: SeriesTable, partitions: Partitions) {
    this.#table = table;
    this.#partitions = partitions;
  }

  /** Whether an hour has ended since the last sealing. */
  isDue(lastSlot: Slot): boolean {
    return hourOfSlot(lastSlot) > hourOfSlot(this.#hotFrom);
  }

  /** Creates the partitions for sealing before its transaction, because creating them takes locks that must be short. */
  async prepare(database: Database, lastSlot: Slot): Promise<void> {
    const { open_day } = await progressOf(database);
    for (let day = open_day; day < dayOfHour(hourOfSlot(lastSlot)); day++)
      await this.#partitions.ensure(database, 'series_day', day);
  }

  /** Returns from which slot on there are slices, for `done`. */
  async seal(session: Session, lastSlot: Slot): Promise<Slot> {
    const { hot_from, open_day } = await progressOf(session);
    const openHour = hourOfSlot(lastSlot);
    for (const hour of await hoursWithSlices(session, hot_from, firstSlotOfHour(openHour)))
      await this.#sealHour(session, hour);
    const hotFrom = Math.max(hot_from, firstSlotOfHour(openHour));
    await session.run('delete from slice where slot < $1', [hotFrom]);
    const today = dayOfHour(openHour);
    for (let day = open_day; day < today; day++) await this.#sealDay(session, day);
    await session.run('update block_progress set hot_from = $1, open_day = greatest(open_day, $2)', [
      hotFrom,
      today,
    ]);
    return hotFrom;
  }

  /** Call after the commit. */
  done(hotFrom: Slot): void {
    this.#hotFrom = hotFrom;
  }

  async #sealHour(session: Session, hour: Hour): Promise<void> {
    const first = firstSlotOfHour(hour);
    const slices = await slicesOf(session, first);
    const stored = await readParts(session, undefined, hour, hour);
    const byPart = new Map(stored.map((row) => [row.part, row]));
    const last = Math.floor((this.#table.size - 1) / SERIES_PER_PART);
    for (let part = 0; part <= last; part++) {
      const open = new OpenPart(byPart.get(part), SERIES_PER_PART);
      const isChanged = this.#sealPart(part, open, first, slices);
      if (isChanged) await writePart(session, part, hour, open.packed());
    }
  }

  #sealPart(part: number, open: OpenPart, first: Slot, slices: readonly HourSlice[]): boolean {
    const rows = this.#rows;
    const begin = part * SERIES_PER_PART;
    let isChanged = false;
    for (let place = 0; place < SERIES_PER_PART && begin + place < this.#table.size; place++) {
      const number = begin + place;
      rows.clear();
      for (const slice of slices) {
        const row = slice.rowOf(number);
        if (row >= 0) rows.add(slice.slot - first, slice.slice, row);
      }
      if (rows.count === 0) continue;
      const { indexType } = this.#table.idOf(number);
      const block = open.get(place);
      const damaged = block && rows.addBlock(indexType, block);
      if (damaged)
        throw new Error(`an hour of ${dayName(dayOfHour(hourOfSlot(first)))} is damaged: ${damaged.message}`);
      open.set(place, rows.encode(indexType));
      isChanged = true;
    }
    return isChanged;
  }

  /** Seals one part at a time. */
  async #sealDay(session: Session, day: Day): Promise<void> {
    const first = day * HOURS_PER_DAY;
    const last = Math.floor((this.#table.size - 1) / SERIES_PER_PART);
    for (let part = 0; part <= last; part++) {
      const hours = await readParts(session, [part], first, first + HOURS_PER_DAY - 1);
      if (hours.length === 0) continue;
      const byHour = new Map(hours.map((row) => [row.hour - first, row]));
      const rows: SeriesDay[] = [];
      for (let place = 0; place < SERIES_PER_PART; place++) {
        const blocks = Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
          const row = byHour.get(hour);
          return row && blockAt(row, place);
        });
        if (blocks.some((block) => block !== undefined))
          rows.push({ series: part * SERIES_PER_PART + place, ...packBlocks(blocks) });
      }
      await writeDays(session, day, rows);
    }
    await session.run('delete from hour_part where hour between $1 and $2', [
      first,
      first + HOURS_PER_DAY - 1,
    ]);
  }

  /** Drops days beyond the window. */
  async dropBefore(session: Session, oldestDay: Day): Promise<void> {
    await session.run(REFUSE_TO_WAIT);
    await this.#partitions.dropBefore(session, 'series_day', oldestDay);
    await this.#partitions.dropBefore(session, 'tick_record', oldestDay);
    await session.run('delete from tick_day where day < $1', [oldestDay]);
  }
}

/** A slice whose rows are found without a search, because series are read in ascending order of their numbers. */
class HourSlice {
  readonly slot: Slot;
  readonly slice: StoredSlice;
  #next = 0;

  constructor(slot: Slot, slice: StoredSlice) {
    this.slot = slot;
    this.slice = slice;
  }

  /** Numbers must ascend from call to call. -1 if the series has no row. */
  rowOf(number: number): number {
    const { numbers } = this.slice;
    while (this.#next < numbers.length && numbers[this.#next]! < number) this.#next++;
    return numbers[this.#next] === number ? this.#next : -1;
  }
}

async function slicesOf(session: Session, first: Slot): Promise<HourSlice[]> {
  const rows = await session.rows<{ slot: Slot; content: Buffer }>(
    'select slot, content from slice where slot between $1 and $2 order by slot',
    [first, first + TICKS_PER_HOUR - 1],
  );
  return rows.map(({ slot, content }) => {
    const slice = decodeSlice(content);
    if (!slice) throw new Error(`the slice at slot ${slot} is damaged`);
    return new HourSlice(slot, slice);
  });
}

async function hoursWithSlices(session: Session, from: Slot, before: Slot): Promise<Hour[]> {
  const rows = await session.rows<{ hour: Hour }>(
    'select distinct (slot - 1) / $3::integer as hour from slice where slot >= $1 and slot < $2 order by hour',
    [from, before, TICKS_PER_HOUR],
  );
  return rows.map(({ hour }) => hour);
}

async function progressOf(session: Session): Promise<Progress> {
  const [progress] = await session.rows<Progress>('select hot_from, open_day from block_progress');
  if (!progress) throw new Error('the database has no row in the table block_progress');
  return progress;
}
