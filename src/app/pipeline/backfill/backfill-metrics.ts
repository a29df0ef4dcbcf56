import type { Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';

export interface BackfillMetrics {
  observeBackfill(state: { readonly points: number; readonly done: number }): void;
}

export function backfillMetrics(registry: Registry): BackfillMetrics {
  const { gauge } = metricsIn(registry);
  const stored = gauge(
    'tidemark_backfill_points',
    'Modelled values and end-of-day records stored since the process began',
  );
  const ratio = gauge(
    'tidemark_backfill_done_ratio',
    'How much of the planned back-fill is done, from 0 to 1; 1 where there is nothing to do',
  );
  ratio.set(1);
  return {
    observeBackfill: ({ points, done }) => {
      stored.set(points);
      ratio.set(done);
    },
  };
}
