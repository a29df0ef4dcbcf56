import type { SeriesId } from '../../../core/index-value.ts';
import { compareSeries } from '../../../core/ids/series-order.ts';
import type { Millis } from '../../../core/time.ts';
import { BlockDamaged } from '../../block/block-damaged.ts';
import type { BlockReader } from '../../block/block-reader.ts';
import { ReusedMemory } from '../../block/block-memory.ts';
import { DayAssembler, dayReader } from '../../block/day-block.ts';
import { HourEncoder, hourReader } from '../../block/hour-block.ts';
import { HOURS_A_DAY, LX_LAYOUT, TICK_LAYOUT, TICKS_AN_HOUR, type BlockLayout } from '../../block/layout.ts';
import { rowBuffer, type RowBuffer } from '../../block/rows.ts';
import { DAY_DAMAGED } from '../../history-store.ts';
import { HourRows, type CollectedDay, type CollectedSeries } from './collected-day.ts';
import type { Damage } from '../damage.ts';
import type { SegmentTick } from '../segment/segment-annex.ts';
import { SegmentDamaged, SegmentFile } from '../segment/segment-file.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { SERIES_BYTES, unpackSeries } from '../../tiers/series-bytes.ts';
import { layoutOfPacked } from '../../tiers/series-layout.ts';

/** An hour or day that is over, to be joined with what was collected of it. */
export interface PastToMerge {
  readonly kind: 'past';
  readonly span: 'hour' | 'day';
  readonly path: string;
  readonly start: Millis;
  /** The segment that the new one replaces. */
  readonly previousPath: string | undefined;
  readonly collection: number;
  /** Of the collected day, the hour with which the span begins. */
  readonly firstHour: number;
  /** Records of ticks, in the order of time: those of slots that have none are taken. */
  readonly ticks: readonly SegmentTick[];
}

interface MergedSeries {
  readonly number: number;
  readonly id: SeriesId;
  readonly packed: Uint8Array;
  readonly collected: CollectedSeries | undefined;
}

/** What is stored of a day or year cannot be read, so it cannot be written anew. */
export class SegmentNotReadable extends Error {
  readonly code = DAY_DAMAGED;

  constructor(path: string, { reason }: SegmentDamaged) {
    super(`${path} cannot be written anew: ${reason}`);
  }
}

/** Writes the segment anew with the values in it. Where a series has a value in a slot, that one stays. */
export function mergePast(
  { span, path, start, previousPath, firstHour, ticks: given }: PastToMerge,
  day: CollectedDay,
): Damage[] {
  const damages: Damage[] = [];
  const previous = previousPath === undefined ? undefined : SegmentFile.open(previousPath, span, start);
  if (previous instanceof SegmentDamaged) throw new SegmentNotReadable(previousPath!, previous);
  try {
    const mergers = new Map(
      [TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, new SeriesMerger(span, layout)]),
    );
    const { all, ticks } = collect(previous, day, given);
    const hours = span === 'day' ? HOURS_A_DAY : 1;
    SegmentWriter.write(path, span, start, (writer) => {
      for (const { number, id, packed, collected } of all) {
        const stored = previous?.blockOf(number);
        if (stored instanceof SegmentDamaged) throw new SegmentNotReadable(previousPath!, stored);
        const added = Array.from({ length: hours }, (_, hour) => collected?.hour(firstHour + hour));
        const merged = mergers.get(layoutOfPacked(packed))!.merge(stored, added);
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
  day: CollectedDay,
  given: readonly SegmentTick[],
): { readonly all: readonly MergedSeries[]; readonly ticks: readonly SegmentTick[] } {
  const all = new Map<number, MergedSeries>();
  const annex = previous?.annex();
  if (annex instanceof SegmentDamaged) throw new SegmentNotReadable(previous!.path, annex);
  for (const [entry, number] of (previous?.numbers ?? []).entries()) {
    const packed = annex!.series.subarray(entry * SERIES_BYTES, (entry + 1) * SERIES_BYTES);
    all.set(number, { number, packed, id: unpackSeries(packed, 0), collected: undefined });
  }
  for (const collected of day.series) {
    const { number, id, packed } = collected;
    all.set(number, { number, id, packed, collected });
  }
  return {
    all: [...all.values()].toSorted((a, b) => compareSeries(a.id, b.id)),
    ticks: joined(annex?.ticks ?? [], given),
  };
}

/** By slot; where both have one, the stored one stays. */
function joined(stored: readonly SegmentTick[], given: readonly SegmentTick[]): readonly SegmentTick[] {
  if (given.length === 0) return stored;
  const bySlot = new Map([...given, ...stored].map((tick) => [tick.slot, tick]));
  return [...bySlot.values()].toSorted((a, b) => a.slot - b.slot);
}

/** Joins stored blocks and collected hours of one layout. */
class SeriesMerger {
  readonly #memory = new ReusedMemory();
  readonly #encoder: HourEncoder;
  readonly #assembler: DayAssembler;
  readonly #reader: BlockReader;
  readonly #hourRows: HourRows;
  readonly #buffer: RowBuffer;
  readonly #present: Uint8Array;
  readonly #numbers: readonly Float64Array[];
  readonly #flags: Uint16Array;

  constructor(span: 'hour' | 'day', layout: BlockLayout) {
    const slots = (span === 'hour' ? 1 : HOURS_A_DAY) * TICKS_AN_HOUR;
    this.#encoder = new HourEncoder(layout, this.#memory);
    this.#assembler = new DayAssembler(layout, this.#memory);
    this.#reader = span === 'hour' ? hourReader(layout) : dayReader(layout);
    this.#hourRows = new HourRows(layout);
    this.#buffer = rowBuffer(layout, slots);
    this.#present = new Uint8Array(slots);
    this.#numbers = layout.columns.map(() => new Float64Array(slots));
    this.#flags = new Uint16Array(slots);
  }

  /** The block of both, until the next call; a stored one that is damaged is not touched. `added` are the hours of the span. */
  merge(
    stored: Uint8Array | undefined,
    added: readonly (Uint8Array | undefined)[],
  ): Uint8Array | BlockDamaged | undefined {
    this.#memory.clear();
    if (added.every((hour) => !hour)) return stored;
    if (!stored) return this.#join(added);
    this.#present.fill(0);
    for (const [hour, block] of added.entries()) {
      if (!block) continue;
      const { buffer, count } = this.#hourRows.read(block);
      this.#enter(buffer, count, hour * TICKS_AN_HOUR);
    }
    const damaged = this.#reader.open(stored);
    const count = damaged ?? this.#reader.read(0, this.#present.length - 1, 'oldest-first', this.#buffer);
    if (count instanceof BlockDamaged) return count;
    this.#enter(this.#buffer, count, 0);
    return this.#join(this.#encoded());
  }

  #enter({ rowNumbers, numbers, flags }: RowBuffer, count: number, firstSlot: number): void {
    for (let row = 0; row < count; row++) {
      const slot = firstSlot + rowNumbers[row]!;
      this.#present[slot] = 1;
      this.#flags[slot] = flags[row]!;
      this.#numbers.forEach((column, c) => (column[slot] = numbers[c]![row]!));
    }
  }

  #encoded(): (Uint8Array | undefined)[] {
    const rows = { present: this.#present, numbers: this.#numbers, flags: this.#flags };
    return Array.from({ length: this.#present.length / TICKS_AN_HOUR }, (_, hour) => {
      const first = hour * TICKS_AN_HOUR;
      const isEmpty = !this.#present.subarray(first, first + TICKS_AN_HOUR).includes(1);
      return isEmpty ? undefined : this.#encoder.encodeHour(rows, first);
    });
  }

  #join(hours: readonly (Uint8Array | undefined)[]): Uint8Array | undefined {
    if (hours.length === 1) return hours[0];
    const day = this.#assembler.assembleDay(hours);
    if (day instanceof BlockDamaged) throw new Error(`hours just made cannot be joined: ${day.message}`);
    return day;
  }
}
