import type { TSchema } from '../../contract/schema.ts';
import { ErrorBody } from '../../contract/errors.ts';
import { withNumbers, type QuantityForm } from '../../contract/quantities.ts';
import { ServiceStatus } from '../../contract/records/service-status.ts';
import {
  ANYWHERE,
  errorResponses,
  NOT_MODIFIED,
  parametersOf,
  securityOf,
  type Json,
  type Refer,
} from './openapi-parts.ts';
import { EVENT_STREAM_TYPE } from '../http/headers.ts';
import { OPERATIONS_SCOPES } from '../http/routing/operations-access.ts';
import type { Parameters } from '../http/routing/parameters.ts';
import { QUANTITIES_PARAMETER } from '../http/answers/representation.ts';
import { EVENT_QUERY, EVENT_SCOPES, LAST_EVENT_ID } from '../stream/events/event-parameters.ts';

interface PlainPath {
  readonly summary: string;
  /** JSON by default. */
  readonly contentType?: string;
  /** Whether it carries an entity tag; true by default. */
  readonly isTagged?: boolean;
  /** For JSON; any object by default. */
  readonly schema?: TSchema;
  readonly security?: readonly Json[];
  readonly query?: Parameters;
  readonly headers?: Parameters;
  /** `Service` by default. */
  readonly tag?: string;
  /** Error statuses besides those of every path. */
  readonly alsoAnswers?: readonly number[];
}

/** Of required parameters. */
const PARAMETER_EXAMPLES = { names: 'BTC,BTC_USD' };
const JSON_BODY = 'application/json';

/** Paths that are not data routes. */
const PLAIN_PATHS: Readonly<Record<string, PlainPath>> = {
  '/healthz': { summary: 'Liveness: whether the process responds', isTagged: false },
  '/readyz': {
    summary: 'Readiness: whether the service serves fresh data',
    isTagged: false,
    alsoAnswers: [503],
  },
  '/metrics': {
    summary: 'Metrics for Prometheus; requests from the same machine need no token',
    contentType: 'text/plain; version=0.0.4; charset=utf-8',
    isTagged: false,
    security: [...securityOf(OPERATIONS_SCOPES), {}],
    alsoAnswers: [401, 403],
  },
  '/v3/status': {
    summary: 'State of the service; requests from the same machine need no token',
    isTagged: false,
    schema: ServiceStatus,
    query: QUANTITIES_PARAMETER,
    security: [...securityOf(OPERATIONS_SCOPES), {}],
    alsoAnswers: [401, 403],
  },
  '/v3/stream': {
    summary: 'Index ticks as server-sent events: the current value of each index, then each tick',
    contentType: EVENT_STREAM_TYPE,
    isTagged: false,
    tag: 'Index tickers',
    query: EVENT_QUERY,
    headers: LAST_EVENT_ID,
    security: securityOf(EVENT_SCOPES),
    alsoAnswers: [401, 403, 404, 429, 503],
  },
  '/openapi.json': { summary: 'This OpenAPI document' },
  '/asyncapi.json': { summary: 'The AsyncAPI 3 document of the websocket' },
  '/docs': {
    summary: 'Documentation pages: the REST API, the websocket and guides',
    contentType: 'text/html',
  },
  '/.well-known/jwks.json': { summary: 'Public keys that verify access tokens (RFC 7517)' },
  '/.well-known/tidemark-integrity.json': {
    summary: 'Public keys that verify integrity heads, including retired keys',
  },
  '/.well-known/oauth-authorization-server': { summary: 'Authorization server metadata (RFC 8414)' },
};

/** The operations of paths that are not data routes, by path. `usual`: the default form of quantities. */
export function plainOperations(serveMetrics: boolean, usual: QuantityForm, refer: Refer): Json {
  const served = Object.entries(PLAIN_PATHS).filter(([path]) => path !== '/metrics' || serveMetrics);
  return Object.fromEntries(
    served.map(([path, plain]) => [path, { get: plainOperation(path, plain, usual, refer) }]),
  );
}

function plainOperation(path: string, plain: PlainPath, usual: QuantityForm, refer: Refer): Json {
  const { summary, contentType = JSON_BODY, isTagged = true, schema: content } = plain;
  const { security = [], query = {}, headers = {}, tag = 'Service', alsoAnswers = [] } = plain;
  const parameters = [
    ...parametersOf(query, 'query', PARAMETER_EXAMPLES),
    ...parametersOf(headers, 'header'),
  ];
  const words = path.split(/\W+/).filter((word) => word !== '' && word !== 'v3');
  const shown = content && usual === 'number' ? withNumbers(content) : content;
  const schema = shown ? refer(shown) : { type: contentType === JSON_BODY ? 'object' : 'string' };
  return {
    operationId: words
      .map((word, i) => (i === 0 ? word : word.charAt(0).toUpperCase() + word.slice(1)))
      .join(''),
    summary,
    tags: [tag],
    security,
    ...(parameters.length > 0 && { parameters }),
    responses: {
      200: { description: 'OK', content: { [contentType]: { schema } } },
      ...(isTagged ? { 304: NOT_MODIFIED } : {}),
      ...errorResponses([...ANYWHERE, ...alsoAnswers], refer(ErrorBody)),
    },
  };
}
