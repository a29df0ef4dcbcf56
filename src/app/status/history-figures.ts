import type { HistoryFigures } from '../../api/history-metrics.ts';
import type { Clock } from '../../core/clock.ts';
import type { StoreSummary } from '../../history/embedded/store-summary.ts';
import { diskUseOf, inputsKeptIn } from './directory-use.ts';
import { historyLagMs } from './status.ts';

/** The numbers of `tidemark status` for metrics. */
export function historyFigures(
  folder: string,
  history: { readonly summary: StoreSummary },
  marketClock: Clock,
): HistoryFigures {
  return {
    lastTick: () => history.summary.lastTick,
    lagMs: () => historyLagMs(history.summary, marketClock),
    series: () => history.summary.series,
    tickDays: () => history.summary.tickDays,
    oldestTickDay: () => history.summary.ticks?.oldest,
    oldestCandleDay: () => history.summary.candles?.oldest,
    diskBytes: () => diskUseOf(folder),
    oldestInputs: () => inputsKeptIn(folder)?.from,
  };
}
