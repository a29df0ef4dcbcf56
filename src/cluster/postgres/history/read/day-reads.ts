import type { SeriesId } from '../../../../core/index-value.ts';
import { valueColumns } from '../../../../core/value-columns.ts';
import { HOURS_PER_DAY, TICKS_PER_HOUR } from '../../../../history/block/layout.ts';
import type { SeriesTable } from '../../../../history/tiers/series-table.ts';
import type { PastSeries } from '../../../../history/history-store.ts';
import { readDays } from '../write/block-rows.ts';
import type { DamageReporter } from './damage-reporter.ts';
import { startOfHour, type Day } from '../grid.ts';
import { HourRows } from '../write/hour-rows.ts';
import type { HistoryMoment } from './moment.ts';
import { blockAt, type PackedBlocks } from '../packed.ts';

/** Reads a sealed day of many series in one query. */
export class DayReads {
  readonly #table: SeriesTable;
  readonly #damages: DamageReporter;
  readonly #rows = new HourRows();
  readonly #day = {
    ...valueColumns(HOURS_PER_DAY * TICKS_PER_HOUR),
    slots: new Uint16Array(HOURS_PER_DAY * TICKS_PER_HOUR),
  };

  constructor(table: SeriesTable, damages: DamageReporter) {
    this.#table = table;
    this.#damages = damages;
  }

  /** Undefined for a day whose values are still in slices and parts. */
  async ofDay(
    moment: HistoryMoment,
    series: readonly SeriesId[],
    day: Day,
  ): Promise<PastSeries[] | undefined> {
    if (day >= moment.openDay) return undefined;
    const numbers = series.map((one) => this.#table.numberOf(one) ?? -1);
    const rows = await readDays(moment.session, day, numbers);
    return series.flatMap((one, place) => {
      const packed = rows.get(numbers[place]!);
      const read = packed && this.#decode(one, day, packed);
      return read && read.slots.length > 0 ? [read] : [];
    });
  }

  #decode({ indexType, indexId }: SeriesId, day: Day, packed: PackedBlocks): PastSeries {
    const { slots, prices, volumes, tickVolumes, flags } = this.#day;
    let count = 0;
    for (let hour = 0; hour < HOURS_PER_DAY; hour++) {
      const block = blockAt(packed, hour);
      if (!block) continue;
      const rows = this.#rows;
      rows.clear();
      const damaged = rows.addBlock(indexType, block);
      if (damaged) {
        const at = new Date(startOfHour(day * HOURS_PER_DAY + hour)).toISOString();
        this.#damages.report(`hour ${at}`, { indexType, indexId }, damaged.message);
        continue;
      }
      for (let row = 0; row < TICKS_PER_HOUR; row++) {
        if (rows.present[row] !== 1) continue;
        slots[count] = hour * TICKS_PER_HOUR + row;
        prices[count] = rows.prices[row]!;
        volumes[count] = rows.volumes[row]!;
        tickVolumes[count] = rows.tickVolumes[row]!;
        flags[count++] = rows.flags[row]!;
      }
    }
    return {
      indexType,
      indexId,
      slots: slots.slice(0, count),
      prices: prices.slice(0, count),
      volumes: volumes.slice(0, count),
      tickVolumes: tickVolumes.slice(0, count),
      flags: flags.slice(0, count),
    };
  }
}
