import { Counter, type Registry } from 'prom-client';

export interface ReferenceMetrics {
  countRefused(): void;
}

export function referenceMetrics(registry: Registry): ReferenceMetrics {
  const refused = new Counter({
    name: 'tidemark_reference_refused_total',
    help: 'Announcements of reference data that were refused: the version before them stayed in force',
    registers: [registry],
  });
  return { countRefused: () => refused.inc() };
}
