import type { Grant, TokenVerifier } from '../../auth/token-verifier.ts';
import type { Clock } from '../../core/clock.ts';
import { validationError } from '../errors.ts';
import type { Connections } from '../connections.ts';
import type { RequestLog } from '../request-log.ts';
import { authenticate, requireScope } from './authorisation.ts';
import type { Call } from './call.ts';
import { ParameterReader } from './parameters.ts';
import type { RateLimiter } from './rate-limiter.ts';
import type { Responder } from './responder.ts';
import type { Answer, DataRoute } from './route.ts';
import type { Done, Route } from './routing.ts';

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

/**
 * Carries out a data route in the contract's order of checks: token, scope, parameters, then the route itself.
 * Everything stays synchronous while the token is known and the answer ready, which is nearly always.
 */
export function dataHandler(route: DataRoute, parts: DataRouteParts): Route['handle'] {
  const open = route.access === 'lookup' && parts.publicLookups;
  const pathReader = new ParameterReader(route.pathParameters, route.object);
  const queryReader = new ParameterReader(route.query, route.object, route.together);

  function answer(call: Call, grant: Grant | undefined): Answer | Promise<Answer> {
    if (grant && typeof route.access === 'object') requireScope(grant, route.access);
    if (grant) parts.rateLimiter.count(grant.clientId);
    const path = pathReader.check(call.pathParameters);
    const query = queryReader.check(call.query);
    if (path.errors || query.errors) throw validationError([...(path.errors ?? []), ...(query.errors ?? [])]);
    return route.handle({
      path: path.values,
      query: query.values,
      grant,
      marketTime: parts.marketClock.now(),
    });
  }

  function finish(call: Call, answered: Answer): Done {
    const { prepared, maxAgeSeconds } = answered;
    const status = parts.responder.send(call, prepared, {
      maxAgeSeconds,
      extra: parts.sourceHeader,
    });
    if (status instanceof Promise) return status.then((sent) => sending(call, answered, sent));
    sending(call, answered, status);
  }

  function sending(call: Call, { release }: Answer, status: number): void {
    // A response closes when the system has its last byte, or when its connection is gone and nothing is written to it.
    if (release) call.response.once('close', release);
    parts.requestLog.answered(call, status);
  }

  function proceed(call: Call, grant: Grant | undefined): Done {
    const ready = answer(call, grant);
    return ready instanceof Promise ? ready.then((answered) => finish(call, answered)) : finish(call, ready);
  }

  /** The connection counts as known while what it sends has a valid token. */
  function identified({ request, response }: Call): Grant | Promise<Grant> {
    try {
      const grant = authenticate(request.headers.authorization, parts.verifier);
      if (!(grant instanceof Promise)) parts.connections.know(request.socket);
      return grant;
    } catch (error) {
      parts.connections.forget(request.socket, response);
      throw error;
    }
  }

  async function verified(call: Call, grant: Promise<Grant>) {
    const { socket } = call.request;
    const allowed = await grant.catch((error: unknown) => {
      parts.connections.forget(socket, call.response);
      throw error;
    });
    parts.connections.know(socket);
    return proceed(call, allowed);
  }

  return (call) => {
    const grant = open ? undefined : identified(call);
    return grant instanceof Promise ? verified(call, grant) : proceed(call, grant);
  };
}
