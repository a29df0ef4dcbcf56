import { isReal, type SeriesId } from '../../core/index-value.ts';
import { SLOT_MS, type Millis } from '../../core/time.ts';
import { seriesColumns } from '../../core/value-columns.ts';
import type { HistoryReader } from '../../history/history-store.ts';

/** Mostly the last tick is real; where these are not, all are looked at. */
const LAST_TICKS = 16;

/** Closes of candles alone, without the rest of them: the last real tick, as a candle has it. One read at a time. */
export class CandleCloses {
  readonly #history: Pick<HistoryReader, 'readSeriesInto'>;
  readonly #intervalMs: Millis;
  readonly #columns;

  constructor(history: Pick<HistoryReader, 'readSeriesInto'>, intervalMs: Millis) {
    this.#history = history;
    this.#intervalMs = intervalMs;
    this.#columns = seriesColumns(intervalMs / SLOT_MS);
  }

  /** Of the candle that ends there; undefined where it has no real tick. */
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
