import type { ListedClient } from '../../app/operate/control/admin.ts';
import type { ListedToken, ShownToken } from '../../app/operate/control/long-lived-commands.ts';
import type { Client } from '../../auth/client-store.ts';
import type { Millis } from '../../core/time.ts';
import { fieldsText, recordsText, withDates, type Absent } from './records-text.ts';

const CLIENT_KEYS = ['id', 'name', 'state', 'expiresAt', 'tokensIssued', 'lastTokenAt', 'scopes'];
const NEW_CLIENT_KEYS = ['id', 'secret', 'name', 'scopes', 'expiresAt'];
const RESEALED_KEYS = ['id', 'name', 'state', 'expiresAt', 'scopes'];
const TOKEN_KEYS = [
  'id',
  'clientId',
  'state',
  'audiences',
  'issuedAt',
  'expiresAt',
  'revokedAt',
  'lastUsedAt',
  'scopes',
  'url',
];
const NEW_TOKEN_KEYS = ['token', 'id', 'clientId', 'audiences', 'scopes', 'url', 'expiresAt'];
const ABSENT: Absent = { expiresAt: 'never', scopes: '(none: look-ups only)' };

/** A client as shown in JSON and tables. */
export function plainClient(client: Client & Partial<ListedClient>, now: Millis) {
  const hasExpired = client.expiresAt !== undefined && client.expiresAt <= now;
  const state = client.disabled ? 'disabled' : hasExpired ? 'expired' : 'enabled';
  return { ...withDates(client, 'createdAt', 'expiresAt', 'lastTokenAt'), state };
}

type PlainClient = ReturnType<typeof plainClient>;

/** A long-lived token as shown in JSON and tables. */
export function plainToken<T extends ShownToken>(token: T) {
  return withDates(token as ShownToken, 'issuedAt', 'expiresAt', 'revokedAt', 'lastUsedAt') as PlainToken &
    Omit<T, keyof PlainToken>;
}

type PlainToken = ReturnType<
  typeof withDates<ShownToken, 'issuedAt' | 'expiresAt' | 'revokedAt' | 'lastUsedAt'>
>;

export function clientsText(clients: readonly PlainClient[]): string {
  return clients.length === 0 ? 'no clients\n' : recordsText(clients, CLIENT_KEYS, ABSENT);
}

export function issuedClientText({
  client,
  secret,
}: {
  readonly client: PlainClient;
  readonly secret: string;
}): string {
  return `${fieldsText({ ...client, secret }, NEW_CLIENT_KEYS, ABSENT)}The secret is not stored and cannot be shown again. A token request needs both client_id and client_secret.
`;
}

export function tokensText(tokens: readonly PlainToken[]): string {
  if (tokens.length === 0) return 'no long-lived tokens\n';
  const keys = tokens.some(({ url }) => url) ? TOKEN_KEYS : TOKEN_KEYS.filter((key) => key !== 'url');
  return recordsText(tokens.map(withLimits), keys, { ...ABSENT, lastUsedAt: 'never' });
}

/** The limits of a URL token in words. */
function withLimits(token: PlainToken) {
  const { url, ...rest } = token;
  if (!url) return rest;
  return { ...rest, url: `${url.perMinute} per minute${url.names ? `, only ${url.names.join()}` : ''}` };
}

/** `options`: the options that make the next command use the same store of clients, each with a leading space. */
export function issuedTokenText(token: PlainToken, options: string): string {
  const use = token.url
    ? "Use it in URLs that begin with '/t/TOKEN/', or as a CoinGecko key."
    : "Send it in the header 'Authorization: Bearer TOKEN'.";
  return `${fieldsText(withLimits(token), NEW_TOKEN_KEYS, ABSENT)}The token is not stored and cannot be shown again. ${use}
'tidemark clients revoke ${token.id}${options}' revokes it.
`;
}

/** Shown after a client got a new secret: its long-lived tokens are still valid. */
export function validTokensText(tokens: readonly ListedToken[], options: string): string {
  const live = tokens.filter(({ state }) => state === 'live').length;
  if (live === 0) return '';
  const [many, verb] = live === 1 ? ['long-lived token', 'stays'] : ['long-lived tokens', 'stay'];
  return `${live} ${many} of this client ${verb} valid: 'tidemark clients tokens ID${options}' lists them, 'tidemark clients revoke TOKEN-ID${options}' revokes one.\n`;
}

export function resealedText(
  { clients, secretsLost }: { readonly clients: readonly PlainClient[]; readonly secretsLost: boolean },
  rotate: string,
): string {
  const list = clients.length === 0 ? '' : recordsText(clients, RESEALED_KEYS, ABSENT);
  const lost = secretsLost
    ? `Their secrets were made under another key and no longer work: give each a new one with '${rotate}'.\n`
    : '';
  return `clients.json accepted unchanged, with ${clients.length} ${clients.length === 1 ? 'client' : 'clients'}\n${list}${lost}`;
}
