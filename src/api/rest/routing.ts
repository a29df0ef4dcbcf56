import type { FastifyReply, FastifyRequest } from 'fastify';
import { ApiError } from '../errors.ts';
import { PREFLIGHT_VARY, type Cors } from './cors.ts';

/** The target of a request that asks about the server as a whole (RFC 9110, 9.3.7). */
export const ASTERISK = '*';

/**
 * Tells an unknown path from a known one asked with the wrong method. The framework's router knows only
 * found and not found, so the paths are matched again, off the hot path.
 */
export class RouteTable {
  readonly #routes: { readonly pattern: RegExp; readonly methods: Set<string> }[] = [];
  readonly #byPath = new Map<string, Set<string>>();

  /** `url` as the router has it, with `:id` for parameters. */
  add(url: string, methods: string | readonly string[]): void {
    const known = this.#byPath.get(url) ?? new Set<string>();
    if (!this.#byPath.has(url)) {
      const source = url.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/:\w+/g, '[^/]+');
      this.#routes.push({ pattern: new RegExp(`^${source === '/' ? '' : source}/?$`), methods: known });
      this.#byPath.set(url, known);
    }
    for (const method of [methods].flat()) known.add(method);
  }

  methodsOf(path: string): ReadonlySet<string> | undefined {
    return this.#routes.find(({ pattern }) => pattern.test(path))?.methods;
  }
}

const SERVED_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST']);

/** What is left when no route took the request: a preflight, a wrong method, or a path that is not there. */
export function unrouted(
  table: RouteTable,
  cors: Cors,
  request: FastifyRequest,
  reply: FastifyReply,
  refuse: (error: ApiError) => void,
): void {
  const path = decoded(request.url.split('?', 1)[0] ?? '');
  const methods = path === ASTERISK ? SERVED_METHODS : table.methodsOf(path);
  const allow = [...(methods ?? []), 'OPTIONS'].join(', ');
  if (!methods) refuse(new ApiError('NOT_FOUND', 'there is no such route'));
  else if (request.method === 'OPTIONS') {
    cors.preflight(reply, request.headers);
    reply.header('allow', allow).header('vary', PREFLIGHT_VARY).code(204).send();
  } else refuse(new ApiError('METHOD_NOT_ALLOWED', `this path answers ${allow}`, { headers: { allow } }));
}

/** As the router reads it; what cannot be decoded is no route of ours. */
function decoded(path: string): string {
  try {
    return decodeURI(path);
  } catch {
    return path;
  }
}
