import type { SeriesId } from '../../../../core/index-value.ts';
import type { BlockDamaged } from '../../../../history/block/block-damaged.ts';
import { HOURS_PER_DAY, TICKS_PER_HOUR } from '../../../../history/block/layout.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import {
  DAY_DAMAGED,
  type Fence,
  type PastDay,
  type PastSeries,
  type StoredRecord,
} from '../../../../history/history-store.ts';
import { OpenPart, readDays, readParts, writeDays, writePart, type SeriesDay } from './block-rows.ts';
import type { Session } from '../../database.ts';
import { dayOf, firstSlotOfDay, firstSlotOfHour, slotOf, type Day, type Slot } from '../grid.ts';
import { HourRows } from './hour-rows.ts';
import { UnsealedSlices } from '../read/unsealed-slices.ts';
import { readMoment, type HistoryMoment } from '../read/moment.ts';
import { blockAt, packBlocks, partOf, SERIES_PER_PART } from '../packed.ts';
import { rowOf, type StoredSlice } from '../slice-content.ts';
import { dayName } from '../read/tick-reads.ts';

/** How many series are written per statement. */
const SERIES_PER_STATEMENT = 64;

/** The slots between which values are accepted. */
export interface PastWindow {
  readonly oldest: Slot;
  readonly lastSlot: Slot;
}

/** The stored blocks of a day are damaged, so they cannot be rewritten. */
export class DayDamaged extends Error {
  readonly code = DAY_DAMAGED;

  constructor(day: Day, { message }: BlockDamaged) {
    super(`${dayName(day)} cannot be rewritten, its stored values are damaged: ${message}`);
  }
}

/** Fills in values of a day: into rows of series if the day is sealed, else into parts of hours. Existing values stay. */
export class PastWrites {
  readonly #table: SeriesTable;
  readonly #know: (series: readonly SeriesId[]) => Promise<void>;
  readonly #rows = new HourRows();

  constructor(table: SeriesTable, know: (series: readonly SeriesId[]) => Promise<void>) {
    this.#table = table;
    this.#know = know;
  }

  async insert(session: Session, past: PastDay, window: PastWindow, fence: Fence): Promise<void> {
    const { startAt, parts, records = [] } = past;
    const day = dayOf(startAt);
    const hot = new UnsealedSlices(() => undefined);
    let stored = 0;
    for await (const part of parts) {
      await this.#know(part);
      const moment = await readMoment(session, this.#table);
      stored +=
        day < moment.openDay
          ? await this.#intoDay(session, day, part, window)
          : await this.#intoHours(session, moment, hot, day, part, window);
    }
    stored += await insertRecords(session, day, records, window, fence);
    if (stored > 0) await session.run('insert into tick_day (day) values ($1) on conflict do nothing', [day]);
    await session.run('update block_progress set past_revision = past_revision + 1');
  }

  async #intoDay(
    session: Session,
    day: Day,
    part: readonly PastSeries[],
    window: PastWindow,
  ): Promise<number> {
    let stored = 0;
    for (let i = 0; i < part.length; i += SERIES_PER_STATEMENT) {
      const some = part.slice(i, i + SERIES_PER_STATEMENT);
      const numbers = some.map((one) => this.#table.numberOf(one)!);
      const before = await readDays(session, day, numbers);
      const rows = some.flatMap((series, place): SeriesDay[] => {
        const known = before.get(numbers[place]!);
        const hours = Array.from({ length: HOURS_PER_DAY }, (_, hour) => known && blockAt(known, hour));
        const added = this.#mergeDay(day, series, hours, window, () => false);
        stored += added;
        return added > 0 ? [{ series: numbers[place]!, ...packBlocks(hours) }] : [];
      });
      await writeDays(session, day, rows);
    }
    return stored;
  }

  async #intoHours(
    session: Session,
    moment: HistoryMoment,
    hot: UnsealedSlices,
    day: Day,
    part: readonly PastSeries[],
    window: PastWindow,
  ): Promise<number> {
    const first = day * HOURS_PER_DAY;
    const slices = await hot.between(
      moment,
      firstSlotOfHour(first),
      firstSlotOfHour(first + HOURS_PER_DAY) - 1,
    );
    const numbers = part.map((one) => this.#table.numberOf(one)!);
    const parts = [...new Set(numbers.map(partOf))];
    const open = new Map<string, OpenPart>();
    for (const row of await readParts(session, parts, first, first + HOURS_PER_DAY - 1))
      open.set(`${row.part} ${row.hour}`, new OpenPart(row, SERIES_PER_PART));
    const changed = new Set<string>();
    let stored = 0;
    for (const [i, series] of part.entries()) {
      const number = numbers[i]!;
      const place = number % SERIES_PER_PART;
      const keyOf = (hour: number) => `${partOf(number)} ${first + hour}`;
      const hours = Array.from({ length: HOURS_PER_DAY }, (_, hour) => open.get(keyOf(hour))?.get(place));
      const before = [...hours];
      stored += this.#mergeDay(day, series, hours, window, (slot) => isIn(slices, slot, number));
      for (const [hour, block] of hours.entries()) {
        if (!block || block === before[hour]) continue;
        const key = keyOf(hour);
        const one = open.get(key) ?? new OpenPart(undefined, SERIES_PER_PART);
        one.set(place, block);
        open.set(key, one);
        changed.add(key);
      }
    }
    for (const key of changed) {
      const [one = 0, hour = 0] = key.split(' ').map(Number);
      await writePart(session, one, hour, open.get(key)!.packed());
    }
    return stored;
  }

  /** Rewrites the blocks of hours that get a value. Returns how many values were added. */
  #mergeDay(
    day: Day,
    series: PastSeries,
    hours: (Uint8Array | undefined)[],
    { oldest, lastSlot }: PastWindow,
    isKnown: (slot: Slot) => boolean,
  ): number {
    const { slots, indexType } = series;
    const first = firstSlotOfDay(day);
    let added = 0;
    for (let hour = 0, row = 0; hour < HOURS_PER_DAY; hour++) {
      const end = (hour + 1) * TICKS_PER_HOUR;
      const from = row;
      while (row < slots.length && slots[row]! < end) row++;
      if (row === from) continue;
      const rows = this.#open(day, indexType, hours[hour]);
      const before = rows.count;
      for (let i = from; i < row; i++) {
        const slot = first + slots[i]!;
        if (slot > lastSlot || slot < oldest || isKnown(slot)) continue;
        rows.add(slots[i]! - hour * TICKS_PER_HOUR, series, i);
      }
      if (rows.count === before) continue;
      added += rows.count - before;
      hours[hour] = rows.encode(indexType);
    }
    return added;
  }

  #open(day: Day, indexType: SeriesId['indexType'], block: Uint8Array | undefined): HourRows {
    const rows = this.#rows;
    rows.clear();
    const damaged = block && rows.addBlock(indexType, block);
    if (damaged) throw new DayDamaged(day, damaged);
    return rows;
  }
}

/** Inserts records of slots that have none. Returns how many were given. */
async function insertRecords(
  session: Session,
  day: Day,
  records: readonly StoredRecord[],
  { lastSlot }: PastWindow,
  fence: Fence,
): Promise<number> {
  const known = records.filter(({ at }) => slotOf(at) <= lastSlot);
  if (known.length === 0) return 0;
  await session.run(
    `insert into tick_record (slot, day, fence, record)
     select slot, $1, $2, record from unnest($3::integer[], $4::bytea[]) as given (slot, record) on conflict do nothing`,
    [day, fence, known.map(({ at }) => slotOf(at)), known.map(({ record }) => Buffer.from(record))],
  );
  return known.length;
}

function isIn(slices: ReadonlyMap<Slot, StoredSlice>, slot: Slot, number: number): boolean {
  const slice = slices.get(slot);
  return slice !== undefined && rowOf(slice, number) >= 0;
}
