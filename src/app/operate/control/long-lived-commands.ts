import { randomUUID } from 'node:crypto';
import { AUDIENCE_KINDS, isAudienceKind, type AudienceKind } from '../../../auth/audiences.ts';
import type { ClientRegistry } from '../../../auth/client-registry.ts';
import type { Client } from '../../../auth/client-store.ts';
import { tokenHash, type LongLivedToken } from '../../../auth/tokens/long-lived-token.ts';
import type { LongLivedTokens } from '../../../auth/tokens/long-lived-tokens.ts';
import type { SigningKeys } from '../../../auth/signing-keys.ts';
import { signLongLived } from '../../../auth/tokens/token-issuer.ts';
import { newUrlToken, urlLimitsIn } from '../../../auth/tokens/url-token.ts';
import { DATA_SCOPES, isScope, SCOPES, type Scope } from '../../../contract/scopes.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { OperatorError } from '../../../core/errors.ts';
import { DAY_MS, formatDatetime, SECOND_MS, type Millis } from '../../../core/time.ts';

/** Limits how long a lost token can be misused. */
const MAX_LIFE_MS = 365 * DAY_MS;

type Arguments = Readonly<Record<string, unknown>>;

export interface ServiceUrls {
  readonly baseUrl: string;
  readonly wsUrl: string;
}

export interface LongLivedParts {
  readonly clients: ClientRegistry;
  readonly keys: SigningKeys;
  readonly longLived: LongLivedTokens;
  readonly clock: Clock;
  /** URLs of the running service. Without a running service, the command's arguments give them. */
  readonly urls?: ServiceUrls | undefined;
}

export type ShownToken = Omit<LongLivedToken, 'hash'>;

/** The token text exists only in this reply; the service does not store it. */
export interface IssuedToken extends ShownToken {
  readonly token: string;
}

export interface ListedToken extends ShownToken {
  readonly state: 'live' | 'expired' | 'revoked' | 'client disabled' | 'client removed';
}

/** Checks a request for a token. Creates nothing before `apply`. */
export function prepareIssue(parts: LongLivedParts, args: Arguments) {
  const { clients, keys, longLived, clock } = parts;
  const id = textIn(args, 'id', 'the id of a client is missing');
  const client = clients.requireChangeable(id, "long-lived tokens need a client of 'tidemark clients add'");
  if (!clients.findUsable(client.id))
    throw new OperatorError(`client ${client.id} is disabled or has expired: its tokens would not be valid`);
  const token = {
    id: randomUUID(),
    clientId: client.id,
    audiences: audiencesIn(args),
    scopes: scopesIn(args, client),
    ...lifeIn(args, client, clock.now()),
  };
  if (args['url'] !== undefined) return preparedUrlToken(longLived, client, token, args);
  const urls = parts.urls ?? urlsIn(args);
  const apply = async (): Promise<IssuedToken> => {
    const key = keys.current;
    const signed = signLongLived(key, token, urls);
    await longLived.add({ ...token, kid: key.kid, hash: tokenHash(signed) });
    return { ...token, kid: key.kid, token: signed };
  };
  return { details: { name: client.name, ...detailsOf(token) }, apply };
}

type UnsignedToken = Omit<LongLivedToken, 'kid' | 'hash'>;

/** A URL token is random, not signed: its limits are only in its record. */
function preparedUrlToken(
  longLived: LongLivedTokens,
  { id, name }: Client,
  base: UnsignedToken,
  { url }: Arguments,
) {
  const forbidden = base.scopes.filter((scope) => !(DATA_SCOPES as readonly Scope[]).includes(scope));
  if (forbidden.length > 0)
    throw new OperatorError(`a URL token of client ${id} cannot have the scope ${forbidden.join(' ')}`);
  const token = { ...base, audiences: ['rest'] as const, url: urlLimitsIn(url), kid: '' };
  const apply = async (): Promise<IssuedToken> => {
    const text = newUrlToken();
    await longLived.add({ ...token, hash: tokenHash(text) });
    return { ...token, token: text };
  };
  return { details: { name, ...detailsOf(token), url: token.url }, apply };
}

export function prepareRevoke({ longLived }: LongLivedParts, args: Arguments) {
  const token = longLived.requireRevocable(textIn(args, 'token', 'the id of a token is missing'));
  const apply = async () => shown(await longLived.revoke(token.id));
  return { details: { client: token.clientId, token: token.id }, apply };
}

function shown(token: LongLivedToken): ShownToken {
  const copy: { hash?: string } & ShownToken = { ...token };
  delete copy.hash;
  return copy;
}

/** Tokens of one client, or of all. */
export function listTokens({ clients, longLived, clock }: LongLivedParts, { id }: Arguments): ListedToken[] {
  if (id !== undefined && !clients.list().some((client) => client.id === id))
    throw new OperatorError(`there is no client ${String(id)}: 'tidemark clients list' shows them`);
  const tokens = longLived.list().filter(({ clientId }) => id === undefined || clientId === id);
  return tokens.map((token) => ({ ...shown(token), state: stateOf(token, clients, clock.now()) }));
}

function stateOf(token: LongLivedToken, clients: ClientRegistry, now: Millis): ListedToken['state'] {
  if (token.revokedAt !== undefined) return 'revoked';
  if (token.expiresAt <= now) return 'expired';
  if (clients.findUsable(token.clientId)) return 'live';
  return clients.list().some(({ id }) => id === token.clientId) ? 'client disabled' : 'client removed';
}

function detailsOf({
  id,
  clientId,
  audiences,
  scopes,
  expiresAt,
}: Pick<LongLivedToken, 'id' | 'clientId' | 'audiences' | 'scopes' | 'expiresAt'>): Arguments {
  return { client: clientId, token: id, audiences, scopes, expires: formatDatetime(expiresAt) };
}

function audiencesIn({ audiences = ['rest'] }: Arguments): readonly AudienceKind[] {
  const valid = Array.isArray(audiences) && audiences.length > 0 && audiences.every(isAudienceKind);
  if (!valid) throw new OperatorError(`a token needs audiences among ${AUDIENCE_KINDS.join(', ')}`);
  return AUDIENCE_KINDS.filter((kind) => audiences.includes(kind));
}

/** By default the client's data scopes; other scopes must be named. */
function scopesIn({ scopes }: Arguments, client: Client): readonly Scope[] {
  if (scopes === undefined) return DATA_SCOPES.filter((scope) => client.scopes.includes(scope));
  if (!Array.isArray(scopes) || !scopes.every((scope) => typeof scope === 'string' && isScope(scope)))
    throw new OperatorError('a token needs known scopes');
  const missing = (scopes as Scope[]).filter((scope) => !client.scopes.includes(scope));
  if (missing.length > 0)
    throw new OperatorError(
      `client ${client.id} is not registered for ${missing.join(' ')}: it has ${client.scopes.join(' ') || 'no scopes'}`,
    );
  return SCOPES.filter((scope) => scopes.includes(scope));
}

/** Reads a lifetime (`lifeMs`) or an instant (`expiresAt`). Rounds to whole seconds, as in tokens. */
function lifeIn(
  { lifeMs, expiresAt }: Arguments,
  client: Client,
  now: Millis,
): Pick<LongLivedToken, 'issuedAt' | 'expiresAt'> {
  const issued = wholeSeconds(now);
  const end = typeof lifeMs === 'number' ? issued + lifeMs : expiresAt;
  if (!Number.isSafeInteger(end)) throw new OperatorError('the expiry of the token is missing');
  const expires = wholeSeconds(Number(end));
  if (expires <= now)
    throw new OperatorError('a token must live for at least a second: choose a later expiry');
  if (expires - issued > MAX_LIFE_MS)
    throw new OperatorError(
      `a token may live for at most 365d, but this one would expire at ${formatDatetime(expires)}`,
    );
  if (client.expiresAt !== undefined && expires > client.expiresAt)
    throw new OperatorError(
      `client ${client.id} expires at ${formatDatetime(client.expiresAt)}: its tokens cannot expire later`,
    );
  return { issuedAt: issued, expiresAt: expires };
}

function wholeSeconds(at: Millis): Millis {
  return Math.floor(at / SECOND_MS) * SECOND_MS;
}

function urlsIn({ urls }: Arguments): ServiceUrls {
  const { baseUrl, wsUrl } = (urls ?? {}) as Partial<ServiceUrls>;
  if (typeof baseUrl !== 'string' || typeof wsUrl !== 'string')
    throw new OperatorError('the URLs of the service are missing');
  return { baseUrl, wsUrl };
}

function textIn(args: Arguments, name: string, problem: string): string {
  const value = args[name];
  if (typeof value !== 'string') throw new OperatorError(problem);
  return value;
}
