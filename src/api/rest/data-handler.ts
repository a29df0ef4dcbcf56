import type { FastifyReply, FastifyRequest, RouteHandlerMethod } from 'fastify';
import type { Grant, TokenVerifier } from '../../auth/token-verifier.ts';
import type { Clock } from '../../core/clock.ts';
import type { RequestLog } from '../request-log.ts';
import { authenticate, requireScope } from './authorisation.ts';
import { readParameters } from './parameters.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Responder } from './responder.ts';
import type { Answer, DataRoute } from './route.ts';

export interface DataRouteParts {
  readonly verifier: TokenVerifier;
  readonly rateLimiter: RateLimiter;
  readonly responder: Responder;
  readonly marketClock: Clock;
  readonly requestLog: RequestLog;
  readonly publicLookups: boolean;
  /** Marks data that is not from real exchanges, on every answer. */
  readonly sourceHeader: Readonly<Record<string, string>>;
}

type Query = Readonly<Record<string, unknown>>;

/**
 * Carries out a data route in the contract's order of checks: token, scope, parameters, then the route itself.
 * Everything stays synchronous while the token is known and the answer ready, which is nearly always.
 */
export function dataHandler(route: DataRoute, parts: DataRouteParts): RouteHandlerMethod {
  const open = route.access === 'lookup' && parts.publicLookups;

  function answer(request: FastifyRequest, grant: Grant | undefined): Answer | Promise<Answer> {
    if (grant && route.access !== 'lookup') requireScope(grant, route.access);
    if (grant) parts.rateLimiter.count(grant.clientId);
    const path = readParameters(route.pathParameters, request.params as Query, route.object);
    const query = readParameters(route.query, request.query as Query, route.object, route.together);
    return route.handle({ path, query, grant, marketTime: parts.marketClock.now() });
  }

  function send(request: FastifyRequest, reply: FastifyReply, { prepared, maxAgeSeconds }: Answer) {
    return parts.responder.send(request, reply, prepared, { maxAgeSeconds, extra: parts.sourceHeader });
  }

  return (request, reply) => {
    const grant = open ? undefined : authenticate(request, parts.verifier);
    const answered = after(grant, (allowed) => answer(request, allowed));
    const sent = after(answered, (ready) => send(request, reply, ready));
    return after(sent, (status) => parts.requestLog.answered(request, status));
  };
}

/** Goes on at once with a value that is there, and later with one that is still to come. */
function after<A, B>(value: A | Promise<A>, next: (value: A) => B | Promise<B>): B | Promise<B> {
  return value instanceof Promise ? value.then(next) : next(value);
}
