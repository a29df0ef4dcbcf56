import type { IndexType, SeriesId } from '../../../core/index-value.ts';
import { compareSeries } from '../../../core/ids/series-order.ts';
import { DAY_MS, dayStart, HOUR_MS, SLOT_MS, slotAtOrBefore, type Millis } from '../../../core/time.ts';
import type { Candle } from '../../../core/candle.ts';
import type { HistoryReader, StoredValue } from '../../../history/history-store.ts';

/** What to read, from `from` to `to` inclusive. */
export interface RecordSelection {
  readonly types: readonly IndexType[];
  /** If not empty, only these series. */
  readonly series: readonly SeriesId[];
  readonly from: Millis;
  readonly to: Millis;
}

/** Some records of an export, and the instant up to which it has advanced. */
export interface RecordBatch<R> {
  readonly records: readonly R[];
  readonly at: Millis;
}

/** Number of ticks of all series in memory at a time. */
const SLOTS_PER_BATCH = 2;
const YEAR_MS = 366 * DAY_MS;

/** By time, oldest first, then in the order of series. */
export async function* tickBatches(
  history: HistoryReader,
  { types, series, from, to }: RecordSelection,
): AsyncGenerator<RecordBatch<StoredValue>> {
  const stepMs = series.length > 0 ? HOUR_MS : SLOTS_PER_BATCH * SLOT_MS;
  const limit = Number.MAX_SAFE_INTEGER;
  for (let start = from; start <= to; start = slotAtOrBefore(start) + stepMs) {
    const end = Math.min(slotAtOrBefore(start) + stepMs - 1, to);
    const bounds = { atOrBefore: end, notBefore: start, limit };
    const values: StoredValue[] = [];
    if (series.length === 0) values.push(...(await history.readAcross({ types, ...bounds })));
    for (const id of series) values.push(...(await history.readSeries({ series: id, ...bounds })));
    yield { records: values.toSorted((a, b) => a.at - b.at || compareSeries(a, b)), at: end };
  }
}

/** By day, oldest first, then in the order of series. */
export async function* candleBatches(
  history: HistoryReader,
  { types, series, from, to }: RecordSelection,
): AsyncGenerator<RecordBatch<Candle>> {
  const firstDay = dayStart(from - 1) + DAY_MS;
  const stepMs = series.length > 0 ? YEAR_MS : DAY_MS;
  const limit = Number.MAX_SAFE_INTEGER;
  for (let start = firstDay; start <= to; start += stepMs) {
    const end = Math.min(start + stepMs - DAY_MS, dayStart(to));
    const candles: Candle[] = [];
    if (series.length === 0) {
      const bounds = { startAtOrBefore: end, startNotBefore: start, limit };
      candles.push(...(await history.readCandlesAcross({ types, ...bounds })));
    }
    for (const id of series) candles.push(...(await candlesOf(history, id, start, end)));
    yield { records: candles.toSorted((a, b) => a.startAt - b.startAt || compareSeries(a, b)), at: end };
  }
}

async function candlesOf(
  history: HistoryReader,
  series: SeriesId,
  from: Millis,
  to: Millis,
): Promise<Candle[]> {
  const limit = (to - from) / DAY_MS + 1;
  const candles = await history.readCandles({ series, startAtOrBefore: to, limit });
  return candles.filter(({ startAt }) => startAt >= from);
}
