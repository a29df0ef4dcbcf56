import type { SeriesId } from '../../core/index-value.ts';
import { DAY_MS, SLOT_MS, SLOTS_PER_DAY, type Millis } from '../../core/time.ts';
import { seriesColumns, valueColumns, type SeriesColumns } from '../../core/value-columns.ts';
import type { HistoryReader, PastSeries, StoredRecord } from '../../history/history-store.ts';

/** About 20 MB of values. */
const SERIES_PER_PART = 256;
/** Concurrent reads: a database answers several queries at once. */
const AT_ONCE = 4;

/** The values of a day, a part of the series at a time, in the given order. Series without a value are left out. */
export async function* dayValues(
  reader: HistoryReader,
  series: readonly SeriesId[],
  startAt: Millis,
): AsyncGenerator<readonly PastSeries[]> {
  const rooms = Array.from({ length: AT_ONCE }, () => seriesColumns(SLOTS_PER_DAY));
  for (let first = 0; first < series.length; first += SERIES_PER_PART) {
    const part: PastSeries[] = [];
    const last = Math.min(series.length, first + SERIES_PER_PART);
    const atOnce = await reader.readDay?.(series.slice(first, last), startAt);
    if (atOnce) {
      yield atOnce;
      continue;
    }
    for (let i = first; i < last; i += AT_ONCE) {
      const some = series.slice(i, Math.min(last, i + AT_ONCE));
      const read = await Promise.all(
        some.map((one, place) => seriesOfDay(reader, one, startAt, rooms[place]!)),
      );
      part.push(...read.filter(({ slots }) => slots.length > 0));
    }
    yield part;
  }
}

export async function recordsOfDay(reader: HistoryReader, startAt: Millis): Promise<StoredRecord[]> {
  const records: StoredRecord[] = [];
  for await (const record of reader.records(startAt + SLOT_MS, startAt + DAY_MS)) records.push(record);
  return records;
}

async function seriesOfDay(
  reader: HistoryReader,
  series: SeriesId,
  startAt: Millis,
  room: SeriesColumns,
): Promise<PastSeries> {
  const count = await reader.readSeriesInto(
    { series, atOrBefore: startAt + DAY_MS, notBefore: startAt + SLOT_MS, limit: SLOTS_PER_DAY },
    room,
  );
  const columns = valueColumns(count);
  const slots = new Uint16Array(count);
  // The rows are newest first.
  for (let row = 0, from = count - 1; row < count; row++, from--) {
    slots[row] = (room.ats[from]! - startAt) / SLOT_MS - 1;
    columns.prices[row] = room.prices[from]!;
    columns.volumes[row] = room.volumes[from]!;
    columns.tickVolumes[row] = room.tickVolumes[from]!;
    columns.flags[row] = room.flags[from]!;
  }
  return { indexType: series.indexType, indexId: series.indexId, slots, ...columns };
}
