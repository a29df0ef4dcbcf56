import { dayStart, type Millis } from '../../core/time.ts';
import type { DayRange, HistorySummary } from '../history-store.ts';
import type { StoreContent } from './store-content.ts';

export function summaryOf({ newest, series, spans, candles }: StoreContent): HistorySummary {
  const days = [...new Set(spans.all().map(({ start }) => dayStart(start)))];
  return {
    lastTick: newest === -Infinity ? undefined : newest,
    series: series.counts(),
    tickDays: days.length,
    days,
    ticks: rangeOf(days[0], days.at(-1)),
    candles: rangeOf(...candles.extent()),
    candleSpans: [
      ...[...candles.years.values()].map(({ firstDay, lastDay }) => ({ oldest: firstDay, newest: lastDay })),
      ...[...candles.days.keys()].map((day) => ({ oldest: day, newest: day })),
    ].toSorted((a, b) => a.oldest - b.oldest || a.newest - b.newest),
    candleRevision: candles.revision,
  };
}

function rangeOf(oldest: Millis | undefined, newest: Millis | undefined): DayRange | undefined {
  if (oldest === undefined || newest === undefined || !Number.isFinite(oldest)) return undefined;
  return { oldest, newest };
}
