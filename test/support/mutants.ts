import { relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'vite';

/** A check of the service that is removed or weakened while `mutant` of the global object is its name. */
export interface Mutant {
  readonly name: string;
  /** From the root. */
  readonly file: string;
  /** An expression that is there exactly once behind `after`, and what takes its place. */
  readonly check: string;
  readonly instead: string;
  readonly after?: string;
  /** The beginning of the names of requests of the access table that are then answered differently. */
  readonly shownBy: string;
  /** Tokens that were accepted once stay so: new ones are made for it. */
  readonly isRemembered?: boolean;
}

export const MUTANTS: readonly Mutant[] = [
  {
    name: 'no scope is required',
    file: 'src/api/http/routing/authorisation.ts',
    check: 'scopes.some((scope) => grant.scopes.has(scope))',
    instead: 'true',
    shownBy: 'GET /v3/ohlcv',
  },
  {
    name: 'any scope opens every route',
    file: 'src/api/http/routing/authorisation.ts',
    check: 'scopes.some((scope) => grant.scopes.has(scope))',
    instead: 'grant.scopes.size > 0',
    shownBy: 'GET /v3/market-cap',
  },
  {
    name: 'data routes require no scope',
    file: 'src/api/http/routing/data-handler.ts',
    check: "grant && typeof route.access === 'object'",
    instead: 'false',
    shownBy: 'GET /v3/exchange-ticker',
  },
  {
    name: 'data routes require no credential',
    file: 'src/api/http/routing/data-handler.ts',
    check: 'open ? undefined : identified(call)',
    instead: 'undefined',
    shownBy: 'GET /v3/asset',
  },
  {
    name: 'wrong parameters are not refused',
    file: 'src/api/http/routing/data-handler.ts',
    check: 'path.errors || query.errors',
    instead: 'false',
    shownBy: 'input',
  },
  {
    name: 'writing requires no scope',
    file: 'src/api/http/routing/write-handler.ts',
    check: 'requireScope(grant, route.access)',
    instead: 'undefined',
    shownBy: 'POST /v3/alerts',
  },
  {
    name: 'wrong bodies are not refused',
    file: 'src/api/http/routing/write-handler.ts',
    check: 'errors.length > 0',
    instead: 'false',
    shownBy: 'input',
  },
  {
    name: 'any Idempotency-Key is accepted',
    file: 'src/api/http/routing/write-handler.ts',
    check: "typeof key === 'string' && KEY.test(key)",
    instead: 'true',
    shownBy: 'input',
  },
  {
    name: 'every machine may see the state',
    file: 'src/api/http/routing/operations-access.ts',
    check: 'isFromThisMachine(call.request)',
    instead: 'true',
    shownBy: 'GET /v3/status',
  },
  {
    name: 'a proxy is taken for this machine',
    file: 'src/api/http/routing/operations-access.ts',
    check: 'Object.keys(headers).some((header) => FORWARDING.test(header))',
    instead: 'false',
    shownBy: 'GET /metrics',
  },
  {
    name: 'pages of other sites are taken for this machine',
    file: 'src/api/http/routing/operations-access.ts',
    check: 'headers.origin === undefined',
    instead: 'true',
    shownBy: 'GET /v3/status',
  },
  {
    name: 'the state requires no scope',
    file: 'src/api/http/routing/operations-access.ts',
    check: 'requireScope(await identified(call, this.#identify, this.#connections), OPERATIONS_SCOPES)',
    instead: 'await identified(call, this.#identify, this.#connections)',
    shownBy: 'GET /metrics',
  },
  {
    name: 'any audience is accepted',
    file: 'src/auth/tokens/token-verifier.ts',
    check: '!isForUs',
    instead: 'false',
    shownBy: 'GET /v3/asset',
    isRemembered: true,
  },
  {
    name: 'any issuer is accepted',
    file: 'src/auth/tokens/token-verifier.ts',
    check: 'iss !== this.#options.issuer',
    instead: 'false',
    shownBy: 'GET /v3/asset',
    isRemembered: true,
  },
  {
    name: 'any type of JWT is accepted',
    file: 'src/auth/tokens/token-verifier.ts',
    check: 'TOKEN_TYPE',
    instead: 'undefined',
    shownBy: 'GET /v3/asset',
    after: 'typ: ',
    isRemembered: true,
  },
  {
    name: 'long-lived tokens are for every audience',
    file: 'src/auth/tokens/token-verifier.ts',
    check: '!known.audiences.includes(this.#options.kind)',
    instead: 'false',
    shownBy: 'GET /v3/asset',
    isRemembered: true,
  },
  {
    name: 'another text with the id of a long-lived token is accepted',
    file: 'src/auth/tokens/token-verifier.ts',
    check: 'known.hash !== tokenHash(token)',
    instead: 'false',
    shownBy: 'GET /v3/asset',
    isRemembered: true,
  },
  {
    name: 'a token keeps scopes that its client has lost',
    file: 'src/auth/tokens/token-verifier.ts',
    check: 'left.length === grant.scopes.size',
    instead: 'true',
    shownBy: 'GET /v3/ohlcv',
    isRemembered: true,
  },
  {
    name: 'revoked tokens are accepted',
    file: 'src/auth/tokens/long-lived-tokens.ts',
    check: 'token.revokedAt === undefined',
    instead: 'true',
    shownBy: 'GET /v3/asset',
    isRemembered: true,
  },
  {
    name: 'disabled clients are accepted',
    file: 'src/auth/client-registry.ts',
    check: '!client || client.disabled',
    instead: '!client',
    shownBy: 'GET /v3/asset',
    isRemembered: true,
  },
  {
    name: 'URL tokens of disabled clients are accepted',
    file: 'src/auth/tokens/url-token-verifier.ts',
    check: 'known && this.#clients.findUsable(known.clientId)',
    instead: 'known && { id: known.clientId, scopes: known.scopes }',
    shownBy: 'GET /t/:token/price',
  },
  {
    name: 'a URL token keeps scopes that its client has lost',
    file: 'src/auth/tokens/url-token-verifier.ts',
    check: 'client.scopes.includes(scope)',
    instead: 'true',
    shownBy: 'GET /t/:token/price',
  },
  {
    name: 'ordinary tokens are keys of CoinGecko',
    file: 'src/api/adapters/keys.ts',
    check: 'grant?.tokenId === undefined ? undefined : grant',
    instead: 'grant',
    shownBy: 'GET /coingecko/api/v3/ping',
  },
  {
    name: 'every key is accepted in the URL',
    file: 'src/api/adapters/coingecko/key.ts',
    check: 'keys.some(({ isInUrl }) => isInUrl) && !isUrlToken(key.text)',
    instead: 'false',
    shownBy: 'GET /coingecko/api/v3/ping',
  },
  {
    name: 'the first of two keys counts',
    file: 'src/api/adapters/coingecko/key.ts',
    check: 'others.some(({ text }) => text !== key.text)',
    instead: 'false',
    shownBy: 'GET /coingecko/api/v3/ping',
  },
  {
    name: 'ordinary tokens are keys of RapidAPI',
    file: 'src/api/compat/rapidapi.ts',
    check: 'grant.tokenId === undefined ? refuseToken() : grant',
    instead: 'grant',
    shownBy: 'GET /v3/asset',
  },
  {
    name: 'MCP requires no credential',
    file: 'src/api/adapters/mcp/mcp-route.ts',
    check: 'identified(call, identify, parts.connections)',
    instead: "{ clientId: 'demo', scopes: new Set(), expiresAt: Infinity }",
    shownBy: 'POST /mcp',
    after: 'const grant = await ',
  },
  {
    name: 'every type of index may be named',
    file: 'src/api/pages/index-access.ts',
    check: 'type !== undefined',
    instead: 'false',
    shownBy: 'GET /v3/index-ticker of',
  },
  {
    name: 'events of the websocket require no scope',
    file: 'src/api/stream/session.ts',
    check: '!channel.scopes.some((scope) => scopes.has(scope))',
    instead: 'false',
    shownBy: 'websocket',
  },
  {
    name: 'every type of index may be subscribed to',
    file: 'src/api/stream/channels/index-channel.ts',
    check: 'wanted && !scopes.has(TICKER_SCOPES[wanted])',
    instead: 'false',
    shownBy: 'websocket',
  },
  {
    name: 'long-lived tokens are accepted in the URL of a stream',
    file: 'src/api/stream/admission.ts',
    check: 'grant.tokenId !== undefined && sent?.isInUrl',
    instead: 'false',
    shownBy: 'GET /v3/stream',
  },
  {
    name: 'streams of events require no scope',
    file: 'src/api/stream/events/event-streams.ts',
    check: 'requireScope(grant, EVENT_SCOPES)',
    instead: 'undefined',
    shownBy: 'input',
  },
  {
    name: 'URLs of any length are read',
    file: 'src/api/server.ts',
    check: 'url.length > MAX_URL_LENGTH',
    instead: 'false',
    shownBy: 'input',
  },
  {
    name: 'the first of two Authorization headers counts',
    file: 'src/api/server.ts',
    check: 'authorizations > 1',
    instead: 'false',
    shownBy: 'input',
  },
  {
    name: 'the first of two Host headers counts',
    file: 'src/api/server.ts',
    check: 'hosts > 1',
    instead: 'false',
    shownBy: 'input',
  },
  {
    name: 'every Host is answered',
    file: 'src/api/server.ts',
    check: 'names.allow(headers.host)',
    instead: 'true',
    shownBy: 'input',
  },
];

/** Whose check is removed now. */
export const ACTIVE = 'tidemarkMutant';

/** Lets tests switch each mutant on while the service runs. */
export function mutantPlugin(): Plugin {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  return {
    name: 'mutants',
    enforce: 'pre',
    transform(code, id) {
      const file = relative(root, id.split('?')[0] ?? '')
        .split(sep)
        .join('/');
      const own = MUTANTS.filter((each) => each.file === file);
      return own.length === 0 ? undefined : { code: own.reduce(withSwitch, code), map: null };
    },
  };
}

function withSwitch(code: string, { name, check, instead, after = '' }: Mutant): string {
  const [before, behind, ...others] = code.split(after + check);
  if (before === undefined || behind === undefined || others.length > 0)
    throw new Error(`mutant '${name}': its check has to be there exactly once: ${check}`);
  const isActive = `(globalThis as any).${ACTIVE} === ${JSON.stringify(name)}`;
  return `${before}${after}(${isActive} ? (${instead}) : (${check}))${behind}`;
}
