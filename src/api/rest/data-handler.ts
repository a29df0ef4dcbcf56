import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Grant, TokenVerifier } from '../../auth/token-verifier.ts';
import type { Clock } from '../../core/clock.ts';
import { validationError } from '../errors.ts';
import type { Connections } from '../connections.ts';
import type { RequestLog } from '../request-log.ts';
import { authenticate, requireScope } from './authorisation.ts';
import { ParameterReader } from './parameters.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Responder } from './responder.ts';
import { routerPath, type Answer, type DataRoute } from './route.ts';

export interface DataRouteParts {
  readonly verifier: TokenVerifier;
  readonly rateLimiter: RateLimiter;
  readonly responder: Responder;
  readonly marketClock: Clock;
  readonly requestLog: RequestLog;
  readonly connections: Pick<Connections, 'know' | 'forget'>;
  readonly publicLookups: boolean;
  /** Marks data that is not from real exchanges, on every answer. */
  readonly sourceHeader: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, unknown>>;

/** A promise only where something had to be waited for. */
type Done = void | Promise<void>;

/**
 * Carries out a data route in the contract's order of checks: token, scope, parameters, then the route itself.
 * Everything stays synchronous while the token is known and the answer ready, which is nearly always.
 */
export function dataHandler(route: DataRoute, parts: DataRouteParts): RouteHandlerMethod {
  const open = route.access === 'lookup' && parts.publicLookups;
  const url = routerPath(route);
  const pathReader = new ParameterReader(route.pathParameters, route.object);
  const queryReader = new ParameterReader(route.query, route.object, route.together);

  function answer(request: FastifyRequest, grant: Grant | undefined): Answer | Promise<Answer> {
    if (grant && route.access !== 'lookup') requireScope(grant, route.access);
    if (grant) parts.rateLimiter.count(grant.clientId);
    const path = pathReader.check(request.params as Query);
    const query = queryReader.check(request.query as Query);
    if (path.errors || query.errors) throw validationError([...(path.errors ?? []), ...(query.errors ?? [])]);
    return route.handle({
      path: path.values,
      query: query.values,
      grant,
      marketTime: parts.marketClock.now(),
    });
  }

  function finish(request: FastifyRequest, reply: FastifyReply, answered: Answer): Done {
    const { prepared, maxAgeSeconds } = answered;
    const status = parts.responder.send(request, reply, prepared, {
      maxAgeSeconds,
      extra: parts.sourceHeader,
    });
    if (status instanceof Promise) return status.then((sent) => sending(request, reply, answered, sent));
    sending(request, reply, answered, status);
  }

  function sending(request: FastifyRequest, reply: FastifyReply, { release }: Answer, status: number): void {
    // A response closes when the system has its last byte, or when its connection is gone and nothing is written to it.
    if (release) reply.raw.once('close', release);
    parts.requestLog.answered(request, url, status);
  }

  function proceed(request: FastifyRequest, reply: FastifyReply, grant: Grant | undefined): Done {
    const ready = answer(request, grant);
    return ready instanceof Promise
      ? ready.then((answered) => finish(request, reply, answered))
      : finish(request, reply, ready);
  }

  /** The connection counts as known while what it sends has a valid token. */
  function identified({ raw, headers }: FastifyRequest, reply: FastifyReply): Grant | Promise<Grant> {
    try {
      const grant = authenticate(headers.authorization, parts.verifier);
      if (!(grant instanceof Promise)) parts.connections.know(raw.socket);
      return grant;
    } catch (error) {
      parts.connections.forget(raw.socket, reply.raw);
      throw error;
    }
  }

  async function verified(request: FastifyRequest, reply: FastifyReply, grant: Promise<Grant>) {
    const { socket } = request.raw;
    const allowed = await grant.catch((error: unknown) => {
      parts.connections.forget(socket, reply.raw);
      throw error;
    });
    parts.connections.know(socket);
    return proceed(request, reply, allowed);
  }

  return (request, reply) => {
    const grant = open ? undefined : identified(request, reply);
    return grant instanceof Promise ? verified(request, reply, grant) : proceed(request, reply, grant);
  };
}
