import type { ComputeParts } from '../compute-parts.ts';
import { seedingMetrics } from './seeding-metrics.ts';
import { SeedingReports } from './seeding-reports.ts';
import { Seeding, type SeedingParts } from './seeding.ts';

/** Of the source that settings name; it is closed with the service. */
export async function openSeeding(
  { folder, settings, sources, wallClock, log, registry, lifecycle, terminal }: ComputeParts,
  opened: Pick<SeedingParts, 'history' | 'marketClock'>,
): Promise<Seeding> {
  const metrics = seedingMetrics(registry);
  const reports = new SeedingReports(wallClock, log, terminal);
  const seeding = new Seeding({
    ...opened,
    folder,
    seeder: await sources.named(settings.source).openSeeder?.(settings, { folder }),
    tiers: settings.tiers,
    wallClock,
    log,
    onProgress: (state) => {
      metrics.observeSeeding(state);
      reports.tell(state);
    },
    onFailure: (exchange, kind) => metrics.countFailure(exchange, kind),
  });
  lifecycle.started('seeding', () => seeding.close());
  return seeding;
}
