import type { Registry } from 'prom-client';
import { metricsIn } from '../../http/metrics.ts';

export interface TokenMetrics {
  countToken(client: string): void;
  /** `error` is the code of RFC 6749. */
  countRefusal(error: string): void;
}

const MAX_CLIENTS_SHOWN = 1000;

export function tokenMetrics(registry: Registry): TokenMetrics {
  const { counter } = metricsIn(registry);
  const issued = counter(
    'tidemark_tokens_issued_total',
    'Access tokens issued by this process, by client id; add the counts of several serving nodes. After the first 1,000 clients, further ones are counted as `other`',
    'client',
  );
  const refused = counter(
    'tidemark_tokens_refused_total',
    'Token requests refused, by RFC 6749 error',
    'error',
  );
  // Operators create clients, so there are few; this keeps the metric small even with very many.
  const shown = new Set<string>();
  return {
    countToken: (client) => {
      if (shown.size < MAX_CLIENTS_SHOWN) shown.add(client);
      issued.inc({ client: shown.has(client) ? client : 'other' });
    },
    countRefusal: (error) => refused.inc({ error }),
  };
}
