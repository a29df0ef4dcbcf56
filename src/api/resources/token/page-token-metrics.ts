import { Counter, type Registry } from 'prom-client';

/** Why a visitor of the public page got no token: too many for the address, a page of another origin, a body that names no side. */
export type PageTokenRefusal = 'address' | 'origin' | 'body';

export interface PageTokenMetrics {
  countRefusal(reason: PageTokenRefusal): void;
}

export function pageTokenMetrics(registry: Registry): PageTokenMetrics {
  const refused = new Counter({
    name: 'tidemark_page_tokens_refused_total',
    help: 'Requests for a token of the public page that were refused, by reason',
    labelNames: ['reason'],
    registers: [registry],
  });
  return { countRefusal: (reason) => refused.inc({ reason }) };
}
