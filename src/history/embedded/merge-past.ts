import type { SeriesId } from '../../core/index-value.ts';
import { compareSeries } from '../../core/series-order.ts';
import type { Millis } from '../../core/time.ts';
import { BlockDamaged } from '../block/block-damaged.ts';
import type { BlockReader } from '../block/block-reader.ts';
import { DayAssembler, dayReader } from '../block/day-block.ts';
import { HourEncoder, hourReader } from '../block/hour-block.ts';
import { HOURS_A_DAY, LX_LAYOUT, TICK_LAYOUT, TICKS_AN_HOUR, type BlockLayout } from '../block/layout.ts';
import { rowBuffer, type RowBuffer } from '../block/rows.ts';
import type { Damage } from './damage.ts';
import type { NumberedPast } from './numbered-past.ts';
import { layoutOfPacked } from './seal-hour.ts';
import type { SegmentTick } from './segment-annex.ts';
import { SegmentDamaged, SegmentFile } from './segment-file.ts';
import { SegmentWriter } from './segment-writer.ts';
import { packSeries, SERIES_BYTES, unpackSeries } from './series-bytes.ts';

/** Values for an hour or day that is over, to be joined with what its segment holds already. */
export interface PastToMerge {
  readonly kind: 'past';
  readonly span: 'hour' | 'day';
  readonly path: string;
  readonly start: Millis;
  /** The segment that the new one replaces. */
  readonly previousPath: string | undefined;
  /** Slots are counted from the start of the span. */
  readonly series: readonly NumberedPast[];
}

interface MergedSeries {
  readonly number: number;
  readonly id: SeriesId;
  readonly packed: Uint8Array;
  readonly past: NumberedPast | undefined;
}

/** Writes the segment anew with the values in it. Where a series has a value in a slot, that one stays. */
export function mergePast({ span, path, start, previousPath, series }: PastToMerge): Damage[] {
  const damages: Damage[] = [];
  const previous = previousPath === undefined ? undefined : SegmentFile.open(previousPath, span);
  if (previous instanceof SegmentDamaged)
    throw new Error(`${previousPath} cannot be written anew: ${previous.reason}`);
  try {
    const mergers = new Map(
      [TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, new SeriesMerger(span, layout)]),
    );
    const { all, ticks } = collect(previous, series);
    SegmentWriter.write(path, span, start, (writer) => {
      for (const { number, id, packed, past } of all) {
        const stored = previous?.blockOf(number);
        const merged = mergers.get(layoutOfPacked(packed))!.merge(stored, past);
        if (merged instanceof BlockDamaged)
          damages.push({ file: previousPath!, series: id, reason: merged.message });
        const block = merged instanceof BlockDamaged ? stored : merged;
        if (block) writer.addBlock(number, packed, block);
      }
      return ticks;
    });
  } finally {
    previous?.close();
  }
  return damages;
}

/** Every series that the segment has or gets, in the order of series, and its ticks. */
function collect(
  previous: SegmentFile | undefined,
  series: readonly NumberedPast[],
): { readonly all: readonly MergedSeries[]; readonly ticks: readonly SegmentTick[] } {
  const all = new Map<number, MergedSeries>();
  const annex = previous?.annex();
  if (annex instanceof SegmentDamaged)
    throw new Error(`${previous?.path} cannot be written anew: ${annex.reason}`);
  for (const [entry, number] of (previous?.numbers ?? []).entries()) {
    const packed = annex!.series.subarray(entry * SERIES_BYTES, (entry + 1) * SERIES_BYTES);
    all.set(number, { number, packed, id: unpackSeries(packed, 0), past: undefined });
  }
  for (const past of series) {
    const packed = new Uint8Array(SERIES_BYTES);
    packSeries(past, packed, 0);
    all.set(past.number, { number: past.number, packed, id: past, past });
  }
  return {
    all: [...all.values()].toSorted((a, b) => compareSeries(a.id, b.id)),
    ticks: annex?.ticks ?? [],
  };
}

/** Joins stored blocks and values of one layout. */
class SeriesMerger {
  readonly #hours: number;
  readonly #encoder: HourEncoder;
  readonly #assembler: DayAssembler;
  readonly #reader: BlockReader;
  readonly #buffer: RowBuffer;
  readonly #present: Uint8Array;
  readonly #numbers: readonly Float64Array[];
  readonly #flags: Uint16Array;

  constructor(span: 'hour' | 'day', layout: BlockLayout) {
    this.#hours = span === 'hour' ? 1 : HOURS_A_DAY;
    const slots = this.#hours * TICKS_AN_HOUR;
    this.#encoder = new HourEncoder(layout);
    this.#assembler = new DayAssembler(layout);
    this.#reader = span === 'hour' ? hourReader(layout) : dayReader(layout);
    this.#buffer = rowBuffer(layout, slots);
    this.#present = new Uint8Array(slots);
    this.#numbers = layout.columns.map(() => new Float64Array(slots));
    this.#flags = new Uint16Array(slots);
  }

  /** The block of both; a stored one that is damaged is not touched. */
  merge(
    stored: Uint8Array | undefined,
    past: NumberedPast | undefined,
  ): Uint8Array | BlockDamaged | undefined {
    if (!past) return stored;
    this.#present.fill(0);
    this.#enter(past);
    const damaged = stored && this.#enterStored(stored);
    return damaged ?? this.#encode();
  }

  #enter({ slots, prices, volumes, tickVolumes, flags }: NumberedPast): void {
    const [priceColumn, volumeColumn, tickVolumeColumn] = this.#numbers;
    for (let row = 0; row < slots.length; row++) {
      const slot = slots[row]!;
      this.#present[slot] = 1;
      priceColumn![slot] = prices[row]!;
      volumeColumn![slot] = volumes[row]!;
      if (tickVolumeColumn) tickVolumeColumn[slot] = tickVolumes[row]!;
      this.#flags[slot] = flags[row]!;
    }
  }

  #enterStored(block: Uint8Array): BlockDamaged | undefined {
    const damaged = this.#reader.open(block);
    if (damaged) return damaged;
    const count = this.#reader.read(0, this.#present.length - 1, 'oldest-first', this.#buffer);
    if (count instanceof BlockDamaged) return count;
    for (let row = 0; row < count; row++) {
      const slot = this.#buffer.rowNumbers[row]!;
      this.#present[slot] = 1;
      this.#flags[slot] = this.#buffer.flags[row]!;
      this.#numbers.forEach((column, c) => (column[slot] = this.#buffer.numbers[c]![row]!));
    }
    return undefined;
  }

  #encode(): Uint8Array | undefined {
    const rows = { present: this.#present, numbers: this.#numbers, flags: this.#flags };
    const hours = Array.from({ length: this.#hours }, (_, hour) => {
      const first = hour * TICKS_AN_HOUR;
      const isEmpty = !this.#present.subarray(first, first + TICKS_AN_HOUR).includes(1);
      return isEmpty ? undefined : this.#encoder.encodeHour(rows, first);
    });
    if (hours.every((hour) => !hour)) return undefined;
    if (this.#hours === 1) return hours[0];
    const day = this.#assembler.assembleDay(hours);
    if (day instanceof BlockDamaged) throw new Error(`hours just made cannot be joined: ${day.message}`);
    return day;
  }
}
