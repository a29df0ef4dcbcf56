import type { Registry } from 'prom-client';
import type { SeedingState } from './seeding-ledger.ts';
import { metricsIn } from '../../../api/http/metrics.ts';

export interface SeedingMetrics {
  observeSeeding(state: SeedingState): void;
  countFailure(exchange: string, kind: string): void;
}

export function seedingMetrics(registry: Registry): SeedingMetrics {
  const { counter, gauge } = metricsIn(registry);
  const failures = counter(
    'tidemark_seeding_failures_total',
    'Requests for daily candles of days before the first tick that failed, by exchange and kind',
    'exchange',
    'kind',
  );
  const ratio = gauge(
    'tidemark_seeding_done_ratio',
    'How much of the days before the first tick is seeded, from 0 to 1; 1 where there is nothing to do',
  );
  ratio.set(1);
  return {
    observeSeeding: ({ done }) => ratio.set(done),
    countFailure: (exchange, kind) => failures.inc({ exchange, kind }),
  };
}
