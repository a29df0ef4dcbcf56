import type { SeriesId } from '../../core/index-value.ts';
import type { SeriesOrder } from '../../core/ids/series-order.ts';
import type { Millis } from '../../core/time.ts';
import type { SlotColumns } from '../../core/value-columns.ts';
import { contentTag } from '../bytes/content-tag.ts';
import { JsonRecordWriter } from '../bytes/json-record-writer.ts';
import type { IndexRefresh } from './index-refresh.ts';
import { IndexTickerText } from './index-ticker-text.ts';
import type { MarketOrders } from '../market/market-orders.ts';

/** An index tick takes about 240 bytes; the buffer grows if flags make it longer. */
const BYTES_PER_RECORD = 300;

/** Writes each slot's index values as JSON, every record once, outside the serving thread. */
export class IndexRefreshWriter {
  readonly #reference: string;
  readonly #order: SeriesOrder;
  readonly #text = new IndexTickerText();

  constructor({ reference, series }: Pick<MarketOrders, 'reference' | 'series'>) {
    this.#reference = reference;
    this.#order = series;
  }

  publish(columns: SlotColumns<ArrayBuffer>): IndexRefresh {
    const { at, series } = columns;
    const writer = new JsonRecordWriter(series.length, BYTES_PER_RECORD);
    series.forEach((number, row) => writer.add(this.#record(columns, at, number, row)));
    const { bytes, starts } = writer.finish();
    return { ...columns, reference: this.#reference, tag: contentTag(bytes), bytes, starts };
  }

  #record(
    { prices, volumes, tickVolumes, flags }: SlotColumns,
    at: Millis,
    number: number,
    row: number,
  ): string {
    return this.#text.record(this.#order.series[number] as SeriesId, at, {
      price: prices[row] ?? Number.NaN,
      volume: volumes[row] ?? Number.NaN,
      tickVolume: tickVolumes[row] ?? Number.NaN,
      flags: flags[row] ?? 0,
    });
  }
}
