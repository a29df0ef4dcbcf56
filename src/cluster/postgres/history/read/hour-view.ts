import { valueInHour } from '../../../../history/tiers/tick-columns.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import { TICKS_PER_HOUR } from '../../../../history/block/layout.ts';
import type { StoredValue } from '../../../../history/history-store.ts';
import type { DecodedHour } from './decoded-hour.ts';
import { firstSlotOfHour, type Slot } from '../grid.ts';
import type { HourDecoder } from './hour-decoder.ts';
import type { UnsealedSlices } from './unsealed-slices.ts';
import type { HistoryMoment } from './moment.ts';
import { rowOf, type StoredSlice } from '../slice-content.ts';
import { valueOf } from '../stored-value.ts';

/** How many series are read per query. */
export const SERIES_PER_QUERY = 512;
/** How many slices are read at a time after the first. */
const SLICES_PER_QUERY = 8;

/** Both included. */
export interface Bounds {
  readonly from: Slot;
  readonly to: Slot;
}

/** Fetched blocks by series number; undefined if the series has none. */
export type FetchedBlocks = (number: number) => Uint8Array | undefined;

export interface HourViewParts {
  readonly moment: HistoryMoment;
  readonly series: SeriesTable;
  readonly decoded: DecodedHour;
  readonly decoder: HourDecoder;
  readonly slices: UnsealedSlices;
  readonly fetch: (numbers: readonly number[]) => Promise<FetchedBlocks>;
}

/** One hour of all series, from slices and blocks, loaded on demand. */
export class HourView {
  readonly #parts: HourViewParts;
  readonly #first: Slot;

  constructor(parts: HourViewParts) {
    this.#parts = parts;
    this.#first = firstSlotOfHour(parts.decoded.hour);
  }

  async pushInstant(slot: Slot, numbers: Uint32Array, limit: number, values: StoredValue[]): Promise<void> {
    const { moment, slices, decoded, fetch } = this.#parts;
    const found = slices.at(moment, slot);
    const slice = found instanceof Promise ? await found : found;
    let ahead: Promise<FetchedBlocks> | undefined;
    for (let i = 0; i < numbers.length && values.length < limit; i += SERIES_PER_QUERY) {
      const some = numbers.subarray(i, i + SERIES_PER_QUERY);
      const unknown = decoded.unknownOf(some);
      const blocks = ahead || unknown.length > 0 ? await (ahead ?? fetch(unknown)) : undefined;
      // These blocks cannot be enough: the server reads the next ones while these are decoded.
      const next = blocks && values.length + some.length < limit ? this.#unknownFrom(numbers, i) : [];
      ahead = next.length > 0 ? fetch(next) : undefined;
      if (blocks) this.#decode(unknown, blocks);
      this.#push(slot, slice, some, limit, values);
    }
  }

  /** Loads the blocks of all series; yields to other work in between. */
  async warm(): Promise<void> {
    const { series, decoded, fetch } = this.#parts;
    const unknown = decoded.unknownOf(Array.from({ length: series.size }, (_, number) => number));
    for (let i = 0; i < unknown.length; i += SERIES_PER_QUERY) {
      const some = decoded.unknownOf(unknown.slice(i, i + SERIES_PER_QUERY));
      if (some.length === 0) return;
      this.#decode(some, await fetch(some));
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Adds the newest value of each series in `left`, and removes the series that have one. */
  async pushNewest(left: Set<number>, { from, to }: Bounds, values: StoredValue[]): Promise<void> {
    const { moment, slices, decoded, fetch } = this.#parts;
    const unknown = decoded.unknownOf(left);
    for (let i = 0; i < unknown.length; i += SERIES_PER_QUERY) {
      const some = unknown.slice(i, i + SERIES_PER_QUERY).filter((number) => decoded.isUnknown(number));
      if (some.length > 0) this.#decode(some, await fetch(some));
    }
    const oldest = Math.max(from, this.#first);
    let newest = Math.min(to, this.#first + TICKS_PER_HOUR - 1);
    // The newest slice has almost all series.
    for (let count = 1; newest >= oldest && left.size > 0; count = SLICES_PER_QUERY) {
      const until = Math.max(oldest, newest - count + 1);
      const some = await slices.between(moment, until, newest);
      for (let slot = newest; slot >= until; slot--)
        for (const number of left) {
          const value = this.#valueAt(slot, some.get(slot), number);
          if (!value) continue;
          values.push(value);
          left.delete(number);
        }
      newest = until - 1;
    }
  }

  #unknownFrom(numbers: Uint32Array, i: number): number[] {
    const next = numbers.subarray(i + SERIES_PER_QUERY, i + 2 * SERIES_PER_QUERY);
    return this.#parts.decoded.unknownOf(next);
  }

  #decode(numbers: readonly number[], blocks: FetchedBlocks): void {
    const { decoded, decoder } = this.#parts;
    for (const number of numbers)
      if (decoded.isUnknown(number))
        decoded.add(number, decoder.buffer, decoder.decode(number, decoded.hour, blocks(number)));
  }

  #push(
    slot: Slot,
    slice: StoredSlice | undefined,
    numbers: Uint32Array,
    limit: number,
    values: StoredValue[],
  ): void {
    for (const number of numbers) {
      if (values.length >= limit) return;
      const value = this.#valueAt(slot, slice, number);
      if (value) values.push(value);
    }
  }

  #valueAt(slot: Slot, slice: StoredSlice | undefined, number: number): StoredValue | undefined {
    const { series, decoded } = this.#parts;
    const row = slice ? rowOf(slice, number) : -1;
    if (slice && row >= 0) return valueOf(series.idOf(number), slot, slice, row);
    const place = slot - this.#first;
    return decoded.has(number, place)
      ? valueInHour(decoded.table, series.idOf(number), number, place)
      : undefined;
  }
}
