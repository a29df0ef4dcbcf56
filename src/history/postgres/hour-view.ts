import type { SeriesId } from '../../core/index-value.ts';
import { rowAt, type ValueColumns } from '../../core/value-columns.ts';
import { TICKS_AN_HOUR } from '../block/layout.ts';
import type { SeriesTable } from '../embedded/series-table.ts';
import type { StoredValue } from '../history-store.ts';
import type { BlockTable } from './block-table.ts';
import { atOf, firstSlotOfHour, type Hour, type Slot } from './grid.ts';
import { rowOf, type StoredSlice } from './slice-content.ts';

/** Series whose rows are asked for at a time. */
export const SERIES_A_QUESTION = 512;

/** Both included. */
export interface Bounds {
  readonly from: Slot;
  readonly to: Slot;
}

/** An hour of all series, loaded as far as it is asked for. */
export class HourView {
  readonly #series: SeriesTable;
  readonly #first: Slot;
  readonly #slices: ReadonlyMap<Slot, StoredSlice>;
  readonly #table: BlockTable;
  readonly #load: (numbers: readonly number[]) => Promise<void>;

  constructor(
    series: SeriesTable,
    hour: Hour,
    slices: ReadonlyMap<Slot, StoredSlice>,
    table: BlockTable,
    load: (numbers: readonly number[]) => Promise<void>,
  ) {
    this.#series = series;
    this.#first = firstSlotOfHour(hour);
    this.#slices = slices;
    this.#table = table;
    this.#load = load;
  }

  async pushInstant(slot: Slot, numbers: Uint32Array, limit: number, values: StoredValue[]): Promise<void> {
    for (let i = 0; i < numbers.length && values.length < limit; i += SERIES_A_QUESTION) {
      const some = numbers.subarray(i, i + SERIES_A_QUESTION);
      await this.#ensure(some);
      for (const number of some) {
        if (values.length >= limit) return;
        const value = this.#valueAt(slot, number);
        if (value) values.push(value);
      }
    }
  }

  /** Of the series that are left; those that have one are taken out. */
  async pushNewest(left: Set<number>, { from, to }: Bounds, values: StoredValue[]): Promise<void> {
    await this.#ensure([...left]);
    const oldest = Math.max(from, this.#first);
    for (let slot = Math.min(to, this.#first + TICKS_AN_HOUR - 1); slot >= oldest; slot--)
      for (const number of left) {
        const value = this.#valueAt(slot, number);
        if (!value) continue;
        values.push(value);
        left.delete(number);
      }
  }

  async #ensure(numbers: Iterable<number>): Promise<void> {
    const unknown = [...numbers].filter((number) => !this.#table.isLoaded(number));
    if (unknown.length > 0) await this.#load(unknown);
  }

  #valueAt(slot: Slot, number: number): StoredValue | undefined {
    const series = this.#series.idOf(number);
    const slice = this.#slices.get(slot);
    const row = slice ? rowOf(slice, number) : -1;
    if (slice && row >= 0) return valueOf(series, slot, slice, row);
    const entry = this.#table.entryOf(number, slot - this.#first);
    if (entry < 0) return undefined;
    const [prices, volumes, tickVolumes] = this.#table.columns as [Float64Array, Float64Array, Float64Array];
    return valueOf(series, slot, { prices, volumes, tickVolumes, flags: this.#table.flags }, entry);
  }
}

export function valueOf(series: SeriesId, slot: Slot, columns: ValueColumns, row: number): StoredValue {
  const { indexType, indexId } = series;
  const { tickVolume, ...numbers } = { tickVolume: undefined, ...rowAt(columns, row) };
  const isTraded = indexType === 'LX' && tickVolume !== undefined;
  return { indexType, indexId, at: atOf(slot), ...numbers, ...(isTraded ? { tickVolume } : {}) };
}
