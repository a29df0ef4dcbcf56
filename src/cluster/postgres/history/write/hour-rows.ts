import type { IndexType } from '../../../../core/index-value.ts';
import type { ValueColumns } from '../../../../core/value-columns.ts';
import { BlockDamaged } from '../../../../history/block/block-damaged.ts';
import { HourEncoder, hourReader } from '../../../../history/block/hour-block.ts';
import { LX_LAYOUT, TICK_LAYOUT, TICKS_PER_HOUR } from '../../../../history/block/layout.ts';
import { rowBuffer } from '../../../../history/block/rows.ts';
import { layoutOf } from '../../../../history/tiers/series-layout.ts';

/** One hour of one series, one row per slot. Filled from blocks and slices (the first value of a slot stays), then encoded. Reused for each series. */
export class HourRows implements ValueColumns {
  /** 1 if the slot has a value. */
  readonly present = new Uint8Array(TICKS_PER_HOUR);
  readonly prices = new Float64Array(TICKS_PER_HOUR);
  readonly volumes = new Float64Array(TICKS_PER_HOUR);
  readonly tickVolumes = new Float64Array(TICKS_PER_HOUR);
  readonly flags = new Uint16Array(TICKS_PER_HOUR);
  count = 0;
  readonly #readers = new Map([TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, hourReader(layout)]));
  readonly #encoders = new Map([TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, new HourEncoder(layout)]));
  readonly #buffer = rowBuffer(LX_LAYOUT, TICKS_PER_HOUR);

  clear(): void {
    this.present.fill(0);
    this.count = 0;
  }

  /** Adds a row if the slot has no value yet. */
  add(place: number, { prices, volumes, tickVolumes, flags }: ValueColumns, row: number): void {
    if (this.present[place] === 1) return;
    this.present[place] = 1;
    this.prices[place] = prices[row]!;
    this.volumes[place] = volumes[row]!;
    this.tickVolumes[place] = tickVolumes[row]!;
    this.flags[place] = flags[row]!;
    this.count++;
  }

  /** Adds the rows of a block whose slots have no value yet. */
  addBlock(indexType: IndexType, block: Uint8Array): BlockDamaged | undefined {
    const layout = layoutOf(indexType);
    const buffer = this.#buffer;
    const count = this.#readers.get(layout)!.readWhole(block, buffer);
    if (count instanceof BlockDamaged) return count;
    const [prices, volumes, amounts] = buffer.numbers as [Float64Array, Float64Array, Float64Array];
    if (layout === TICK_LAYOUT) amounts.fill(Number.NaN, 0, count);
    const columns = { prices, volumes, tickVolumes: amounts, flags: buffer.flags };
    for (let row = 0; row < count; row++) this.add(buffer.rowNumbers[row]!, columns, row);
    return undefined;
  }

  encode(indexType: IndexType): Uint8Array {
    const layout = layoutOf(indexType);
    const { present, prices, volumes, tickVolumes, flags } = this;
    const numbers = layout === LX_LAYOUT ? [prices, volumes, tickVolumes] : [prices, volumes];
    return this.#encoders.get(layout)!.encodeHour({ present, numbers, flags });
  }
}
