import { BlockDamaged } from '../../block/block-damaged.ts';
import type { BlockReader } from '../../block/block-reader.ts';
import { ReusedMemory } from '../../block/block-memory.ts';
import { DayAssembler, dayReader } from '../../block/day-block.ts';
import { HourEncoder, hourReader } from '../../block/hour-block.ts';
import {
  HOURS_PER_DAY,
  LX_LAYOUT,
  TICK_LAYOUT,
  TICKS_PER_HOUR,
  type BlockLayout,
} from '../../block/layout.ts';
import { rowBuffer, type RowBuffer } from '../../block/rows.ts';
import { HourBlockReader, type CollectedDay } from './collected-day.ts';
import { rewriteSegment, type SegmentToRewrite } from './rewrite-segment.ts';
import type { Damage } from '../damage.ts';
import type { SegmentTick } from '../segment/segment-annex.ts';
import { layoutOfPacked } from '../../tiers/series-layout.ts';

/** A completed hour or day, to be merged with the values collected for it. */
export interface PastToMerge extends SegmentToRewrite {
  readonly kind: 'past';
  readonly span: 'hour' | 'day';
  readonly collection: number;
  /** The hour of the collected day at which the span starts. */
  readonly firstHour: number;
  /** Records of ticks in chronological order, used for slots without a record. */
  readonly ticks: readonly SegmentTick[];
}

/** Rewrites the segment with additional values. A value that a series already has in a slot is kept. */
export function mergePast(past: PastToMerge, day: CollectedDay): Damage[] {
  const { span, firstHour, ticks } = past;
  const mergers = new Map([TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, new SeriesMerger(span, layout)]));
  const hours = span === 'day' ? HOURS_PER_DAY : 1;
  return rewriteSegment(
    past,
    day.series,
    (stored, collected, packed) => {
      const added = Array.from({ length: hours }, (_, hour) => collected?.hour(firstHour + hour));
      return mergers.get(layoutOfPacked(packed))!.merge(stored, added);
    },
    (stored) => mergeTicks(stored, ticks),
  );
}

/** Merges by slot; if both have a record, the stored one is kept. */
function mergeTicks(
  stored: readonly SegmentTick[],
  additional: readonly SegmentTick[],
): readonly SegmentTick[] {
  if (additional.length === 0) return stored;
  const bySlot = new Map([...additional, ...stored].map((tick) => [tick.slot, tick]));
  return [...bySlot.values()].toSorted((a, b) => a.slot - b.slot);
}

/** Merges stored blocks and collected hours of one layout. */
class SeriesMerger {
  readonly #memory = new ReusedMemory();
  readonly #encoder: HourEncoder;
  readonly #assembler: DayAssembler;
  readonly #reader: BlockReader;
  readonly #hourRows: HourBlockReader;
  readonly #buffer: RowBuffer;
  readonly #present: Uint8Array;
  readonly #numbers: readonly Float64Array[];
  readonly #flags: Uint16Array;

  constructor(span: 'hour' | 'day', layout: BlockLayout) {
    const slots = (span === 'hour' ? 1 : HOURS_PER_DAY) * TICKS_PER_HOUR;
    this.#encoder = new HourEncoder(layout, this.#memory);
    this.#assembler = new DayAssembler(layout, this.#memory);
    this.#reader = span === 'hour' ? hourReader(layout) : dayReader(layout);
    this.#hourRows = new HourBlockReader(layout);
    this.#buffer = rowBuffer(layout, slots);
    this.#present = new Uint8Array(slots);
    this.#numbers = layout.columns.map(() => new Float64Array(slots));
    this.#flags = new Uint16Array(slots);
  }

  /** The merged block, valid until the next call; a damaged stored block is not changed. `added`: the hours of the span. */
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
      this.#enter(buffer, count, hour * TICKS_PER_HOUR);
    }
    const count = this.#reader.readWhole(stored, this.#buffer);
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
    return Array.from({ length: this.#present.length / TICKS_PER_HOUR }, (_, hour) => {
      const first = hour * TICKS_PER_HOUR;
      const isEmpty = !this.#present.subarray(first, first + TICKS_PER_HOUR).includes(1);
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
