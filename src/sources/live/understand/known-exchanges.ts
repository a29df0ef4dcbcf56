import type { Millis } from '../../../core/time.ts';
import type { LiveFact } from './live-log.ts';

/** Stored facts of an exchange. */
export interface StoredExchange {
  readonly listedAt: Millis | undefined;
  status?: Extract<LiveFact, { kind: 'status' }>['status'];
}

/** By key; the last fact counts. */
export function storedExchanges(facts: readonly LiveFact[]): ReadonlyMap<string, StoredExchange> {
  const known = new Map<string, StoredExchange>();
  for (const fact of facts) {
    if (fact.kind === 'exchange') known.set(fact.key, { listedAt: fact.listedAt });
    else if (fact.kind === 'status') {
      const exchange = known.get(fact.key);
      if (exchange) exchange.status = fact.status;
    }
  }
  return known;
}
