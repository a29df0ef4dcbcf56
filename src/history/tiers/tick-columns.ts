import type { SeriesId } from '../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import type { SeriesColumns } from '../../core/value-columns.ts';
import { TICKS_PER_HOUR } from '../block/layout.ts';
import type { StoredValue } from '../history-store.ts';
import type { HourTable } from './hour-table.ts';
import type { RowBuffer } from '../block/rows.ts';
import { hasTickVolume } from '../../engine/index-types/index-types.ts';

/** Rows that were read: the first `count` of the buffer. Valid until the next read. */
export interface TickRows {
  readonly count: number;
  readonly buffer: RowBuffer;
}

/** Appends rows of an hour in memory, newest first, after the `filled` rows, up to `limit`. Returns the new number of rows. */
export function copyFromHour(
  table: HourTable,
  number: number,
  first: number,
  last: number,
  limit: number,
  into: SeriesColumns,
  filled: number,
): number {
  const { capacity, present, prices, volumes, flags, tickVolumes } = table.columns;
  if (number >= capacity) return filled;
  const ownTickVolumes = tickVolumes.get(number);
  let row = filled;
  for (let slot = Math.min(last, TICKS_PER_HOUR - 1); slot >= Math.max(first, 0) && row < limit; slot--) {
    const entry = slot * capacity + number;
    if (present[entry] !== 1) continue;
    into.ats[row] = table.hour + (slot + 1) * SLOT_MS;
    into.prices[row] = prices[entry]!;
    into.volumes[row] = volumes[entry]!;
    into.tickVolumes[row] = ownTickVolumes?.[slot] ?? Number.NaN;
    into.flags[row] = flags[entry]!;
    row++;
  }
  return row;
}

export function copyRows(
  { count, buffer }: TickRows,
  start: Millis,
  into: SeriesColumns,
  filled: number,
): void {
  const { ats, prices, volumes, tickVolumes, flags } = into;
  const [ownPrices, ownVolumes, ownTickVolumes] = buffer.numbers;
  for (let row = 0; row < count; row++) {
    ats[filled + row] = start + (buffer.rowNumbers[row]! + 1) * SLOT_MS;
    prices[filled + row] = ownPrices![row]!;
    volumes[filled + row] = ownVolumes![row]!;
    flags[filled + row] = buffer.flags[row]!;
  }
  if (!ownTickVolumes) tickVolumes.fill(Number.NaN, filled, filled + count);
  else for (let row = 0; row < count; row++) tickVolumes[filled + row] = ownTickVolumes[row]!;
}

export function pushColumns(
  columns: SeriesColumns,
  count: number,
  id: SeriesId,
  values: StoredValue[],
): void {
  for (let row = 0; row < count; row++) values.push(valueAt(columns, row, id));
}

export function valueAt(
  { ats, prices, volumes, tickVolumes, flags }: SeriesColumns,
  row: number,
  id: SeriesId,
) {
  return valueOf(id, ats[row]!, prices[row]!, volumes[row]!, flags[row]!, tickVolumes[row]!);
}

/** The value of a series in a slot that has one. */
export function valueInHour(table: HourTable, id: SeriesId, number: number, slot: number): StoredValue {
  const { prices, volumes, flags, tickVolumes } = table.columns;
  const entry = slot * table.capacity + number;
  const at = table.hour + (slot + 1) * SLOT_MS;
  const tickVolume = hasTickVolume(id.indexType) ? tickVolumes.get(number)?.[slot] : undefined;
  return valueOf(id, at, prices[entry]!, volumes[entry]!, flags[entry]!, tickVolume ?? Number.NaN);
}

function valueOf(
  { indexType, indexId }: SeriesId,
  at: Millis,
  price: number,
  volume: number,
  flags: number,
  tickVolume: number,
): StoredValue {
  return Number.isNaN(tickVolume)
    ? { indexType, indexId, at, price, volume, flags }
    : { indexType, indexId, at, price, volume, flags, tickVolume };
}
