import { Counter, Gauge, type Registry } from 'prom-client';
import type { SeedingState } from './seeding-state.ts';

export interface SeedingMetrics {
  observeSeeding(state: SeedingState): void;
  countFailure(exchange: string, kind: string): void;
}

export function seedingMetrics(registry: Registry): SeedingMetrics {
  const registers = [registry];
  const failures = new Counter({
    name: 'tidemark_seeding_failures_total',
    help: 'Requests for daily candles of days before the first tick that failed, by exchange and kind',
    labelNames: ['exchange', 'kind'],
    registers,
  });
  const ratio = new Gauge({
    name: 'tidemark_seeding_done_ratio',
    help: 'How much of the days before the first tick is seeded, from 0 to 1; 1 where there is nothing to do',
    registers,
  });
  ratio.set(1);
  return {
    observeSeeding: ({ done }) => ratio.set(done),
    countFailure: (exchange, kind) => failures.inc({ exchange, kind }),
  };
}
