import type { Clock } from '../../../core/clocks/clock.ts';
import type { HistoryReader, HistorySummary } from '../../../history/history-store.ts';
import type { DirectoryUse } from '../../directory/health/directory-use.ts';
import type { HistoryFigures } from './history-metrics.ts';
import { historyLagMs } from './status.ts';

/** The numbers of `tidemark status` for metrics. What the disk holds is what was measured last, elsewhere. */
export function historyFigures(
  history: Pick<HistoryReader, 'summary'>,
  marketClock: Clock,
  measured: { readonly use: DirectoryUse | undefined },
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
    diskBytes: () => measured.use?.disk ?? {},
    oldestInputs: () => measured.use?.inputs?.from,
  };
}
