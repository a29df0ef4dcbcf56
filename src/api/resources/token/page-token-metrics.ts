import type { Registry } from 'prom-client';
import { metricsIn } from '../../http/metrics.ts';

/** Why a visitor of the public page got no token: too many for the address, a page of another origin, a body that names no side. */
export type PageTokenRefusal = 'address' | 'origin' | 'body';

export interface PageTokenMetrics {
  countRefusal(reason: PageTokenRefusal): void;
}

export function pageTokenMetrics(registry: Registry): PageTokenMetrics {
  const { counter } = metricsIn(registry);
  const refused = counter(
    'tidemark_page_tokens_refused_total',
    'Requests for a token of the public page that were refused, by reason',
    'reason',
  );
  return { countRefusal: (reason) => refused.inc({ reason }) };
}
