import type { IncomingMessage } from 'node:http';
import type { AudienceKind, Audiences } from '../../../auth/audiences.ts';
import type { ClientRegistry } from '../../../auth/client-registry.ts';
import type { Client } from '../../../auth/client-store.ts';
import type { GuessLimiter, TooManyGuesses } from '../../../auth/guess-limiter.ts';
import { USUAL_FORM, type TokenForm, type TokenIssuer } from '../../../auth/tokens/token-issuer.ts';
import type { TokenUsage } from '../../../auth/tokens/token-usage.ts';
import { isScope, type Scope } from '../../../contract/scopes.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { SECOND_MS } from '../../../core/time.ts';
import { optsOut } from '../../compat/opt-out.ts';
import { originalExpiresIn, originalSubject, originalTokenError } from '../../compat/original-tokens.ts';
import { keyOf, type RapidApi } from '../../compat/rapidapi.ts';
import { ApiError } from '../../http/errors.ts';
import { JSON_TYPE, VARY } from '../../http/headers.ts';
import type { RequestLog } from '../../http/request-log.ts';
import type { TrustedProxies } from '../../http/limits/trusted-proxies.ts';
import { sendText, type Call } from '../../http/routing/call.ts';
import type { Cors } from '../../http/routing/cors.ts';
import { asApiError, type ErrorHandling } from '../../http/routing/error-handling.ts';
import { readBody } from './request-body.ts';
import type { Route } from '../../http/routing/routing.ts';
import type { TokenMetrics } from './token-metrics.ts';
import { fieldError, oauthError, readTokenRequest, type TokenRequest } from './token-request.ts';

export const TOKEN_PATH = '/v3/oauth/token';

export interface TokenRouteParts {
  readonly clients: ClientRegistry;
  readonly issuer: TokenIssuer;
  readonly clock: Clock;
  readonly audiences: Audiences;
  readonly guesses: GuessLimiter;
  readonly usage: TokenUsage;
  readonly metrics: TokenMetrics;
  readonly requestLog: RequestLog;
  readonly cors: Cors;
  readonly errors: ErrorHandling;
  readonly proxies: TrustedProxies;
  /** Whether tokens and errors are those of the original service, unless the request opts out. */
  readonly isOriginal: boolean;
  /** Set if a key may take the place of client id and secret. */
  readonly rapidApi?: Pick<RapidApi, 'grantOf'> | undefined;
}

/** What a client gets a token for. */
interface Holder {
  readonly client: Client;
  readonly scopes: readonly Scope[];
  readonly form: TokenForm;
}

/** `POST /v3/oauth/token`: the client credentials grant. */
export function tokenRoute(parts: TokenRouteParts): Route {
  return {
    methods: ['POST'],
    path: TOKEN_PATH,
    handle: async (call) => {
      sendToken(call, await answerTo(call, parts), parts);
      parts.requestLog.answered(call, 200);
    },
    fail: (thrown, call) => {
      const error = withOAuthMembers(asApiError(thrown));
      if (error.status < 500) parts.metrics.countRefusal(error.extra['error'] ?? '');
      const shown = isOriginal(call, parts) ? originalTokenError(error) : error;
      parts.errors.answer(error.status < 500 ? shown : thrown, call);
    },
  };
}

/** A body that cannot be parsed or is too large gets the members of RFC 6749, too. */
function withOAuthMembers(error: ApiError): ApiError {
  if ('error' in error.extra) return error;
  return new ApiError(error.code, error.message, {
    errors: error.errors,
    headers: error.headers,
    extra: { error: 'invalid_request', error_description: error.message },
  });
}

const ONE_OF = new Intl.ListFormat('en-GB', { type: 'disjunction' });

function isOriginal({ request }: Call, parts: TokenRouteParts): boolean {
  return parts.isOriginal && !optsOut(request.headers);
}

async function answerTo(call: Call, parts: TokenRouteParts): Promise<string> {
  const { request } = call;
  const key = parts.rapidApi && keyOf(request);
  const tokenRequest = readTokenRequest(
    await readBody(request),
    request.headers.authorization,
    key !== undefined,
  );
  const audience = parts.audiences.resolve(tokenRequest.audience, parts.proxies.hostOf(request));
  if (!audience) {
    const message = `must be ${ONE_OF.format(parts.audiences.named)}`;
    throw oauthError('invalid_target', `unknown audience: it ${message}`, {
      errors: [fieldError('audience', tokenRequest.audience, message)],
    });
  }
  const holder = tokenRequest.isByKey
    ? await holderOfKey(key ?? '', audience, parts)
    : holderOfSecret(tokenRequest, request, parts);
  const { client } = holder;
  // A new token would be rejected while revocations are unknown.
  parts.clients.requireKnown(client.id);
  const scopes = grantedScopes(holder.scopes, tokenRequest.scope);
  const original = isOriginal(call, parts);
  const named = original && parts.audiences.resolve(tokenRequest.audience, undefined) === audience;
  const token = parts.issuer.issue(
    client,
    named ? tokenRequest.audience : parts.audiences.canonical(audience),
    scopes,
    original ? { ...holder.form, subject: originalSubject(client.id) } : holder.form,
  );
  const { lifetimeSeconds } = holder.form;
  parts.usage.count(client.id);
  parts.metrics.countToken(client.id);
  return JSON.stringify({
    access_token: token,
    scope: scopes.join(' '),
    expires_in: original ? originalExpiresIn(lifetimeSeconds) : lifetimeSeconds,
    token_type: 'Bearer',
  });
}

function holderOfSecret(
  tokenRequest: TokenRequest,
  request: IncomingMessage,
  parts: TokenRouteParts,
): Holder {
  const client = parts.clients.authenticate(tokenRequest.clientId, tokenRequest.clientSecret);
  if (!client) throw wrongCredentials(tokenRequest, parts.proxies.addressOf(request), parts);
  return { client, scopes: client.scopes, form: USUAL_FORM };
}

/** The token has at most the scopes and the rest of the lifetime of the long-lived token that is the key. */
async function holderOfKey(
  key: string,
  audience: AudienceKind,
  { rapidApi, clients, clock }: TokenRouteParts,
): Promise<Holder> {
  const grant = await rapidApi?.grantOf(key, audience);
  const client = grant && clients.findUsable(grant.clientId);
  if (!client || grant.tokenId === undefined)
    throw oauthError('invalid_client', 'X-RapidAPI-Key must be a valid long-lived token for this audience');
  const leftSeconds = Math.floor((grant.expiresAt - clock.now()) / SECOND_MS);
  const lifetimeSeconds = Math.min(USUAL_FORM.lifetimeSeconds, leftSeconds);
  const form = { ...USUAL_FORM, lifetimeSeconds, parentId: grant.tokenId };
  return { client, scopes: client.scopes.filter((scope) => grant.scopes.has(scope)), form };
}

const UNCACHED = ['cache-control', 'no-store', 'pragma', 'no-cache'];
const TOKEN_HEADERS = [...UNCACHED, 'vary', VARY, 'content-type', JSON_TYPE];

function sendToken(call: Call, body: string, { cors }: TokenRouteParts): void {
  sendText(call, 200, [...TOKEN_HEADERS, ...cors.headersFor(call.request.headers.origin)], body);
}

const TOO_MANY_GUESSES: Readonly<Record<TooManyGuesses['of'], string>> = {
  client: 'too many wrong secrets for this client from this address',
  address: 'too many wrong secrets from this address',
};

function wrongCredentials(
  { clientId, basic }: TokenRequest,
  address: string,
  { guesses }: TokenRouteParts,
): ApiError {
  const tooMany = guesses.countWrong(clientId, address);
  if (tooMany) {
    const description = TOO_MANY_GUESSES[tooMany.of];
    return new ApiError('TOO_MANY_REQUESTS', description, {
      headers: { 'retry-after': String(Math.ceil(tooMany.waitMs / SECOND_MS)) },
      extra: { error: 'invalid_client', error_description: description },
    });
  }
  return oauthError('invalid_client', 'unknown client_id or wrong client_secret', {
    headers: basic ? { 'www-authenticate': 'Basic realm="tidemark", charset="UTF-8"' } : {},
  });
}

/** The requested ones of those that the client may have. */
function grantedScopes(allowed: readonly Scope[], requested: string | undefined): readonly Scope[] {
  if (requested === undefined) return allowed;
  const wanted = new Set(requested.split(' ').filter((scope) => scope !== ''));
  const granted = allowed.filter((scope) => wanted.has(scope));
  const beyond = [...wanted].find((scope) => !isScope(scope) || !allowed.includes(scope));
  if (beyond === undefined) return granted;
  throw oauthError('invalid_scope', 'the client is not registered for every scope that it requests', {
    errors: [fieldError('scope', requested, `must be among: ${allowed.join(' ')}`)],
  });
}
