import { Type, type TSchema } from 'typebox';
import { dataNotice } from '../../contract/data-notice.ts';
import type { DataOrigin } from '../../core/data-origin.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { TokenAnswer, TokenRequestBody } from '../../contract/records/token.ts';
import { SCOPE_MEANINGS, type Scope } from '../../contract/scopes.ts';
import { OPERATIONS_SCOPES } from './operations-access.ts';
import type { Parameter, Parameters } from './parameters.ts';
import type { DataRoute } from './route.ts';
import { TOKEN_PATH } from './token.ts';

type Json = Record<string, unknown>;

export interface OpenApiOptions {
  readonly routes: readonly DataRoute[];
  /** Path of base_url: empty, or with a slash in front. */
  readonly basePath: string;
  readonly version: string;
  readonly origin: DataOrigin;
  readonly publicLookups: boolean;
  readonly serveMetrics: boolean;
  /** Set where only some names of the host are answered to. */
  readonly acceptedHosts?: readonly string[] | undefined;
}

const INTRODUCTION = `Exchange tickers, reference prices and how they came about, market caps, derivatives.

Every quantity is a JSON string that holds a plain decimal. Datetimes are ISO 8601 in UTC. Fields without a value are
left out. Lists are \`{"content": [...]}\`. Answers carry an \`ETag\` and honour \`If-None-Match\`.`;

const HOST_RULE =
  'With the built-in client `demo`, a request whose Host is no loopback name such as `localhost` is 403.';

function introduction({ origin, acceptedHosts }: OpenApiOptions): string {
  return [INTRODUCTION, ...(acceptedHosts ? [HOST_RULE] : []), ...dataNotice(origin)].join('\n\n');
}

/** The OpenAPI 3.1 document, made from the routes themselves: it cannot say anything else than they do. */
export function openApiDocument(options: OpenApiOptions): Json {
  const components = new Map<string, Json>();
  const refer = (schema: TSchema) => withReferences(schema as unknown as Json, components);
  const paths: Json = {};
  for (const route of options.routes) {
    paths[`/v3${route.path}`] = { get: dataOperation(route, options, refer) };
  }
  paths[TOKEN_PATH] = { post: tokenOperation(refer) };
  for (const [path, plain] of PLAIN_PATHS) {
    if (path !== '/metrics' || options.serveMetrics)
      paths[path] = { get: plainOperation(path, plain, refer) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark',
      version: options.version,
      description: introduction(options),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Relative, so that a client asks the host that it came from, under whatever name.
    servers: [{ url: options.basePath === '' ? '/' : options.basePath }],
    tags: tagsOf(options.routes),
    paths,
    components: {
      schemas: Object.fromEntries([...components].toSorted(([a], [b]) => (a < b ? -1 : 1))),
      securitySchemes: {
        token: {
          type: 'oauth2',
          flows: { clientCredentials: { tokenUrl: options.basePath + TOKEN_PATH, scopes: SCOPE_MEANINGS } },
        },
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'A token that you have already',
        },
      },
    },
  };
}

interface PlainPath {
  readonly summary: string;
  readonly contentType: string;
  /** Whether it carries an entity tag. */
  readonly tagged: boolean;
  readonly security?: readonly Json[];
  /** Error statuses beyond those that every path has. */
  readonly alsoAnswers?: readonly number[];
}

const JSON_BODY = 'application/json';
/** What any request may get. */
const ANYWHERE = [400, 414];

const PLAIN_PATHS: ReadonlyMap<string, PlainPath> = new Map<string, PlainPath>([
  ['/healthz', { summary: 'Whether the process answers', contentType: JSON_BODY, tagged: false }],
  [
    '/readyz',
    {
      summary: 'Whether fresh data is being served',
      contentType: JSON_BODY,
      tagged: false,
      alsoAnswers: [503],
    },
  ],
  [
    '/metrics',
    {
      summary: 'For Prometheus; the machine that the service runs on needs no token',
      contentType: 'text/plain; version=0.0.4; charset=utf-8',
      tagged: false,
      security: [...securityOf(OPERATIONS_SCOPES), {}],
      alsoAnswers: [401, 403],
    },
  ],
  ['/openapi.json', { summary: 'This document', contentType: JSON_BODY, tagged: true }],
  ['/asyncapi.json', { summary: 'The websocket, as AsyncAPI 3', contentType: JSON_BODY, tagged: true }],
  ['/docs', { summary: 'This document for people', contentType: 'text/html', tagged: true }],
  [
    '/.well-known/jwks.json',
    { summary: 'Public keys of access tokens (RFC 7517)', contentType: JSON_BODY, tagged: true },
  ],
  [
    '/.well-known/tidemark-integrity.json',
    {
      summary: 'Public keys of integrity heads, retired ones too',
      contentType: JSON_BODY,
      tagged: true,
    },
  ],
  [
    '/.well-known/oauth-authorization-server',
    { summary: 'Authorization server metadata (RFC 8414)', contentType: JSON_BODY, tagged: true },
  ],
]);

function tagsOf(routes: readonly DataRoute[]): Json[] {
  const descriptions: Record<string, string> = {
    'Look-ups': 'Assets, markets and exchanges',
    'Exchange tickers': 'What exchanges said last',
    'Index tickers': 'Reference prices, and how they came about',
    'Market caps': 'Ranked by price x supply',
    Integrity: 'Signed heads of the chain of tick records, to hold the operator to history',
    Derivatives: 'Contracts and tickers of futures, perpetuals and options',
  };
  const names = [...new Set(routes.map((route) => route.tag))];
  return [
    { name: 'Token', description: 'OAuth 2.0 client credentials' },
    ...names.map((name) => ({ name, description: descriptions[name] ?? name })),
    { name: 'Service', description: 'Health and keys' },
  ];
}

function dataOperation(route: DataRoute, options: OpenApiOptions, refer: (schema: TSchema) => Json): Json {
  const open = route.access === 'lookup' && options.publicLookups;
  const scopes = typeof route.access === 'object' ? route.access : undefined;
  const statuses = [...(open ? [] : [401, 429]), ...(scopes ? [403] : []), ...ANYWHERE];
  if (route.path.includes('{id}')) statuses.push(404);
  statuses.push(...(route.alsoAnswers ?? []));
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    security: open ? [] : securityOf(scopes),
    parameters: [...parametersOf(route.pathParameters, 'path'), ...parametersOf(route.query, 'query')],
    responses: {
      200: {
        description: 'What was asked for',
        headers: {
          ETag: { schema: { type: 'string' }, description: 'Of this content in this encoding' },
          'Tidemark-Source': {
            schema: { type: 'string' },
            description: 'Set where the data is not from real exchanges',
          },
        },
        content: { 'application/json': { schema: refer(route.response) } },
      },
      304: NOT_MODIFIED,
      ...errorResponses(statuses, refer(ErrorBody)),
    },
  };
}

/** Any of the scopes will do, or none; a token that one has already is as good as one that the page gets. */
function securityOf(scopes: readonly Scope[] | undefined): Json[] {
  const choices = scopes === undefined ? [[]] : scopes.map((scope) => [scope]);
  return [...choices.map((token) => ({ token })), { bearer: [] }];
}

function parametersOf(parameters: Parameters, where: 'path' | 'query'): Json[] {
  return Object.entries(parameters).map(
    ([name, { kind, description, required }]: [string, Parameter<unknown>]) => ({
      name,
      in: where,
      description,
      required: where === 'path' || required === true,
      schema: kind.schema,
    }),
  );
}

function tokenOperation(refer: (schema: TSchema) => Json): Json {
  const body = refer(TokenRequestBody);
  const oauthErrorBody = Type.Object(
    { ...ErrorBody.properties, error: Type.String(), error_description: Type.String() },
    { title: 'TokenError', additionalProperties: false },
  );
  return {
    operationId: 'createToken',
    summary: 'An access token for a client',
    tags: ['Token'],
    security: [],
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: body },
        'application/x-www-form-urlencoded': { schema: body },
      },
    },
    responses: {
      200: { description: 'The token', content: { 'application/json': { schema: refer(TokenAnswer) } } },
      ...errorResponses([...ANYWHERE, 401, 413, 415, 429], refer(oauthErrorBody)),
    },
  };
}

function plainOperation(
  path: string,
  { summary, contentType, tagged, security = [], alsoAnswers = [] }: PlainPath,
  refer: (schema: TSchema) => Json,
): Json {
  const words = path.split(/\W+/).filter((word) => word !== '');
  const schema = { type: contentType === JSON_BODY ? 'object' : 'string' };
  return {
    operationId: words
      .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
      .join(''),
    summary,
    tags: ['Service'],
    security,
    responses: {
      200: { description: 'OK', content: { [contentType]: { schema } } },
      ...(tagged ? { 304: NOT_MODIFIED } : {}),
      ...errorResponses([...ANYWHERE, ...alsoAnswers], refer(ErrorBody)),
    },
  };
}

const NOT_MODIFIED = { description: 'What If-None-Match names is still current' };

const ERROR_MEANINGS: Record<number, string> = {
  400: 'Something in the request is malformed; `errors` names the fields',
  401: 'No valid token',
  403: 'The token lacks the scope',
  404: 'There is no such entity',
  413: 'The body is too large',
  414: 'The URL is longer than 8 KiB',
  415: 'The body has an unknown content type',
  429: 'Too many requests; see Retry-After',
  503: 'Not possible now; see Retry-After',
};

function errorResponses(statuses: readonly number[], schema: Json): Json {
  const entries = statuses.map((status) => [
    status,
    { description: ERROR_MEANINGS[status], content: { 'application/json': { schema } } },
  ]);
  return Object.fromEntries(entries) as Json;
}

/** Moves every schema with a title into the components and leaves a reference. */
function withReferences(schema: Json, components: Map<string, Json>): Json {
  const { title } = schema;
  const plain = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, referencesIn(value, components)]),
  );
  if (typeof title !== 'string') return plain;
  components.set(title, plain);
  return { $ref: `#/components/schemas/${title}` };
}

function referencesIn(value: unknown, components: Map<string, Json>): unknown {
  if (Array.isArray(value)) return value.map((item) => referencesIn(item, components));
  if (typeof value !== 'object' || value === null) return value;
  return withReferences(value as Json, components);
}
