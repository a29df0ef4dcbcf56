import { isReal, type SeriesId } from '../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { seriesColumns } from '../../core/value-columns.ts';
import type { HistoryReader } from '../../history/history-store.ts';

/** Usually the last tick is real. If none of these is, all ticks of the candle are read. */
const LAST_TICKS = 16;

/** The closes of candles without their other fields: the last real tick, as in a full candle. One read at a time. */
export class CandleCloses {
  readonly #history: Pick<HistoryReader, 'readSeriesInto'>;
  readonly #intervalMs: Millis;
  readonly #columns;

  constructor(history: Pick<HistoryReader, 'readSeriesInto'>, intervalMs: Millis) {
    this.#history = history;
    this.#intervalMs = intervalMs;
    this.#columns = seriesColumns(intervalMs / SLOT_MS);
  }

  /** The close of the candle that ends at `endAt`; undefined if it has no real tick. */
  async endingAt(series: SeriesId, endAt: Millis): Promise<number | undefined> {
    const all = this.#intervalMs / SLOT_MS;
    for (const limit of [LAST_TICKS, all]) {
      const read = { series, atOrBefore: endAt, notBefore: endAt - this.#intervalMs + SLOT_MS, limit };
      const count = await this.#history.readSeriesInto(read, this.#columns);
      const row = this.#columns.flags.subarray(0, count).findIndex((flags) => isReal(flags));
      if (row >= 0) return this.#columns.prices[row];
      if (count < limit) return undefined;
    }
    return undefined;
  }
}
