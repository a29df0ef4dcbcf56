import { DATA_SCOPES, SCOPES, type Scope } from '../../../src/contract/scopes.ts';
import { Operator } from '../../support/operator.ts';
import type { TestService } from '../../support/service.ts';
import { authorizationHeaders, type TokenKind } from '../../support/token-kinds.ts';
import type { Access, AnyWay } from './access-table.ts';

/** A credential as it is sent, and what it may read: undefined if it is refused. */
export interface Credential {
  readonly name: string;
  readonly scopes: readonly Scope[] | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** In the path of a URL. */
  readonly inPath?: string;
  /** Behind the path. */
  readonly query?: string;
}

/** Kinds of `TOKEN_KINDS` that no route takes. */
const REFUSED: readonly TokenKind[] = [
  'none',
  'garbage',
  'changed',
  'expired',
  'websocket',
  'wrong issuer',
  'known kid, other key',
  'of another type',
  'disabled client',
  'removed client',
  'long-lived of the websocket',
  'long-lived and revoked',
  'long-lived but not registered',
  'long-lived with another text',
];

/** Scopes of a client that has lost all others. */
const LEFT: readonly Scope[] = ['read:market-cap'];

/** Credentials for each way of sending one. */
export type Credentials = Readonly<Record<AnyWay, readonly Credential[]>>;

export async function makeCredentials(service: TestService): Promise<Credentials> {
  const operator = new Operator(service.folder);
  const headers = await authorizationHeaders(service);
  const { client } = await operator.addClient(SCOPES);
  const usual = (headers.get('all scopes') ?? '').replace('Bearer ', '');
  const stream = await service.token({ audience: service.wsUrl });
  // It has the scopes of data: others would have to be named.
  const longLived = (await operator.makeToken(client.id, ['rest'])).token;
  const ofStream = (await operator.makeToken(client.id, ['stream'])).token;
  const revoked = await operator.makeToken(client.id, ['rest']);
  await operator.revokeToken(revoked.id);
  const { inUrl, revokedUrl, disabledUrl, narrowedUrl, ofScope } = await urlTokens(operator);
  const issue = async (scopes: readonly Scope[], audience: string) => {
    const { client: own, secret } = await operator.addClient(scopes);
    const token = await service.token({ clientId: own.id, clientSecret: secret, audience });
    return { id: own.id, token };
  };
  const narrowed = await issue(SCOPES, service.baseUrl);
  await operator.setScopes(narrowed.id, LEFT);
  const withoutScopes = await issue([], service.wsUrl);
  const authorization = (name: string, token: string, scopes?: readonly Scope[]): Credential => ({
    name,
    scopes,
    headers: { authorization: `Bearer ${token}` },
  });
  const ofRapidApi = (name: string, key: string, scopes?: readonly Scope[]): Credential => ({
    name: `${name} as a key of RapidAPI`,
    scopes,
    headers: { 'x-rapidapi-key': key },
  });
  const ofCoinGecko = (name: string, key: string, scopes?: readonly Scope[]): Credential => ({
    name,
    scopes,
    headers: { 'x-cg-pro-api-key': key },
  });
  const inPath = (name: string, token: string, scopes?: readonly Scope[]): Credential => ({
    name,
    scopes,
    headers: {},
    inPath: token,
  });
  const bearer: readonly Credential[] = [
    ...REFUSED.map((kind) => kindOf(headers, kind, undefined)),
    ...SCOPES.map((scope) => kindOf(headers, `scope:${scope}`, [scope])),
    kindOf(headers, 'no scopes', []),
    kindOf(headers, 'all scopes', DATA_SCOPES),
    authorization('of a client that has lost scopes', narrowed.token, LEFT),
    authorization('long-lived', longLived, DATA_SCOPES),
    authorization('a URL token as a bearer token', inUrl),
  ];
  return {
    bearer,
    stream: [
      kindOf(headers, 'none', undefined),
      kindOf(headers, 'expired', undefined),
      authorization('of REST', usual),
      authorization('long-lived of REST', longLived),
      authorization('of the websocket', stream, DATA_SCOPES),
      authorization('long-lived of the websocket', ofStream, DATA_SCOPES),
      authorization('without scopes', withoutScopes.token, []),
      { name: 'in the URL', scopes: DATA_SCOPES, headers: {}, query: `access_token=${stream}` },
      { name: 'long-lived in the URL', scopes: undefined, headers: {}, query: `access_token=${ofStream}` },
    ],
    path: [
      inPath('all scopes', inUrl, SCOPES),
      ...ofScope.map(([scope, token]) => inPath(scope, token, [scope])),
      inPath('of a client that has lost scopes', narrowedUrl, LEFT),
      inPath('revoked', revokedUrl),
      inPath('of a disabled client', disabledUrl),
      inPath('unknown', inUrl.slice(0, -4) + 'AAAA'),
      inPath('an ordinary token', usual),
      inPath('a long-lived token', longLived),
      { ...inPath('a bearer token beside', 'x'), headers: { authorization: `Bearer ${usual}` } },
    ],
    coingecko: [
      // The built-in client is for this machine alone, and so is the service of the test.
      { name: 'none', scopes: DATA_SCOPES, headers: {} },
      ofCoinGecko('long-lived', longLived, DATA_SCOPES),
      ofCoinGecko('a URL token', inUrl, SCOPES),
      ...ofScope.map(([scope, token]) => ofCoinGecko(scope, token, [scope])),
      ofCoinGecko('an ordinary token', usual),
      ofCoinGecko('of the websocket', ofStream),
      ofCoinGecko('revoked', revoked.token),
      ofCoinGecko('a revoked URL token', revokedUrl),
      ofCoinGecko('of a disabled client', disabledUrl),
      { name: 'a URL token in the URL', scopes: SCOPES, headers: {}, query: `x_cg_pro_api_key=${inUrl}` },
      {
        name: 'long-lived in the URL',
        scopes: undefined,
        headers: {},
        query: `x_cg_pro_api_key=${longLived}`,
      },
      {
        name: 'two different keys',
        scopes: undefined,
        headers: { 'x-cg-pro-api-key': longLived, 'x-cg-demo-api-key': inUrl },
      },
    ],
    rapidapi: [
      ofRapidApi('long-lived', longLived, DATA_SCOPES),
      ofRapidApi('ordinary', usual),
      ofRapidApi('revoked', revoked.token),
      ofRapidApi('of the websocket', ofStream),
      ofRapidApi('URL token', inUrl),
    ],
  };
}

/** The status class that a request gets: 401, 403, or anything else once the credential was accepted. */
export function expectedFor({ needs }: Access, { scopes }: Credential): 401 | 403 | 'in' {
  if (needs === 'nothing') return 'in';
  if (scopes === undefined) return 401;
  if (needs === 'a credential') return 'in';
  return needs.some((scope) => scopes.includes(scope)) ? 'in' : 403;
}

function kindOf(
  headers: ReadonlyMap<TokenKind, string | undefined>,
  kind: TokenKind,
  scopes: readonly Scope[] | undefined,
): Credential {
  const authorization = headers.get(kind);
  return { name: kind, scopes, headers: authorization === undefined ? {} : { authorization } };
}

async function urlTokens(operator: Operator) {
  const { client } = await operator.addClient(SCOPES);
  const inUrl = (await operator.makeUrlToken(client.id)).token;
  const revoked = await operator.makeUrlToken(client.id);
  await operator.revokeToken(revoked.id);
  const gone = (await operator.addClient(SCOPES)).client;
  const disabledUrl = (await operator.makeUrlToken(gone.id)).token;
  await operator.disableClient(gone.id);
  const narrowed = (await operator.addClient(SCOPES)).client;
  const narrowedUrl = (await operator.makeUrlToken(narrowed.id)).token;
  await operator.setScopes(narrowed.id, LEFT);
  const ofScope: [Scope, string][] = [];
  for (const scope of SCOPES) {
    const { client: narrow } = await operator.addClient([scope]);
    ofScope.push([scope, (await operator.makeUrlToken(narrow.id)).token]);
  }
  return { inUrl, revokedUrl: revoked.token, disabledUrl, narrowedUrl, ofScope };
}
