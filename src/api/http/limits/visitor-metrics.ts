import { Counter, type Registry } from 'prom-client';

export interface VisitorMetrics {
  countRefusal(): void;
}

export function visitorMetrics(registry: Registry): VisitorMetrics {
  const refused = new Counter({
    name: 'tidemark_visitor_requests_refused_total',
    help: 'Requests with a token of the public page that were refused because their address sent too many',
    registers: [registry],
  });
  return { countRefusal: () => refused.inc() };
}
