import { INDEX_TYPES, type IndexType } from '../../core/index-value.ts';
import { dayStart, type Millis } from '../../core/time.ts';
import type { StoreContent } from './store-content.ts';

/** From the first to the last, both included. */
export interface DayRange {
  readonly oldest: Millis;
  readonly newest: Millis;
}

/** How much a store holds. */
export interface StoreSummary {
  /** Undefined where there is no tick yet. */
  readonly lastTick: Millis | undefined;
  /** How many series were ever stored. */
  readonly series: Readonly<Record<IndexType, number>>;
  /** Days that have ticks. */
  readonly tickDays: number;
  /** The start of each of them, ascending. */
  readonly days: readonly Millis[];
  readonly ticks: DayRange | undefined;
  readonly candles: DayRange | undefined;
  /** Where end-of-day records may be: of each year that is sealed, and of each day that is not. */
  readonly candleSpans: readonly DayRange[];
}

export function summaryOf({ newest, series, spans, candles }: StoreContent): StoreSummary {
  const days = [...new Set(spans.all().map(({ start }) => dayStart(start)))];
  return {
    lastTick: newest === -Infinity ? undefined : newest,
    series: Object.fromEntries(INDEX_TYPES.map((type) => [type, series.sorted(type).length])) as Record<
      IndexType,
      number
    >,
    tickDays: days.length,
    days,
    ticks: rangeOf(days[0], days.at(-1)),
    candles: rangeOf(...candles.extent()),
    candleSpans: [
      ...[...candles.years.values()].map(({ firstDay, lastDay }) => ({ oldest: firstDay, newest: lastDay })),
      ...[...candles.days.keys()].map((day) => ({ oldest: day, newest: day })),
    ],
  };
}

function rangeOf(oldest: Millis | undefined, newest: Millis | undefined): DayRange | undefined {
  if (oldest === undefined || newest === undefined || !Number.isFinite(oldest)) return undefined;
  return { oldest, newest };
}
