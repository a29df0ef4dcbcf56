import { Gauge, type Registry } from 'prom-client';
import { SECOND_MS } from '../../../core/time.ts';
import { supplyAgeMs } from './supply-status.ts';
import type { SourceReport } from './source-health.ts';

/** Of a source that learns supplies; others have none. */
export function supplyMetrics(registry: Registry): (report: SourceReport) => void {
  const registers = [registry];
  const assets = new Gauge({
    name: 'tidemark_supply_assets',
    help: 'Assets whose supply comes from the file or the address of supplies',
    labelNames: ['origin'],
    registers,
  });
  const age = new Gauge({
    name: 'tidemark_supply_age_seconds',
    help: 'Time since the date of the newest supply of the file or the address',
    labelNames: ['origin'],
    registers,
  });
  const heldBack = new Gauge({
    name: 'tidemark_supply_findings',
    help: 'Supplies that do not count because they are ambiguous or implausible; tidemark sources status names them',
    registers,
  });
  const readings = new Gauge({
    name: 'tidemark_supply_readings',
    help: 'How often the address of supplies was asked since the service has started, by outcome: read or failed',
    labelNames: ['outcome'],
    registers,
  });
  const failures = new Gauge({
    name: 'tidemark_supply_reading_failures',
    help: 'Readings of supplies that failed since the service has started, by kind of failure',
    labelNames: ['kind'],
    registers,
  });
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
