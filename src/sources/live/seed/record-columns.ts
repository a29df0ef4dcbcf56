import { CANDLE_NUMBERS, type Candle } from '../../../core/candle.ts';
import { DAY_MS, yearStart, type Millis } from '../../../core/time.ts';
import type { PastCandles, PastYear } from '../../../history/history-store.ts';

/** Series per message: few enough to copy in a moment. */
const SERIES_AT_ONCE = 500;

/** Collects end-of-day records as columns, by year. Days of a series are added in order of time. */
export class RecordColumns {
  readonly #years = new Map<Millis, Map<string, Candle[]>>();

  add(candle: Candle): void {
    const year = yearStart(candle.startAt);
    const series = this.#years.get(year) ?? new Map<string, Candle[]>();
    this.#years.set(year, series);
    const key = `${candle.indexType} ${candle.indexId}`;
    const rows = series.get(key);
    if (rows) rows.push(candle);
    else series.set(key, [candle]);
  }

  *parts(): Generator<PastYear> {
    for (const [startAt, series] of this.#years) {
      const all = [...series.values()];
      for (let from = 0; from < all.length; from += SERIES_AT_ONCE)
        yield {
          startAt,
          series: all.slice(from, from + SERIES_AT_ONCE).map((rows) => columnsOf(rows, startAt)),
        };
    }
  }
}

function columnsOf(rows: readonly Candle[], year: Millis): PastCandles {
  const { indexType, indexId } = rows[0]!;
  return {
    indexType,
    indexId,
    days: Uint16Array.from(rows, ({ startAt }) => (startAt - year) / DAY_MS),
    numbers: CANDLE_NUMBERS.map((name) => Float64Array.from(rows, (row) => row[name])),
    flags: Uint16Array.from(rows, ({ flags }) => flags),
  };
}
