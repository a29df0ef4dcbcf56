import { ApiError } from '../errors.ts';
import { NO_SNIFFING } from '../headers.ts';
import type { Call, Sent } from './call.ts';
import { PREFLIGHT_VARY, type Cors } from './cors.ts';
import type { RequestTarget } from './request-target.ts';

/** A promise only if the handler had to wait. */
export type Done = void | Promise<void>;

export interface Route {
  readonly methods: readonly string[];
  /** With `:id` for parameters. */
  readonly path: string;
  /** The route's name in logs and metrics: its path, or one name for many similar routes. */
  readonly label?: string;
  readonly handle: (call: Call) => Done;
  /** Only for pages of this service: preflights of other origins are refused. */
  readonly isForOwnPages?: boolean;
  /** Whether URLs may contain a token: then they are not kept. */
  readonly hasTokenInUrl?: boolean;
  /** Handles errors of `handle`; by default the usual way. */
  readonly fail?: (thrown: unknown, call: Call) => void;
}

export interface Match {
  readonly route: Route;
  readonly pathParameters: Sent;
}

export const READ_METHODS: readonly string[] = ['GET', 'HEAD'];
/** The target of a request about the server as a whole (RFC 9110, 9.3.7). */
export const ASTERISK = '*';
const SERVED_METHODS: readonly string[] = ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'];
const PARAMETER = ':';
const NO_PARAMETERS: Sent = Object.freeze({});

/**
 * Finds the route of a path. Nearly all are fixed: one look-up; those with parameters are few and are tried
 * in turn.
 */
export class Router {
  readonly #fixed = new Map<string, Match>();
  readonly #withParameters: { readonly segments: readonly string[]; readonly route: Route }[] = [];

  add(route: Route): void {
    const path = route.path === '/' ? '' : route.path;
    if (path.includes(`/${PARAMETER}`)) this.#withParameters.push({ segments: path.split('/'), route });
    else if (this.#fixed.has(path)) throw new Error(`there are two routes ${route.path}`);
    else this.#fixed.set(path, { route, pathParameters: NO_PARAMETERS });
  }

  find({ segments, plainPath }: RequestTarget): Match | undefined {
    const fixed = this.#fixed.get(plainPath ?? segments.join('/'));
    // An encoded slash is part of its segment.
    if (fixed && (plainPath !== undefined || !segments.some((segment) => segment.includes('/'))))
      return fixed;
    for (const { segments: wanted, route } of this.#withParameters) {
      const pathParameters = match(wanted, segments);
      if (pathParameters) return { route, pathParameters };
    }
    return undefined;
  }
}

/** The values of the parameters, if the rest is equal. */
function match(wanted: readonly string[], segments: readonly string[]): Sent | undefined {
  if (wanted.length !== segments.length) return undefined;
  const found: Record<string, string> = {};
  for (const [i, segment] of segments.entries()) {
    const name = wanted[i] ?? '';
    if (name.startsWith(PARAMETER)) found[name.slice(1)] = segment;
    else if (name !== segment) return undefined;
  }
  return found;
}

/** Handles requests without a route: a preflight, a wrong method, or an unknown path. */
export function unrouted(match: Match | undefined, cors: Cors, { request, response }: Call): void {
  // A parameter without a value is reported by the route itself, if the method is right.
  const isWhole = match && Object.values(match.pathParameters).every((value) => value !== '');
  const methods = request.url === ASTERISK ? SERVED_METHODS : isWhole ? match.route.methods : undefined;
  if (!methods) throw new ApiError('NOT_FOUND', 'there is no such route');
  const allow = [...methods, 'OPTIONS'].join(', ');
  if (request.method !== 'OPTIONS')
    throw new ApiError('METHOD_NOT_ALLOWED', `this path supports only ${allow}`, { headers: { allow } });
  const headers = [
    ...(match?.route.isForOwnPages ? [] : cors.preflight(request.headers)),
    'allow',
    allow,
    'vary',
    PREFLIGHT_VARY,
    ...NO_SNIFFING,
  ];
  response.writeHead(204, headers).end();
}
