import { maskOf, type SeriesId } from '../../core/index-value.ts';
import { compareSeries } from '../../core/ids/series-order.ts';
import { DAY_MS, HOUR_MS, SLOT_MS, type Millis } from '../../core/time.ts';
import { seriesColumns } from '../../core/value-columns.ts';
import type { HashedValues } from '../../engine/record/values-hash.ts';
import type { HistoryReader } from '../../history/history-store.ts';

const MODELLED = maskOf('MODELLED');
const SLOTS_PER_HOUR = HOUR_MS / SLOT_MS;

/** The values of a slot, and how many more values are modelled. */
export interface SlotValues extends HashedValues {
  readonly modelled: number;
}

type Values = Pick<HistoryReader, 'readSeriesInto' | 'readHour'>;

/** Series per read, if the store can read several at once: about 2 MB of values. */
const SERIES_PER_READ = 512;

/**
 * The stored values of all series, slot by slot. Reads whole hours, the unit of storage: reading slot by slot would decode each
 * hour again for every slot.
 */
export class StoredValues {
  readonly #history: Values;
  readonly #series: readonly SeriesId[];
  readonly #columns = seriesColumns(SLOTS_PER_HOUR);
  #hour: Millis = Number.NaN;
  #slots: SlotRows[] = [];

  /** `series`: all series with stored values, in series order. */
  constructor(history: Values, series: readonly SeriesId[]) {
    this.#history = history;
    this.#series = series;
  }

  async at(at: Millis): Promise<SlotValues> {
    // An hour contains the slots after its start, up to and including its end.
    const hour = (Math.ceil(at / HOUR_MS) - 1) * HOUR_MS;
    if (hour !== this.#hour) await this.#read(hour);
    const rows = this.#slots[(at - hour) / SLOT_MS - 1]!;
    return {
      series: Array.from(rows.numbers.subarray(0, rows.count), (number) => this.#series[number]!),
      prices: rows.prices.slice(0, rows.count),
      volumes: rows.volumes.slice(0, rows.count),
      tickVolumes: rows.tickVolumes.slice(0, rows.count),
      flags: rows.flags.slice(0, rows.count),
      modelled: rows.modelled,
    };
  }

  async #read(hour: Millis): Promise<void> {
    this.#hour = Number.NaN;
    if (this.#slots.length === 0)
      this.#slots = Array.from({ length: SLOTS_PER_HOUR }, () => new SlotRows(this.#series.length));
    for (const slot of this.#slots) slot.clear();
    if (this.#history.readHour) await this.#readTogether(hour);
    else await this.#readOneByOne(hour);
    this.#hour = hour;
  }

  async #readTogether(hour: Millis): Promise<void> {
    const before = (hour % DAY_MS) / SLOT_MS;
    for (let first = 0; first < this.#series.length; first += SERIES_PER_READ) {
      const some = this.#series.slice(first, first + SERIES_PER_READ);
      let number = first;
      for (const read of await this.#history.readHour!(some, hour)) {
        // Results come in the order of the request.
        while (compareSeries(this.#series[number]!, read) !== 0) number++;
        const { slots, prices, volumes, tickVolumes, flags } = read;
        for (let row = 0; row < slots.length; row++)
          this.#slots[slots[row]! - before]!.add(
            number,
            prices[row]!,
            volumes[row]!,
            tickVolumes[row]!,
            flags[row]!,
          );
      }
    }
  }

  async #readOneByOne(hour: Millis): Promise<void> {
    const span = { atOrBefore: hour + HOUR_MS, notBefore: hour + 1, limit: SLOTS_PER_HOUR };
    const { ats, prices, volumes, tickVolumes, flags } = this.#columns;
    for (const [number, series] of this.#series.entries()) {
      const count = await this.#history.readSeriesInto({ series, ...span }, this.#columns);
      for (let row = 0; row < count; row++) {
        const slot = this.#slots[(ats[row]! - hour) / SLOT_MS - 1]!;
        slot.add(number, prices[row]!, volumes[row]!, tickVolumes[row]!, flags[row]!);
      }
    }
  }
}

/** Rows of one slot, series ascending. */
class SlotRows {
  readonly numbers: Uint32Array;
  readonly prices: Float64Array;
  readonly volumes: Float64Array;
  readonly tickVolumes: Float64Array;
  readonly flags: Uint16Array;
  count = 0;
  modelled = 0;

  constructor(capacity: number) {
    this.numbers = new Uint32Array(capacity);
    this.prices = new Float64Array(capacity);
    this.volumes = new Float64Array(capacity);
    this.tickVolumes = new Float64Array(capacity);
    this.flags = new Uint16Array(capacity);
  }

  clear(): void {
    this.count = 0;
    this.modelled = 0;
  }

  add(number: number, price: number, volume: number, tickVolume: number, flags: number): void {
    if ((flags & MODELLED) !== 0) {
      this.modelled++;
      return;
    }
    const row = this.count++;
    this.numbers[row] = number;
    this.prices[row] = price;
    this.volumes[row] = volume;
    this.tickVolumes[row] = tickVolume;
    this.flags[row] = flags;
  }
}
