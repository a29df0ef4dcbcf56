import { BlockDamaged } from '../../../../history/block/block-damaged.ts';
import { hourReader } from '../../../../history/block/hour-block.ts';
import { LX_LAYOUT, TICK_LAYOUT, TICKS_PER_HOUR } from '../../../../history/block/layout.ts';
import { rowBuffer } from '../../../../history/block/rows.ts';
import { layoutOf } from '../../../../history/tiers/series-layout.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import type { DamageReporter } from './damage-reporter.ts';
import { startOfHour, type Hour } from '../grid.ts';

/** Decodes hours of series, one at a time, into a buffer shared by all reads. Callers must use the rows before they await anything. */
export class HourDecoder {
  readonly buffer = rowBuffer(LX_LAYOUT, TICKS_PER_HOUR);
  readonly #table: SeriesTable;
  readonly #damages: DamageReporter;
  readonly #readers = new Map([TICK_LAYOUT, LX_LAYOUT].map((layout) => [layout, hourReader(layout)]));

  constructor(table: SeriesTable, damages: DamageReporter) {
    this.#table = table;
    this.#damages = damages;
  }

  /** Returns the number of rows in the buffer, oldest first; 0 if there is no block or it is damaged. */
  decode(number: number, hour: Hour, block: Uint8Array | undefined): number {
    if (!block || block.length === 0) return 0;
    const series = this.#table.idOf(number);
    const layout = layoutOf(series.indexType);
    const count = this.#readers.get(layout)!.readWhole(block, this.buffer);
    if (count instanceof BlockDamaged) {
      this.#damages.report(`hour ${new Date(startOfHour(hour)).toISOString()}`, series, count.message);
      return 0;
    }
    if (layout === TICK_LAYOUT) this.buffer.numbers[2]!.fill(Number.NaN, 0, count);
    return count;
  }
}
