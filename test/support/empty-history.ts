import type { HistorySummary } from '../../src/history/history-store.ts';

/** The summary of a history without a tick. */
export const EMPTY_HISTORY: HistorySummary = {
  lastTick: undefined,
  series: { MWA: 0, GWA: 0, LX: 0 },
  tickDays: 0,
  days: [],
  candleSpans: [],
  candleRevision: 0,
  ticks: undefined,
  candles: undefined,
};
