import type { Millis } from '../../../core/time.ts';
import { HourEncoder } from '../../block/hour-block.ts';
import { LX_LAYOUT, TICK_LAYOUT, TICKS_PER_HOUR, type BlockLayout } from '../../block/layout.ts';
import type { NumberedRows } from '../../block/rows.ts';
import type { HourColumns } from '../../tiers/hour-table.ts';
import type { SegmentTick } from '../segment/segment-annex.ts';
import { SegmentWriter } from '../segment/segment-writer.ts';
import { SERIES_BYTES } from '../../tiers/series-bytes.ts';
import { layoutOfPacked } from '../../tiers/series-layout.ts';

export interface HourToSeal {
  readonly kind: 'hour';
  readonly path: string;
  readonly hour: Millis;
  readonly columns: HourColumns;
  readonly ticks: readonly SegmentTick[];
  /** Numbers of the series to look for, in series order. */
  readonly order: Uint32Array;
  /** Packed ids by number. */
  readonly series: Uint8Array;
}

const NO_TICK_VOLUMES = new Float64Array(TICKS_PER_HOUR).fill(Number.NaN);

/** Encodes every series that has a value in the hour. */
export function sealHour({ path, hour, columns, ticks, order, series }: HourToSeal): void {
  const encoders = new Map([TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, new HourEncoder(layout)]));
  const ofSeries = new SeriesHour(columns);
  SegmentWriter.write(path, 'hour', hour, (writer) => {
    for (const number of order) {
      if (!ofSeries.load(number)) continue;
      const id = series.subarray(number * SERIES_BYTES, (number + 1) * SERIES_BYTES);
      const layout = layoutOfPacked(id);
      writer.addBlock(number, id, encoders.get(layout)!.encodeHour(ofSeries.rows(layout)));
    }
    return ticks;
  });
}

/** Extracts the hour of one series at a time from columns that are ordered by slot. */
class SeriesHour {
  readonly #columns: HourColumns;
  readonly #present = new Uint8Array(TICKS_PER_HOUR);
  readonly #prices = new Float64Array(TICKS_PER_HOUR);
  readonly #volumes = new Float64Array(TICKS_PER_HOUR);
  readonly #flags = new Uint16Array(TICKS_PER_HOUR);
  #tickVolumes: Float64Array = NO_TICK_VOLUMES;

  constructor(columns: HourColumns) {
    this.#columns = columns;
  }

  /** False if the series has no value in the hour. */
  load(number: number): boolean {
    const { capacity, present, prices, volumes, flags, tickVolumes } = this.#columns;
    if (number >= capacity) return false;
    let found = 0;
    for (let slot = 0; slot < TICKS_PER_HOUR; slot++) {
      const entry = slot * capacity + number;
      found |= this.#present[slot] = present[entry]!;
      this.#prices[slot] = prices[entry]!;
      this.#volumes[slot] = volumes[entry]!;
      this.#flags[slot] = flags[entry]!;
    }
    this.#tickVolumes = tickVolumes.get(number) ?? NO_TICK_VOLUMES;
    return found === 1;
  }

  rows(layout: BlockLayout): NumberedRows {
    const numbers: Float64Array[] = [this.#prices, this.#volumes];
    if (layout === LX_LAYOUT) numbers.push(this.#tickVolumes);
    return { present: this.#present, numbers, flags: this.#flags };
  }
}
