import { Gauge, type Registry } from 'prom-client';

export interface BackfillMetrics {
  observeBackfill(state: { readonly points: number; readonly done: number }): void;
}

export function backfillMetrics(registry: Registry): BackfillMetrics {
  const registers = [registry];
  const stored = new Gauge({
    name: 'tidemark_backfill_points',
    help: 'Modelled values and end-of-day records stored since the process began',
    registers,
  });
  const ratio = new Gauge({
    name: 'tidemark_backfill_done_ratio',
    help: 'How much of the planned back-fill is done, from 0 to 1; 1 where there is nothing to do',
    registers,
  });
  ratio.set(1);
  return {
    observeBackfill: ({ points, done }) => {
      stored.set(points);
      ratio.set(done);
    },
  };
}
