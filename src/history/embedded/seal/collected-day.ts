import type { SeriesId } from '../../../core/index-value.ts';
import { firstRows, valueColumns } from '../../../core/value-columns.ts';
import { BlockDamaged } from '../../block/block-damaged.ts';
import type { BlockReader } from '../../block/block-reader.ts';
import { ReusedMemory } from '../../block/block-memory.ts';
import { HourEncoder, hourReader } from '../../block/hour-block.ts';
import { HOURS_PER_DAY, TICKS_PER_HOUR, type BlockLayout } from '../../block/layout.ts';
import { rowBuffer, type RowBuffer } from '../../block/rows.ts';
import type { PastSeries } from '../../history-store.ts';
import { ByteSlabs, type SpareSlabs } from '../segment/byte-slabs.ts';
import { packSeries, SERIES_BYTES } from '../../tiers/series-bytes.ts';
import { layoutOf } from '../../tiers/series-layout.ts';
import type { NumberedTick } from '../../tiers/tick-record.ts';

/** The values of one series in a day, with the series' number. */
export interface NumberedPast extends PastSeries {
  readonly number: number;
}

/** One series of a day with its encoded hours. */
export class CollectedSeries {
  readonly number: number;
  readonly id: SeriesId;
  readonly packed: Uint8Array;
  /** The hours without gaps: separate buffers would have an overhead of half their content. */
  readonly #bytes: Uint8Array;
  readonly #ends: Uint32Array;

  constructor(
    { number, indexType, indexId }: NumberedPast,
    hours: readonly (Uint8Array | undefined)[],
    slabs: ByteSlabs,
  ) {
    this.number = number;
    this.id = { indexType, indexId };
    this.packed = new Uint8Array(SERIES_BYTES);
    packSeries(this.id, this.packed, 0);
    this.#bytes = slabs.keep(hours.filter((hour) => hour !== undefined));
    let end = 0;
    this.#ends = Uint32Array.from(hours, (hour) => (end += hour?.length ?? 0));
  }

  /** The block of one hour of the day; undefined if it has no values. */
  hour(hour: number): Uint8Array | undefined {
    const from = hour === 0 ? 0 : this.#ends[hour - 1]!;
    const to = this.#ends[hour]!;
    return from === to ? undefined : this.#bytes.subarray(from, to);
  }
}

/**
 * Values of a day to be written into segments, encoded as they arrive, so that a whole day takes no more memory than its file.
 */
export class CollectedDay {
  readonly #encoders = new Map<BlockLayout, HoursEncoder>();
  readonly #readers = new Map<BlockLayout, HourBlockReader>();
  readonly #series = new Map<number, CollectedSeries>();
  readonly #slabs: ByteSlabs;

  constructor(spare: SpareSlabs) {
    this.#slabs = new ByteSlabs(spare);
  }

  /** Returns which hours have values, as bits. */
  add(series: readonly NumberedPast[]): number {
    let hoursWithValues = 0;
    for (const past of series) {
      const hours = this.#encoderOf(layoutOf(past.indexType)).encode(past);
      hours.forEach((hour, number) => (hoursWithValues |= hour ? 1 << number : 0));
      this.#series.set(past.number, new CollectedSeries(past, hours, this.#slabs));
    }
    return hoursWithValues;
  }

  /** Releases the memory; do not use the day afterwards. */
  release(): void {
    this.#series.clear();
    this.#slabs.release();
  }

  /** Unordered. */
  get series(): Iterable<CollectedSeries> {
    return this.#series.values();
  }

  /** Part of an hour as ticks, one per slot from `firstSlot` to `lastSlot`, both inclusive. */
  ticksOf(hour: number, firstSlot: number, lastSlot: number): CollectedTick[] {
    const ticks = Array.from({ length: lastSlot - firstSlot + 1 }, () => new TickColumns(this.#series.size));
    for (const one of [...this.#series.values()].toSorted((a, b) => a.number - b.number)) {
      const block = one.hour(hour);
      if (!block) continue;
      const { buffer, count } = this.#readerOf(layoutOf(one.id.indexType)).read(block);
      for (let row = 0; row < count; row++)
        ticks[buffer.rowNumbers[row]! - firstSlot]?.add(one.number, buffer, row);
    }
    return ticks.map((tick) => tick.filled());
  }

  #encoderOf(layout: BlockLayout): HoursEncoder {
    const encoder = this.#encoders.get(layout) ?? new HoursEncoder(layout);
    this.#encoders.set(layout, encoder);
    return encoder;
  }

  #readerOf(layout: BlockLayout): HourBlockReader {
    const reader = this.#readers.get(layout) ?? new HourBlockReader(layout);
    this.#readers.set(layout, reader);
    return reader;
  }
}

/** Reads blocks of hours that were encoded here. */
export class HourBlockReader {
  readonly buffer: RowBuffer;
  readonly #reader: BlockReader;

  constructor(layout: BlockLayout) {
    this.#reader = hourReader(layout);
    this.buffer = rowBuffer(layout, TICKS_PER_HOUR);
  }

  /** Fills the same buffer at each call. */
  read(block: Uint8Array): { readonly buffer: RowBuffer; readonly count: number } {
    const count = this.#reader.readWhole(block, this.buffer);
    if (count instanceof BlockDamaged) throw new Error(`an hour just made cannot be read: ${count.message}`);
    return { buffer: this.buffer, count };
  }
}

/** Encodes days of one layout, hour by hour. */
class HoursEncoder {
  readonly #encoder: HourEncoder;
  readonly #memory = new ReusedMemory();
  readonly #present = new Uint8Array(HOURS_PER_DAY * TICKS_PER_HOUR);
  readonly #numbers: readonly Float64Array[];
  readonly #flags = new Uint16Array(HOURS_PER_DAY * TICKS_PER_HOUR);

  constructor(layout: BlockLayout) {
    this.#encoder = new HourEncoder(layout, this.#memory);
    this.#numbers = layout.columns.map(() => new Float64Array(this.#present.length));
  }

  /** One entry per hour, undefined if it has no values. Valid until the next call. */
  encode(past: PastSeries): (Uint8Array | undefined)[] {
    this.#enter(past);
    this.#memory.clear();
    const rows = { present: this.#present, numbers: this.#numbers, flags: this.#flags };
    return Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
      const first = hour * TICKS_PER_HOUR;
      const hasValues = this.#present.subarray(first, first + TICKS_PER_HOUR).includes(1);
      return hasValues ? this.#encoder.encodeHour(rows, first) : undefined;
    });
  }

  #enter({ slots, prices, volumes, tickVolumes, flags }: PastSeries): void {
    const [priceColumn, volumeColumn, tickVolumeColumn] = this.#numbers;
    this.#present.fill(0);
    for (let row = 0; row < slots.length; row++) {
      const slot = slots[row]!;
      this.#present[slot] = 1;
      priceColumn![slot] = prices[row]!;
      volumeColumn![slot] = volumes[row]!;
      if (tickVolumeColumn) tickVolumeColumn[slot] = tickVolumes[row]!;
      this.#flags[slot] = flags[row]!;
    }
  }
}

/** The values of one slot, by ascending series number. */
export type CollectedTick = Omit<NumberedTick, 'record'>;

class TickColumns {
  readonly #tick: CollectedTick;
  #count = 0;

  constructor(capacity: number) {
    this.#tick = { numbers: new Uint32Array(capacity), ...valueColumns(capacity) };
  }

  add(number: number, { numbers: [prices, volumes, tickVolumes], flags }: RowBuffer, row: number): void {
    const at = this.#count++;
    this.#tick.numbers[at] = number;
    this.#tick.prices[at] = prices![row]!;
    this.#tick.volumes[at] = volumes![row]!;
    this.#tick.tickVolumes[at] = tickVolumes?.[row] ?? Number.NaN;
    this.#tick.flags[at] = flags[row]!;
  }

  /** Usually every series has a value: then nothing is copied. */
  filled(): CollectedTick {
    const { numbers } = this.#tick;
    if (this.#count === numbers.length) return this.#tick;
    return { numbers: numbers.slice(0, this.#count), ...firstRows(this.#tick, this.#count) };
  }
}
