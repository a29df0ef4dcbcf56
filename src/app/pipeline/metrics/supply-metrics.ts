import type { Registry } from 'prom-client';
import { SECOND_MS } from '../../../core/time.ts';
import { supplyAgeMs } from './supply-status.ts';
import type { SourceReport } from './source-health.ts';
import { metricsIn } from '../../../api/http/metrics.ts';

/** Of a source that learns supplies; others have none. */
export function supplyMetrics(registry: Registry): (report: SourceReport) => void {
  const { gauge } = metricsIn(registry);
  const assets = gauge(
    'tidemark_supply_assets',
    'Assets whose supply comes from the file or the address of supplies',
    'origin',
  );
  const age = gauge(
    'tidemark_supply_age_seconds',
    'Time since the date of the newest supply of the file or the address',
    'origin',
  );
  const heldBack = gauge(
    'tidemark_supply_findings',
    'Supplies that do not count because they are ambiguous or implausible; tidemark sources status names them',
  );
  const readings = gauge(
    'tidemark_supply_readings',
    'How often the address of supplies was asked since the service has started, by outcome: read or failed',
    'outcome',
  );
  const failures = gauge(
    'tidemark_supply_reading_failures',
    'Readings of supplies that failed since the service has started, by kind of failure',
    'kind',
  );
  return ({ at, supplies }) => {
    for (const gauge of [assets, age, readings, failures]) gauge.reset();
    heldBack.set(supplies?.findings.length ?? 0);
    for (const report of supplies?.origins ?? []) {
      const { origin } = report;
      const ageMs = supplyAgeMs(report, at);
      assets.set({ origin }, report.assets);
      if (ageMs !== undefined) age.set({ origin }, ageMs / SECOND_MS);
    }
    for (const [outcome, count] of Object.entries(supplies?.readings?.byOutcome ?? {}))
      readings.set({ outcome }, count);
    for (const [kind, count] of Object.entries(supplies?.readings?.byFailure ?? {}))
      failures.set({ kind }, count);
  };
}
