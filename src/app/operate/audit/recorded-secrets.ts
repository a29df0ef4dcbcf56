import type { Client } from '../../../auth/client-store.ts';
import type { KeyFileName } from '../../../auth/key-file.ts';
import type { LongLivedToken } from '../../../auth/tokens/long-lived-token.ts';
import { parseDatetime, type Millis } from '../../../core/time.ts';
import type { AuditEntry } from './audit-chain.ts';
import { usageIn } from './usage-entries.ts';

export interface RecordedSecrets {
  /** The last change of each client, by id. Without clients whose last change failed. */
  readonly clients: ReadonlyMap<string, 'enabled' | 'disabled' | 'removed'>;
  /** Changed scopes of clients, by id. Without clients whose last change failed. */
  readonly scopes: ReadonlyMap<string, readonly string[]>;
  /** The newest key of each file. */
  readonly keys: ReadonlyMap<KeyFileName, string>;
  /** Long-lived tokens, by id. Without tokens whose last change failed. */
  readonly tokens: ReadonlyMap<string, RecordedToken>;
}

interface RecordedToken {
  readonly isRevoked: boolean;
  readonly expiresAt: Millis;
}

const CLIENT_EVENTS = {
  'clients.add': 'enabled',
  'clients.disable': 'disabled',
  'clients.enable': 'enabled',
  'clients.remove': 'removed',
} as const;

export function recordedSecrets(entries: readonly AuditEntry[]): RecordedSecrets {
  const clients = new Map<string, 'enabled' | 'disabled' | 'removed'>();
  const scopes = new Map<string, readonly string[]>();
  const keys = new Map<KeyFileName, string>();
  const tokens = new Map<string, RecordedToken>();
  for (const { event, details } of entries) {
    const { client, kid, purpose } = details;
    if (event === 'clients.reseal') for (const recorded of [clients, scopes]) recorded.clear();
    if (event in TOKEN_EVENTS) {
      noteToken(tokens, event as keyof typeof TOKEN_EVENTS, details);
      continue;
    }
    if (typeof client === 'string' && event.endsWith('.failed'))
      for (const recorded of [clients, scopes]) recorded.delete(client);
    if (typeof client === 'string' && event === 'clients.set' && Array.isArray(details['scopes']))
      scopes.set(client, details['scopes'] as string[]);
    if (typeof client === 'string' && event in CLIENT_EVENTS)
      clients.set(client, CLIENT_EVENTS[event as keyof typeof CLIENT_EVENTS]);
    const isIntegrity = purpose === 'integrity' || event.startsWith('keys.rotate-integrity');
    const file = isIntegrity ? 'integrity-keys.json' : 'signing-keys.json';
    if (typeof kid !== 'string' || !event.startsWith('keys.')) continue;
    if (event.endsWith('.failed')) keys.delete(file);
    else keys.set(file, kid);
  }
  return { clients, scopes, keys, tokens };
}

const TOKEN_EVENTS = {
  'clients.token': 'made',
  'clients.token.failed': 'forgotten',
  'clients.revoke': 'revoked',
  'clients.revoke.failed': 'forgotten',
} as const;

function noteToken(
  tokens: Map<string, RecordedToken>,
  event: keyof typeof TOKEN_EVENTS,
  { token, expires }: AuditEntry['details'],
): void {
  if (typeof token !== 'string') return;
  const what = TOKEN_EVENTS[event];
  const known = tokens.get(token);
  if (what === 'forgotten') tokens.delete(token);
  else if (what === 'revoked' && known) tokens.set(token, { ...known, isRevoked: true });
  else if (what === 'made' && typeof expires === 'string')
    tokens.set(token, { isRevoked: false, expiresAt: parseDatetime(expires) ?? 0 });
}

/** The last entry if it adds a client that does not exist: the process crashed between the entry and the change. */
export function unmadeClient(
  entries: readonly AuditEntry[],
  clients: readonly Pick<Client, 'id'>[],
): AuditEntry | undefined {
  const last = entries.findLast(({ event }) => event.startsWith('clients.'));
  const id = last?.details['client'];
  if (last?.event !== 'clients.add' || typeof id !== 'string') return undefined;
  return clients.some((client) => client.id === id) || usageIn(entries).has(id) ? undefined : last;
}

/** The last entry if it makes a token that does not exist. Such a token was not handed out. */
export function unmadeToken(
  entries: readonly AuditEntry[],
  tokens: readonly Pick<LongLivedToken, 'id'>[],
): AuditEntry | undefined {
  const last = entries.findLast(({ event }) => event.startsWith('clients.'));
  if (last?.event !== 'clients.token') return undefined;
  return tokens.some(({ id }) => id === last.details['token']) ? undefined : last;
}

/** How unexpired long-lived tokens differ from what was recorded: a revoked token would be valid again. */
export function unrecordedTokens(
  tokens: readonly LongLivedToken[],
  recorded: RecordedSecrets,
  now: Millis,
): string[] {
  const found = new Map(tokens.map((token) => [token.id, token]));
  return [...recorded.tokens].flatMap(([id, { isRevoked, expiresAt }]) => {
    if (expiresAt <= now) return [];
    const token = found.get(id);
    if (!token) return isRevoked ? [] : [`token ${id} was made, but the file does not have it`];
    return isRevoked && token.revokedAt === undefined ? [`token ${id} was revoked, but not in the file`] : [];
  });
}

/** How clients differ from what was recorded. Clients that were never recorded are older than the log. */
export function unrecordedChanges(clients: readonly Client[], recorded: RecordedSecrets): string[] {
  const found = new Map(clients.map((client) => [client.id, client]));
  return [...recorded.clients].flatMap(([id, state]) => {
    const client = found.get(id);
    if (state === 'removed') return client ? [`client ${id} was removed, but the file has it`] : [];
    if (!client) return [`client ${id} was added, but the file does not have it`];
    const removed = removedScopes(client, recorded.scopes.get(id));
    return [
      ...(state === 'disabled' && !client.disabled ? [`client ${id} was disabled, but not in the file`] : []),
      ...(removed.length > 0
        ? [`client ${id} no longer has ${removed.join(' ')}, but still does in the file`]
        : []),
    ];
  });
}

function removedScopes({ scopes }: Client, recorded: readonly string[] | undefined): readonly string[] {
  return recorded ? scopes.filter((scope) => !recorded.includes(scope)) : [];
}
