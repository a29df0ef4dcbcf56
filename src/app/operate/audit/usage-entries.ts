import type { ClientUsage, UsagePeriod } from '../../../auth/tokens/token-usage.ts';
import { formatDatetime, parseDatetime } from '../../../core/time.ts';
import type { AuditEntry } from './audit-chain.ts';
import type { AuditRecord } from './audit-log.ts';

const EVENT = 'tokens.issued';

interface CountedClient {
  readonly client: string;
  readonly tokens: number;
  readonly last: string;
}

export function usageRecord({ from, to, clients }: UsagePeriod): AuditRecord {
  const counted = clients.map(({ client, tokens, lastAt }): CountedClient => ({
    client,
    tokens,
    last: formatDatetime(lastAt),
  }));
  return {
    event: EVENT,
    details: { from: formatDatetime(from), to: formatDatetime(to), clients: counted },
  };
}

export function usageIn(entries: readonly AuditEntry[]): Map<string, ClientUsage> {
  const usage = new Map<string, ClientUsage>();
  for (const { event, details } of entries) {
    if (event !== EVENT || !Array.isArray(details['clients'])) continue;
    for (const { client, tokens, last } of details['clients'] as CountedClient[]) {
      const known = usage.get(client);
      const lastAt = Math.max(parseDatetime(last) ?? 0, known?.lastAt ?? 0);
      usage.set(client, { tokens: (known?.tokens ?? 0) + tokens, lastAt });
    }
  }
  return usage;
}
