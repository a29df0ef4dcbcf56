import type { Registry } from 'prom-client';
import { SECOND_MS, type Millis } from '../../../core/time.ts';
import { metricsIn } from '../../../api/http/metrics.ts';

interface ObservedTick {
  readonly tickers: { readonly listings: { readonly length: number } };
  readonly index: { readonly series: { readonly length: number } };
  readonly refusals: Readonly<Record<string, number>>;
}

export type TickMetrics = ReturnType<typeof tickMetrics>;

export function tickMetrics(registry: Registry) {
  const { counter, gauge } = metricsIn(registry);
  const ticks = counter(
    'tidemark_ticks_total',
    'Index ticks by outcome: stored, refused by the store, or skipped because they were too late',
    'outcome',
  );
  // Alerts see an increase only from a value that was there before.
  for (const outcome of ['stored', 'failed', 'skipped']) ticks.inc({ outcome }, 0);
  const tickers = gauge('tidemark_tickers', 'Exchange tickers being served');
  const indices = gauge('tidemark_indices', 'Index values in the last tick');
  const lateness = gauge(
    'tidemark_tick_lateness_seconds',
    'Market time from the slot of the last tick until it was published',
  );
  const refusals = counter(
    'tidemark_ticker_refusals_total',
    'Tickers that the screen refused, by reason',
    'reason',
  );
  return {
    observeTick: (tick: ObservedTick, outcome: string, lateMs: Millis) => {
      ticks.inc({ outcome });
      tickers.set(tick.tickers.listings.length);
      indices.set(tick.index.series.length);
      lateness.set(lateMs / SECOND_MS);
      for (const [reason, count] of Object.entries(tick.refusals)) refusals.inc({ reason }, count);
    },
    countSkippedTick: () => ticks.inc({ outcome: 'skipped' }),
  };
}
