import { Type, type TSchema } from '../../contract/schema.ts';
import { compatNotice } from '../../contract/compat-notice.ts';
import { dataNotice } from '../../contract/data-notice.ts';
import type { DataOrigin } from '../../core/data-origin.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { TokenResponse, TokenRequestBody } from '../../contract/records/token.ts';
import { withNumbers, type QuantityForm } from '../../contract/quantities.ts';
import { SCOPE_MEANINGS } from '../../contract/scopes.ts';
import {
  ANYWHERE,
  bodiesOf,
  errorResponses,
  formHeaders,
  NOT_MODIFIED,
  PARTIAL,
  RANGE_PARAMETER,
  parametersOf,
  QUANTITY_RULES,
  securityOf,
  withReferences,
  type Json,
  type Refer,
} from './openapi-parts.ts';
import { plainOperations } from './openapi-plain-paths.ts';
import { parameterExamples } from './parameter-examples.ts';
import { recordOf } from '../http/answers/representation.ts';
import { formParameters } from '../http/routing/route-forms.ts';
import { isOpenRoute, type AnyRoute } from '../http/routing/route.ts';
import type { WriteRoute } from '../http/routing/write-route.ts';
import { TOKEN_PATH } from '../resources/token/token.ts';

export interface OpenApiOptions {
  readonly routes: readonly AnyRoute[];
  /** Routes that change something. */
  readonly writes?: readonly WriteRoute[];
  /** Path of base_url: empty, or with a leading slash. */
  readonly basePath: string;
  readonly version: string;
  readonly origin: DataOrigin;
  readonly publicLookups: boolean;
  /** Set if answers have these shapes only for requests that opt out of others. */
  readonly original?: unknown;
  readonly quantities: QuantityForm;
  readonly serveMetrics: boolean;
  /** Set if only some host names are accepted. */
  readonly acceptedHosts?: readonly string[] | undefined;
}

const INTRODUCTION = `Exchange tickers, reference prices and how they were computed, market caps, derivatives.

Datetimes are ISO 8601 in UTC. Fields without a value are left out. Lists are \`{"content": [...]}\`, or CSV or NDJSON if
\`format\` or the header \`Accept\` asks for it. Responses have an \`ETag\`, and \`If-None-Match\` is supported.`;

const HOST_RULE =
  'With the built-in client `demo`, a request whose Host is not a loopback name such as `localhost` is refused with 403.';

function introduction({ origin, acceptedHosts, quantities, original }: OpenApiOptions): string {
  return [
    INTRODUCTION,
    QUANTITY_RULES[quantities],
    ...(acceptedHosts ? [HOST_RULE] : []),
    ...compatNotice(original),
    ...dataNotice(origin),
  ].join('\n\n');
}

/** The OpenAPI 3.1 document, generated from the routes, so that the two cannot differ. */
export function openApiDocument(options: OpenApiOptions): Json {
  const components = new Map<string, Json>();
  const refer = (schema: TSchema) => withReferences(schema as unknown as Json, components);
  const paths: Json = {};
  for (const route of options.routes) {
    paths[`/v3${route.path}`] = { get: dataOperation(route, options, refer) };
  }
  for (const route of options.writes ?? []) {
    const path = `/v3${route.path}`;
    paths[path] = {
      ...(paths[path] as Json | undefined),
      [route.method.toLowerCase()]: writeOperation(route, refer),
    };
  }
  paths[TOKEN_PATH] = { post: tokenOperation(refer) };
  Object.assign(paths, plainOperations(options.serveMetrics, options.quantities, refer));
  return {
    openapi: '3.1.0',
    info: {
      title: 'Tidemark',
      version: options.version,
      description: introduction(options),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    // Relative, so that clients use the host that the document came from.
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
          description: 'A token that you already have',
        },
      },
    },
  };
}

function tagsOf(routes: readonly AnyRoute[]): Json[] {
  const descriptions: Readonly<Record<string, string>> = {
    'Look-ups': 'Assets, markets and exchanges',
    'Exchange tickers': 'The latest ticker of each market on each exchange',
    'Index tickers': 'Reference prices, how they were computed and how complete they are; conversion',
    'End of day': 'Final records of UTC days',
    Candles: 'Candles from one minute to one day long, and sparklines of one week',
    'Market caps': 'Assets ranked by price x supply',
    Quality: 'How reliable prices are, and what exchanges contribute',
    Export: 'Files of many records: CSV, NDJSON or Parquet, streamed',
    Integrity: 'Signed heads of the chain of tick records, with which clients can detect changes to history',
    Alerts:
      'Messages to webhooks and websockets when an index reaches a level, moves, deviates, is flagged or goes stale',
    Derivatives: 'Contracts and tickers of futures, perpetuals and options',
  };
  const names = [...new Set(routes.map((route) => route.tag))];
  return [
    { name: 'Token', description: 'OAuth 2.0 client credentials' },
    ...names.map((name) => ({ name, description: descriptions[name]! })),
    { name: 'Service', description: 'Health and keys' },
  ];
}

function dataOperation(route: AnyRoute, options: OpenApiOptions, refer: Refer): Json {
  const open = isOpenRoute(route, options);
  const scopes = typeof route.access === 'object' ? route.access : undefined;
  const statuses = [...(open ? [] : [401, 429]), ...(scopes ? [403] : []), ...ANYWHERE];
  if (route.path.includes('{id}')) statuses.push(404);
  // When large responses are being converted for many other requests.
  if (!route.streams && recordOf(route.response)) statuses.push(503);
  statuses.push(...(route.isFile ? [416] : []), ...(route.alsoAnswers ?? []));
  const isTagged = !route.streams || route.isFile;
  const examples = parameterExamples(route);
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    security: open ? [] : securityOf(scopes),
    parameters: [
      ...parametersOf(route.pathParameters ?? {}, 'path', examples),
      ...parametersOf({ ...route.query, ...formParameters(route) }, 'query', examples),
      ...(route.isFile ? [RANGE_PARAMETER] : []),
    ],
    responses: {
      200: {
        description: 'The requested data',
        headers: {
          ...(isTagged ? ETAG : {}),
          'Tidemark-Source': {
            schema: { type: 'string' },
            description: 'Set if the data is not from real exchanges',
          },
          'Tidemark-Ignored': {
            schema: { type: 'string' },
            description: 'Parameters of the request that this route does not have, and therefore ignored',
          },
          ...formHeaders(route.response),
        },
        content: route.streams
          ? Object.fromEntries(
              route.streams.map((type) => [type, { schema: refer(streamedOf(route, options)) }]),
            )
          : bodiesOf(route.response, options.quantities, refer),
      },
      ...(isTagged ? { 304: NOT_MODIFIED } : {}),
      ...(route.isFile ? { 206: PARTIAL } : {}),
      ...errorResponses(statuses, refer(ErrorBody)),
    },
  };
}

function writeOperation(route: WriteRoute, refer: Refer): Json {
  const { status, response, body } = route;
  const statuses = [...ANYWHERE, 401, 403, 429, ...(route.alsoAnswers ?? [])];
  if (route.path.includes('{id}')) statuses.push(404);
  if (body) statuses.push(413, 415);
  return {
    operationId: route.operationId,
    summary: route.summary,
    tags: [route.tag],
    security: securityOf(route.access),
    parameters: [
      ...parametersOf(route.pathParameters ?? {}, 'path'),
      ...(route.method === 'POST' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(body && {
      requestBody: { required: true, content: { 'application/json': { schema: refer(body.schema) } } },
    }),
    responses: {
      [status]: {
        description: status === 204 ? 'Done' : 'The result',
        ...(response && { content: { 'application/json': { schema: refer(response) } } }),
      },
      ...errorResponses(statuses, refer(ErrorBody)),
    },
  };
}

const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same request sent again with the same key has no second effect',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

function streamedOf({ response }: AnyRoute, { quantities }: OpenApiOptions): TSchema {
  return quantities === 'number' ? withNumbers(response) : response;
}

function tokenOperation(refer: Refer): Json {
  const body = refer(TokenRequestBody);
  const oauthErrorBody = Type.Record('TokenError', {
    ...ErrorBody.properties,
    error: Type.String(),
    error_description: Type.String(),
  });
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
      200: { description: 'The token', content: { 'application/json': { schema: refer(TokenResponse) } } },
      ...errorResponses([...ANYWHERE, 401, 413, 415, 429], refer(oauthErrorBody)),
    },
  };
}

const ETAG = {
  ETag: { schema: { type: 'string' }, description: 'Entity tag of this content in this encoding' },
};
