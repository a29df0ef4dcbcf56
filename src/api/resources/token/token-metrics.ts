import type { Registry } from 'prom-client';
import { metricsIn } from '../../http/metrics.ts';

export interface TokenMetrics {
  countToken(client: string): void;
  /** `error` is the code of RFC 6749. */
  countRefusal(error: string): void;
}

/** Operators create clients, so there are few; this keeps the metric small even with very many. */
const MAX_CLIENTS_SHOWN = 1000;

export function tokenMetrics(registry: Registry): TokenMetrics {
  const { counter, counted } = metricsIn(registry);
  /** A plain map: incrementing a labelled counter costs a fifth of a token's other work. */
  const issued = new Map<string, number>();
  counted(
    'tidemark_tokens_issued_total',
    'Access tokens issued by this process, by client id; add the counts of several serving nodes. After the first 1,000 clients, further ones are counted as `other`',
    'client',
    issued,
  );
  const refused = counter(
    'tidemark_tokens_refused_total',
    'Token requests refused, by RFC 6749 error',
    'error',
  );
  return {
    countToken: (client) => {
      const name = issued.has(client) || issued.size < MAX_CLIENTS_SHOWN ? client : 'other';
      issued.set(name, (issued.get(name) ?? 0) + 1);
    },
    countRefusal: (error) => refused.inc({ error }),
  };
}
