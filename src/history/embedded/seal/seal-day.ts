import { INDEX_TYPES, type SeriesId } from '../../../core/index-value.ts';
import { compareSeries } from '../../../core/ids/series-order.ts';
import { HOUR_MS, type Millis } from '../../../core/time.ts';
import { BlockDamaged } from '../../block/block-damaged.ts';
import type { BlockReader } from '../../block/block-reader.ts';
import { ReusedMemory } from '../../block/block-memory.ts';
import { DayAssembler } from '../../block/day-block.ts';
import { hourReader } from '../../block/hour-block.ts';
import {
  HOURS_PER_DAY,
  LX_LAYOUT,
  TICK_LAYOUT,
  TICKS_PER_HOUR,
  type BlockLayout,
} from '../../block/layout.ts';
import type { Damage } from '../damage.ts';
import type { SegmentTick } from '../segment/segment-annex.ts';
import { SegmentDamaged, SegmentFile } from '../segment/segment-file.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { SERIES_BYTES, unpackSeries } from '../../tiers/series-bytes.ts';
import { layoutOfPacked } from '../../tiers/series-layout.ts';

export interface DayToSeal {
  readonly kind: 'day';
  readonly path: string;
  readonly day: Millis;
  /** The sealed hours of the day. */
  readonly hours: readonly { readonly hour: Millis; readonly path: string }[];
  /** Packed ids by number, for hours that have lost theirs. */
  readonly series: Uint8Array;
}

interface DaySeries {
  readonly number: number;
  readonly packed: Uint8Array;
  readonly id: SeriesId;
}

/** Joins the hours of a day. Damage in an hour is reported, and the rest of the day is kept. */
export function sealDay({ path, day, hours, series }: DayToSeal): Damage[] {
  const damages: Damage[] = [];
  const files = new Map<number, SegmentFile>();
  try {
    for (const { hour, path: hourPath } of hours) {
      const file = SegmentFile.open(hourPath, 'hour', hour);
      if (file instanceof SegmentDamaged)
        damages.push({ file: hourPath, series: undefined, reason: file.reason });
      else files.set((hour - day) / HOUR_MS, file);
    }
    writeDay(path, day, files, series, damages);
  } finally {
    for (const file of files.values()) file.close();
  }
  return damages;
}

function writeDay(
  path: string,
  day: Millis,
  files: ReadonlyMap<number, SegmentFile>,
  packed: Uint8Array,
  damages: Damage[],
): void {
  const joiners = new Map([TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, new DayJoiner(layout, damages)]));
  const ticks: SegmentTick[] = [];
  const series = collect(files, packed, ticks, damages);
  SegmentWriter.write(path, 'day', day, (writer) => {
    for (const one of series) {
      const block = joiners.get(layoutOfPacked(one.packed))!.join(one, files);
      if (block) writer.addBlock(one.number, one.packed, block);
    }
    return ticks;
  });
}

/** All series of the hours in order, and the ticks of the day. */
function collect(
  files: ReadonlyMap<number, SegmentFile>,
  allPacked: Uint8Array,
  ticks: SegmentTick[],
  damages: Damage[],
): DaySeries[] {
  const series = new Map<number, DaySeries>();
  for (const [hour, file] of [...files].toSorted(([a], [b]) => a - b)) {
    const annex = file.annex();
    const isLost = annex instanceof SegmentDamaged;
    if (isLost) damages.push({ file: file.path, series: undefined, reason: annex.reason });
    else
      for (const { slot, record } of annex.ticks) ticks.push({ slot: hour * TICKS_PER_HOUR + slot, record });
    for (const [entry, number] of file.numbers.entries()) {
      if (series.has(number)) continue;
      const [ids, place] = isLost ? [allPacked, number] : [annex.series, entry];
      const packed = ids.subarray(place * SERIES_BYTES, (place + 1) * SERIES_BYTES);
      if (packed[0]! < INDEX_TYPES.length)
        series.set(number, { number, packed, id: unpackSeries(packed, 0) });
    }
  }
  return [...series.values()].toSorted((a, b) => compareSeries(a.id, b.id));
}

/** Joins series of one layout. */
class DayJoiner {
  readonly #memory = new ReusedMemory();
  readonly #assembler: DayAssembler;
  readonly #reader: BlockReader;
  readonly #damages: Damage[];

  constructor(layout: BlockLayout, damages: Damage[]) {
    this.#assembler = new DayAssembler(layout, this.#memory);
    this.#reader = hourReader(layout);
    this.#damages = damages;
  }

  /** Valid until the next call; undefined if no sound hour is left. */
  join({ number, id }: DaySeries, files: ReadonlyMap<number, SegmentFile>): Uint8Array | undefined {
    this.#memory.clear();
    const blocks = Array.from({ length: HOURS_PER_DAY }, (_, hour) => {
      const file = files.get(hour);
      const block = file?.blockOf(number);
      const reason = block instanceof SegmentDamaged ? block.reason : this.#damageIn(block);
      if (!(block instanceof SegmentDamaged) && reason === undefined) return block;
      this.#damages.push({ file: file!.path, series: id, reason: reason! });
      return undefined;
    });
    if (blocks.every((block) => !block)) return undefined;
    const day = this.#assembler.assembleDay(blocks);
    if (day instanceof BlockDamaged)
      throw new Error(`hours that were sound cannot be joined: ${day.message}`);
    return day;
  }

  #damageIn(block: Uint8Array | undefined): string | undefined {
    return block && this.#reader.open(block)?.message;
  }
}
