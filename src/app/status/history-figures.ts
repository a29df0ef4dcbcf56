import type { HistoryFigures } from '../../api/history-metrics.ts';
import type { Clock } from '../../core/clock.ts';
import type { HistoryReader, HistorySummary } from '../../history/history-store.ts';
import { diskUseOf, inputsKeptIn } from './directory-use.ts';
import { historyLagMs } from './status.ts';

/** The numbers of `tidemark status` for metrics. */
export function historyFigures(
  folder: string,
  history: Pick<HistoryReader, 'summary'>,
  marketClock: Clock,
): HistoryFigures {
  // All figures of one look are asked for at once: they share an answer.
  let underWay: Promise<HistorySummary> | undefined;
  const summary = () => (underWay ??= history.summary().finally(() => (underWay = undefined)));
  return {
    lastTick: async () => (await summary()).lastTick,
    lagMs: async () => historyLagMs(await summary(), marketClock),
    series: async () => (await summary()).series,
    tickDays: async () => (await summary()).tickDays,
    oldestTickDay: async () => (await summary()).ticks?.oldest,
    oldestCandleDay: async () => (await summary()).candles?.oldest,
    diskBytes: () => diskUseOf(folder),
    oldestInputs: () => inputsKeptIn(folder)?.from,
  };
}
