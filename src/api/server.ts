import type { Server } from 'node:http';
import { fastify, type FastifyInstance, type FastifyRequest } from 'fastify';
import { monotonicMs } from '../core/clock.ts';
import type { Connections } from './connections.ts';
import { ApiError } from './errors.ts';
import { NO_SNIFFING } from './headers.ts';
import { HOST_REFUSED, HostNames } from './host-names.ts';
import type { HttpSettings } from './http-server.ts';
import type { Cors } from './rest/cors.ts';
import type { ErrorHandling } from './rest/error-handling.ts';
import { ASTERISK, unrouted, type RouteTable } from './rest/routing.ts';
import { parseForm } from './rest/token-request.ts';

export interface ServerSettings extends HttpSettings {
  readonly trustProxy?: readonly string[] | undefined;
  /** Path of base_url: a proxy may or may not take it off. */
  readonly basePath: string;
  /** Host names beside the loopback ones; absent where any will do. */
  readonly acceptedHosts?: readonly string[] | undefined;
}

export interface AppParts {
  readonly errors: ErrorHandling;
  readonly table: RouteTable;
  readonly cors: Cors;
  readonly connections: Pick<Connections, 'requested'>;
}

const MAX_BODY_BYTES = 16 * 1024;
const MAX_URL_LENGTH = 8 * 1024;
/** Routes give the framework no schemas. Unless it is told so, it loads two compilers of them at every start. */
const NO_SCHEMAS = { buildValidator: refuseSchemas, buildSerializer: refuseSchemas };

function refuseSchemas(): never {
  throw new Error('a route has a schema that the framework would compile');
}

/** Everything that holds for all routes; the routes are added by the caller, who also lets requests in (`app.routing`). */
export function createApp(server: Server, settings: ServerSettings, parts: AppParts): FastifyInstance {
  const { errors, table, cors, connections } = parts;
  const app = fastify({
    serverFactory: () => server,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: MAX_URL_LENGTH },
    bodyLimit: MAX_BODY_BYTES,
    genReqId: requestIds(),
    logger: false,
    schemaController: { compilersFactory: NO_SCHEMAS },
    return503OnClosing: false,
    ...(settings.trustProxy ? { trustProxy: [...settings.trustProxy] } : {}),
    rewriteUrl: (request) => withoutBasePath(request.url ?? '/', settings.basePath),
    clientErrorHandler: (error, socket) => errors.answerSocket(error, socket),
    frameworkErrors: (error, request, reply) => errors.answer(error, request, reply),
  });
  const hosts = new HostNames(settings.acceptedHosts);
  app.decorateRequest('startedAt', undefined);
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = monotonicMs();
    connections.requested(request.raw.socket, reply.raw);
    const refusal = refusalOf(request, hosts);
    // A path that is not there is said so before any body is read.
    if (refusal || !request.is404) done(refusal);
    else unrouted(table, cors, request, reply, done);
  });
  app.addHook('onSend', (_request, reply, payload, done) => {
    reply.header(...NO_SNIFFING);
    done(null, payload);
  });
  app.addHook('onRoute', ({ url, method }) => table.add(url, method));
  app.setErrorHandler((error, request, reply) => errors.answer(error, request, reply));
  app.setNotFoundHandler(() => {
    throw new ApiError('NOT_FOUND', 'there is no such route');
  });
  addBodyParsers(app);
  return app;
}

/** Node keeps the first of two Host or Authorization headers and drops the other: an attack, or a broken proxy. */
function refusalOf(request: FastifyRequest, names: HostNames): Error | undefined {
  const { rawHeaders, httpVersionMinor, url = '', headers, method } = request.raw;
  if (url.startsWith(ASTERISK) && (url !== ASTERISK || method !== 'OPTIONS'))
    return new ApiError('BAD_REQUEST', 'the target * is for OPTIONS alone');
  if (url.length > MAX_URL_LENGTH) return new ApiError('URI_TOO_LONG', 'the URL is too long');
  let hosts = 0;
  let authorizations = 0;
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i] as string;
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations++;
  }
  if (authorizations > 1) return new ApiError('BAD_REQUEST', 'the Authorization header must be sent once');
  if (hosts > 1 || (hosts === 0 && httpVersionMinor === 1)) {
    return new ApiError('BAD_REQUEST', 'the Host header must be sent once');
  }
  return names.allow(headers.host) ? undefined : new ApiError('FORBIDDEN', HOST_REFUSED);
}

/** Unique in the log of this process and cheap: a random start, then a count. */
function requestIds(): () => string {
  const start = Math.floor(monotonicMs() * 1e6).toString(36);
  let count = 0;
  return () => `${start}-${(++count).toString(36)}`;
}

function withoutBasePath(url: string, basePath: string): string {
  if (basePath === '' || !url.startsWith(basePath)) return url;
  const rest = url.slice(basePath.length);
  if (rest === '') return '/';
  return rest.startsWith('/') || rest.startsWith('?') ? rest : url;
}

function addBodyParsers(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, JSON.parse(body as string));
    } catch {
      done(new ApiError('BAD_REQUEST', 'the request body is not valid JSON'));
    }
  });
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, parseForm(body as string));
    },
  );
}
