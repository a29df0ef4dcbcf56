import { CANDLE_NUMBERS } from '../../src/core/candle.ts';
import { DAY_MS, type Millis } from '../../src/core/time.ts';
import type { SeriesOrder } from '../../src/core/ids/series-order.ts';
import type { PastYear } from '../../src/history/history-store.ts';

/** End-of-day records of every series for `count` days before that instant, within its year. */
export function pastRecords({ series }: SeriesOrder, before: Millis, count: number): PastYear {
  const startAt = Date.UTC(new Date(before - DAY_MS).getUTCFullYear(), 0, 1);
  const end = (before - startAt) / DAY_MS;
  const first = Math.max(0, end - count);
  const days = Uint16Array.from({ length: end - first }, (_, i) => first + i);
  return {
    startAt,
    series: series.map(({ indexType, indexId }, n) => ({
      indexType,
      indexId,
      days,
      numbers: CANDLE_NUMBERS.map((_, c) =>
        Float64Array.from(days, (day) => 1 + (((n + 1) * 7919 + day * (c + 1) * 104_729) % 999_983) / 100),
      ),
      flags: new Uint16Array(days.length),
    })),
  };
}
