import type { Registry } from 'prom-client';
import { metricsIn } from '../metrics.ts';

export interface VisitorMetrics {
  countRefusal(): void;
}

export function visitorMetrics(registry: Registry): VisitorMetrics {
  const { counter } = metricsIn(registry);
  const refused = counter(
    'tidemark_visitor_requests_refused_total',
    'Requests with a token of the public page that were refused because their address sent too many',
  );
  return { countRefusal: () => refused.inc() };
}
