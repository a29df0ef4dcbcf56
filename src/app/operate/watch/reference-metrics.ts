import type { Registry } from 'prom-client';
import { metricsIn } from '../../../api/http/metrics.ts';

export interface ReferenceMetrics {
  countRefused(): void;
}

export function referenceMetrics(registry: Registry): ReferenceMetrics {
  const { counter } = metricsIn(registry);
  const refused = counter(
    'tidemark_reference_refused_total',
    'Announcements of reference data that were refused: the version before them stayed in force',
  );
  return { countRefused: () => refused.inc() };
}
