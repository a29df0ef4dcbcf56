import { Gauge, type Registry } from 'prom-client';
import type { ClientRegistry } from '../../../auth/client-registry.ts';
import type { LongLivedTokens } from '../../../auth/tokens/long-lived-tokens.ts';
import type { LongLivedToken } from '../../../auth/tokens/long-lived-token.ts';
import { DAY_MS, SECOND_MS, type Millis } from '../../../core/time.ts';

/** Tokens for a shorter time are meant to expire. */
const MIN_LIFE_MS: Millis = 30 * DAY_MS;
/** Keeps the metric small even with very many clients. */
const MAX_SHOWN = 1000;

interface Credentials {
  readonly clients: Pick<ClientRegistry, 'list'>;
  readonly longLived: Pick<LongLivedTokens, 'list'>;
}

interface Expiry {
  readonly client: string;
  readonly kind: 'client' | 'token' | 'url-token';
  readonly at: Millis;
}

/** When clients and their tokens expire, or did. Disabled clients and revoked tokens are absent. */
export function credentialMetrics(
  registry: Registry,
  { clients, longLived }: Credentials,
): Gauge<'client' | 'kind'> {
  return new Gauge({
    name: 'tidemark_credential_expiry_timestamp_seconds',
    help: 'When a client expires, by kind: client, or token and url-token for the last of its tokens that were made for 30 days or more',
    labelNames: ['client', 'kind'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { client, kind, at } of expiries({ clients, longLived }))
        this.set({ client, kind }, at / SECOND_MS);
    },
  });
}

/** The first to expire come first. */
function expiries({ clients, longLived }: Credentials): Expiry[] {
  const enabled = clients.list().filter(({ disabled }) => !disabled);
  const ids = new Set(enabled.map(({ id }) => id));
  const ends = enabled.flatMap(({ id, expiresAt }): Expiry[] =>
    expiresAt === undefined ? [] : [{ client: id, kind: 'client', at: expiresAt }],
  );
  const last = new Map<string, Expiry>();
  for (const token of longLived.list().filter((each) => ids.has(each.clientId) && isWatched(each))) {
    const kind = token.url ? 'url-token' : 'token';
    const key = `${kind} ${token.clientId}`;
    if ((last.get(key)?.at ?? -Infinity) < token.expiresAt)
      last.set(key, { client: token.clientId, kind, at: token.expiresAt });
  }
  return [...ends, ...last.values()].toSorted((a, b) => a.at - b.at).slice(0, MAX_SHOWN);
}

function isWatched({ revokedAt, issuedAt, expiresAt }: LongLivedToken): boolean {
  return revokedAt === undefined && expiresAt - issuedAt >= MIN_LIFE_MS;
}
