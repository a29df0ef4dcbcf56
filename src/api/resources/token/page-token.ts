import type { IncomingMessage } from 'node:http';
import {
  AUDIENCE_KINDS,
  isAudienceKind,
  type AudienceKind,
  type Audiences,
} from '../../../auth/audiences.ts';
import type { ClientRegistry } from '../../../auth/client-registry.ts';
import type { Client } from '../../../auth/client-store.ts';
import { MinuteCounters } from '../../../auth/minute-counters.ts';
import { PAGE_CLIENT_ID } from '../../../auth/page-client.ts';
import { PAGE_TOKEN_FORM, type TokenIssuer } from '../../../auth/tokens/token-issuer.ts';
import type { TokenUsage } from '../../../auth/tokens/token-usage.ts';
import type { Clock } from '../../../core/clocks/clock.ts';
import { isObject } from '../../../core/text/is-object.ts';
import { networkOf } from '../../../core/network/network-address.ts';
import { MINUTE_MS, SECOND_MS, type Millis } from '../../../core/time.ts';
import { ApiError, validationError } from '../../http/errors.ts';
import { JSON_TYPE, VARY } from '../../http/headers.ts';
import type { RequestLog } from '../../http/request-log.ts';
import type { TrustedProxies } from '../../http/limits/trusted-proxies.ts';
import { sendText, type Call } from '../../http/routing/call.ts';
import type { OwnPage } from '../../http/routing/own-page.ts';
import { readBody } from './request-body.ts';
import type { Route } from '../../http/routing/routing.ts';
import type { TokenMetrics } from './token-metrics.ts';
import { fieldError } from './token-request.ts';
import type { Registry } from 'prom-client';
import { metricsIn } from '../../http/metrics.ts';

export const PAGE_TOKEN_PATH = '/page/token';

/** Requests per minute and address (IPv6: one /64 network). A page sends one in nine minutes. */
export const PAGE_TOKENS_PER_MINUTE = 30;
/**
 * The same tokens are used for this long: a new signature per visitor would add no information and make
 * floods expensive.
 */
const SHARED_MS = MINUTE_MS;
const HEADERS = ['cache-control', 'no-store', 'pragma', 'no-cache', 'vary', VARY, 'content-type', JSON_TYPE];

/** The rest of an unread body may still arrive. */
const UNREAD = { headers: { connection: 'close' } };

export interface PageTokenParts {
  readonly clients: Pick<ClientRegistry, 'findUsable'>;
  readonly issuer: TokenIssuer;
  readonly audiences: Pick<Audiences, 'canonical'>;
  readonly clock: Clock;
  readonly usage: TokenUsage;
  readonly tokens: Pick<TokenMetrics, 'countToken'>;
  readonly metrics: PageTokenMetrics;
  readonly proxies: TrustedProxies;
  readonly ownPage: OwnPage;
  readonly requestLog: RequestLog;
}

/**
 * `POST /page/token`: tokens for visitors of a public page, who have no client. The route only exists if the
 * operator enables it.
 */
export function pageTokenRoute(parts: PageTokenParts): Route {
  const visits = new MinuteCounters(PAGE_TOKENS_PER_MINUTE);
  const tokens = new SharedTokens(parts);
  const handle = async (call: Call) => {
    const { request } = call;
    admit(request, visits, parts);
    const body = tokens.answerFor(sideIn(await readBody(request), parts));
    parts.usage.count(PAGE_CLIENT_ID);
    parts.tokens.countToken(PAGE_CLIENT_ID);
    sendText(call, 200, HEADERS, body);
    parts.requestLog.answered(call, 200);
  };
  return { methods: ['POST'], path: PAGE_TOKEN_PATH, isForOwnPages: true, handle };
}

/** Throws 403 or 429. Requests of other origins do not count against the visitor. */
function admit(request: IncomingMessage, visits: MinuteCounters, parts: PageTokenParts): void {
  if (!parts.ownPage.asks(request)) {
    parts.metrics.countRefusal('origin');
    throw new ApiError('FORBIDDEN', 'only the page of this service may request such a token', UNREAD);
  }
  const waitMs = visits.count(networkOf(parts.proxies.addressOf(request)), parts.clock.monotonic());
  if (waitMs === undefined) return;
  parts.metrics.countRefusal('address');
  const headers = { ...UNREAD.headers, 'retry-after': String(Math.ceil(waitMs / SECOND_MS)) };
  throw new ApiError('TOO_MANY_REQUESTS', 'too many tokens were requested from this address', { headers });
}

/** `{"side":"rest"}` or `{"side":"stream"}`. Throws 400. */
function sideIn(body: unknown, { metrics }: PageTokenParts): AudienceKind {
  const side = isObject(body) ? body['side'] : undefined;
  if (isAudienceKind(side)) return side;
  metrics.countRefusal('body');
  const message = `must be one of ${AUDIENCE_KINDS.join(', ')}`;
  throw validationError([fieldError('side', side, message)]);
}

interface Made {
  readonly at: Millis;
  readonly expiresAt: Millis;
  readonly token: string;
}

/** One token per API, renewed once a minute while there are visitors. */
class SharedTokens {
  readonly #parts: PageTokenParts;
  readonly #made = new Map<AudienceKind, Made>();

  constructor(parts: PageTokenParts) {
    this.#parts = parts;
  }

  answerFor(side: AudienceKind): string {
    const client = this.#parts.clients.findUsable(PAGE_CLIENT_ID);
    if (!client) throw new ApiError('NOT_FOUND', 'there is no such route');
    const { token, expiresAt } = this.#current(side, client);
    return JSON.stringify({
      access_token: token,
      scope: client.scopes.join(' '),
      expires_in: Math.max(0, Math.floor((expiresAt - this.#parts.clock.now()) / SECOND_MS)),
      token_type: 'Bearer',
    });
  }

  #current(side: AudienceKind, client: Client): Made {
    const { issuer, audiences, clock } = this.#parts;
    const now = clock.now();
    const known = this.#made.get(side);
    if (known && now >= known.at && now - known.at < SHARED_MS) return known;
    const issuedAt = Math.floor(now / SECOND_MS) * SECOND_MS;
    const expiresAt = issuedAt + PAGE_TOKEN_FORM.lifetimeSeconds * SECOND_MS;
    const token = issuer.issue(client, audiences.canonical(side), client.scopes, PAGE_TOKEN_FORM);
    const made = { at: now, expiresAt, token };
    this.#made.set(side, made);
    return made;
  }
}

/**
 * Why a visitor of the public page got no token: too many requests of the address, a page of another origin,
 * or an invalid body.
 */
type PageTokenRefusal = 'address' | 'origin' | 'body';

interface PageTokenMetrics {
  countRefusal(reason: PageTokenRefusal): void;
}

export function pageTokenMetrics(registry: Registry): PageTokenMetrics {
  const { counter } = metricsIn(registry);
  const refused = counter(
    'tidemark_page_tokens_refused_total',
    'Refused requests for a token of the public page, by reason',
    'reason',
  );
  return { countRefusal: (reason) => refused.inc({ reason }) };
}
