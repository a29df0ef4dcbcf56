import { CANDLE_NUMBERS, type Candle } from '../../core/candle.ts';
import { INDEX_TYPES } from '../../core/index-value.ts';
import { DAY_MS, type Millis } from '../../core/time.ts';
import type { HistoryReader, HistorySummary, PastCandles, PastYear } from '../../history/history-store.ts';

const MAX_CANDLES = 1e9;

/** The first days of all months that may have end-of-day records, oldest first. */
export function candleMonths(...summaries: readonly HistorySummary[]): Millis[] {
  const months = new Set<Millis>();
  for (const { oldest, newest } of summaries.flatMap(({ candleSpans }) => candleSpans))
    for (let month = monthStart(oldest); month <= newest; month = nextMonth(month)) months.add(month);
  return [...months].toSorted((a, b) => a - b);
}

/** Newest first; those of one day in the order of series. */
export function candlesOfMonth(reader: HistoryReader, month: Millis): Promise<Candle[]> {
  return reader.readCandlesAcross({
    types: INDEX_TYPES,
    startAtOrBefore: nextMonth(month) - DAY_MS,
    startNotBefore: month,
    limit: MAX_CANDLES,
  });
}

/** Converts records of one year, newest first, to the form that `insertCandles` takes. */
export function yearOf(month: Millis, candles: readonly Candle[]): PastYear {
  const startAt = Date.UTC(new Date(month).getUTCFullYear(), 0, 1);
  const bySeries = new Map<string, Candle[]>();
  for (const candle of candles.toReversed()) {
    const key = `${candle.indexType} ${candle.indexId}`;
    const known = bySeries.get(key);
    if (known) known.push(candle);
    else bySeries.set(key, [candle]);
  }
  return { startAt, series: Array.from(bySeries.values(), (some) => columnsOf(startAt, some)) };
}

function columnsOf(year: Millis, candles: readonly Candle[]): PastCandles {
  const { indexType, indexId } = candles[0]!;
  return {
    indexType,
    indexId,
    days: Uint16Array.from(candles, ({ startAt }) => (startAt - year) / DAY_MS),
    numbers: CANDLE_NUMBERS.map((name) => Float64Array.from(candles, (candle) => candle[name])),
    flags: Uint16Array.from(candles, ({ flags }) => flags),
  };
}

function monthStart(at: Millis): Millis {
  const date = new Date(at);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
}

function nextMonth(month: Millis): Millis {
  const date = new Date(month);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
}
