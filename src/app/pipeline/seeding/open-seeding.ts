import type { Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';
import { seedingReports } from '../backfill/progress-reports.ts';
import type { ComputeParts } from '../compute-parts.ts';
import { Seeding, type SeedingParts } from './seeding.ts';

/** Opens seeding for the configured source; it closes with the service. */
export async function openSeeding(
  { folder, settings, sources, wallClock, log, registry, lifecycle, terminal }: ComputeParts,
  opened: Pick<SeedingParts, 'history' | 'marketClock'>,
): Promise<Seeding> {
  const { ratio, failures } = seedingMetrics(registry);
  const report = seedingReports(wallClock, log, terminal);
  const seeding = new Seeding({
    ...opened,
    folder,
    seeder: await sources.get(settings.source).openSeeder?.(settings, { folder }),
    tiers: settings.tiers,
    wallClock,
    log,
    onProgress: (state) => {
      ratio.set(state.done);
      report(state);
    },
    onFailure: (exchange, kind) => failures.inc({ exchange, kind }),
  });
  lifecycle.started('seeding', () => seeding.close());
  return seeding;
}

export function seedingMetrics(registry: Registry) {
  const { counter, gauge } = metricsIn(registry);
  const failures = counter(
    'tidemark_seeding_failures_total',
    'Requests for daily candles of days before the first tick that failed, by exchange and kind',
    'exchange',
    'kind',
  );
  const ratio = gauge(
    'tidemark_seeding_done_ratio',
    'Share of the days before the first tick that is seeded, from 0 to 1; 1 if there is nothing to do',
  );
  ratio.set(1);
  return { failures, ratio };
}
